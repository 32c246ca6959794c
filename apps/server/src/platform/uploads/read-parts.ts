import { maxFileBytes } from '@tradefront/rules/uploads/limits'
import type { FastifyMultipartBaseOptions, Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'

import { getErrorCode } from '../error-code.ts'
import { AppError } from '../http/errors.ts'

/** Creates limits for an upload, which has two parts. More is rejected on receipt. */
export function createMultipartLimits(fieldSize: number): FastifyMultipartBaseOptions {
  return {
    limits: {
      fieldNameSize: 40,
      fieldSize,
      fields: 2,
      files: 1,
      parts: 2,
      fileSize: maxFileBytes,
      headerPairs: 20,
    },
  }
}

const maxFileMegabytes = maxFileBytes / 1024 / 1024

/** A received file. `filename` is as sent: not to be trusted, like the content type, which is not read. */
export type ReceivedFile = { readonly bytes: Buffer; readonly filename: string | undefined }

export type ReceivedParts = { readonly fields: ReadonlyMap<string, unknown>; readonly file: ReceivedFile | null }

/** Reads fields, and one file in the part `file`. @param onBytes is called for each piece of the file @throws AppError 400, 413, 415 */
export async function readParts(request: FastifyRequest, onBytes: (count: number) => void): Promise<ReceivedParts> {
  if (!request.isMultipart()) throw new AppError('errors.wrong_type')
  const fields = new Map<string, unknown>()
  let file: ReceivedFile | null = null
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') file = { bytes: await readFile(part, onBytes), filename: part.filename }
      else {
        if (part.valueTruncated || part.fieldnameTruncated) throw tooLarge()
        fields.set(part.fieldname, part.value)
      }
    }
  } catch (error) {
    throw toAppError(error)
  }
  return { fields, file }
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
