import { signatureDataUrl, documentKind } from '@tradefront/contract/documents'
import { type DocumentKind, maxFileBytes, maxSignatureChars } from '@tradefront/rules/documents/limits'
import type { FastifyMultipartBaseOptions, Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'

import { getErrorCode } from '../../platform/error-code.ts'
import { AppError } from '../../platform/http/errors.ts'

/** An upload has two parts. More is rejected on receipt. */
export const multipartLimits: FastifyMultipartBaseOptions = {
  limits: {
    fieldNameSize: 40,
    fieldSize: maxSignatureChars + 100,
    fields: 2,
    files: 1,
    parts: 2,
    fileSize: maxFileBytes,
    headerPairs: 20,
  },
}

const maxFileMegabytes = maxFileBytes / 1024 / 1024

export type ReceivedUpload = {
  readonly kind: DocumentKind
  readonly bytes: Buffer
  /** As sent. Not to be trusted, like the content type, which is not read. */
  readonly filename: string | undefined
}

/** Reads `type` and `file`, or `type=sign` and `data`. @param onBytes is called for each piece of the file @throws AppError 400, 413, 415 */
export async function readUpload(request: FastifyRequest, onBytes: (count: number) => void): Promise<ReceivedUpload> {
  if (!request.isMultipart()) throw new AppError('errors.wrong_type')
  const fields = new Map<string, unknown>()
  let file: Buffer | null = null
  let filename: string | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        file = await readFile(part, onBytes)
        filename = part.filename
      } else {
        if (part.valueTruncated || part.fieldnameTruncated) throw tooLarge()
        fields.set(part.fieldname, part.value)
      }
    }
  } catch (error) {
    throw toAppError(error)
  }
  const kind = documentKind.safeParse(fields.get('type'))
  if (!kind.success) throw new AppError('errors.malformed', 400, {}, { type: 'errors.field_invalid' })
  const bytes = kind.data === 'sign' ? readSignature(fields, file) : file
  if (bytes === null) throw new AppError('errors.malformed', 400, {}, { file: 'errors.field_required' })
  return { kind: kind.data, bytes, filename }
}

/** @param data data URL */
export function decodeSignature(data: string): Buffer {
  return Buffer.from(data.slice(data.indexOf(',') + 1), 'base64')
}

async function readFile(part: Extract<Multipart, { type: 'file' }>, onBytes: (count: number) => void): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of part.file) {
    onBytes(chunk.length)
    chunks.push(chunk)
  }
  if (part.file.truncated) throw tooLarge()
  if (part.fieldname !== 'file') throw new AppError('errors.malformed')
  return Buffer.concat(chunks)
}

function readSignature(fields: Map<string, unknown>, file: Buffer | null): Buffer | null {
  const data = signatureDataUrl.safeParse(fields.get('data'))
  return data.success && file === null ? decodeSignature(data.data) : null
}

function tooLarge(): AppError {
  return new AppError('documents.too_large', 413, { mb: maxFileMegabytes })
}

function toAppError(error: unknown): unknown {
  if (error instanceof AppError) return error
  const code = getErrorCode(error)
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge()
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FILES_LIMIT' || code === 'FST_FIELDS_LIMIT')
    return new AppError('documents.one_at_a_time', 413)
  return new AppError('errors.malformed')
}
