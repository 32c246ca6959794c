import { type FileType, detectFileType } from '@tradefront/rules/documents/file-type'
import type { DocumentKind } from '@tradefront/rules/documents/limits'
import { type Result, ok, refuse } from '@tradefront/rules/result'

import { AppError } from '../../platform/http/errors.ts'
import { inspectPdf } from './inspect-pdf.ts'
import { sanitizePhoto, sanitizeSignature } from './sanitize-image.ts'

const refusalCodes = {
  unreadable: 'documents.unreadable',
  empty: 'documents.sign_empty',
  active: 'documents.pdf_active',
  locked: 'documents.pdf_locked',
} as const

export type SanitizeRefusal = (typeof refusalCodes)[keyof typeof refusalCodes]

export type SanitizedFile = { readonly type: FileType; readonly bytes: Buffer }

/** Detects the type from the bytes. @throws AppError 413, 415 */
export async function sanitizeFile(kind: DocumentKind, bytes: Buffer): Promise<Result<SanitizedFile, SanitizeRefusal>> {
  const type = detectFileType(bytes)
  if (type === null || (kind === 'sign' && type !== 'image/png')) throw new AppError('documents.wrong_type', 415)
  if (type === 'application/pdf') {
    const pdf = await inspectPdf(bytes)
    return pdf.kind === 'clean' ? ok({ type, bytes: pdf.bytes }) : refuse(refusalCodes[pdf.kind])
  }
  const image = await (kind === 'sign' ? sanitizeSignature(bytes) : sanitizePhoto(bytes))
  if (image.kind === 'too_many_pixels') throw new AppError('documents.too_many_pixels', 413)
  if (image.kind !== 'clean') return refuse(refusalCodes[image.kind])
  return ok({ type: image.type, bytes: image.bytes })
}
