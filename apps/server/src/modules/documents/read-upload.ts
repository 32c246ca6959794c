import { signatureDataUrl, documentKind } from '@tradefront/contract/documents'
import { type DocumentKind, maxSignatureChars } from '@tradefront/rules/documents/document-kinds'
import type { FastifyRequest } from 'fastify'

import { AppError } from '../../platform/http/errors.ts'
import { createMultipartLimits, readParts, type ReceivedFile } from '../../platform/uploads/read-parts.ts'

export const multipartLimits = createMultipartLimits(maxSignatureChars + 100)

export type ReceivedUpload = ReceivedFile & { readonly kind: DocumentKind }

/** Reads `type` and `file`, or `type=sign` and `data`. @param onBytes is called for each piece of the file @throws AppError 400, 413, 415 */
export async function readUpload(request: FastifyRequest, onBytes: (count: number) => void): Promise<ReceivedUpload> {
  const { fields, file } = await readParts(request, onBytes)
  const kind = documentKind.safeParse(fields.get('type'))
  if (!kind.success) throw new AppError('errors.malformed', 400, {}, { type: 'errors.field_invalid' })
  const bytes = kind.data === 'sign' ? readSignature(fields, file) : file?.bytes
  if (bytes === null || bytes === undefined)
    throw new AppError('errors.malformed', 400, {}, { file: 'errors.field_required' })
  return { kind: kind.data, bytes, filename: file?.filename }
}

/** Decodes a signature. @param data data URL */
export function decodeSignature(data: string): Buffer {
  return Buffer.from(data.slice(data.indexOf(',') + 1), 'base64')
}

function readSignature(fields: ReadonlyMap<string, unknown>, file: ReceivedFile | null): Buffer | null {
  const data = signatureDataUrl.safeParse(fields.get('data'))
  return data.success && file === null ? decodeSignature(data.data) : null
}
