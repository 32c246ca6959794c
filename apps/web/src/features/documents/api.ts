import { type DocumentKindView, documentsCalls } from '@tradefront/contract/documents'
import { detectFileType, magicByteCount } from '@tradefront/rules/documents/file-type'
import { type DocumentKind, maxFileBytes } from '@tradefront/rules/documents/limits'
import type { TextKey } from '@tradefront/texts/keys'
import { queryOptions } from '@tanstack/react-query'

import { ApiError } from '../../platform/api/api-error.ts'
import { toErrorText } from '../../platform/api/error-text.ts'
import { request } from '../../platform/api/request.ts'
import type { UploadResult } from '../../platform/use-upload-queue.ts'
import { translateExplained } from '../../platform/i18n/explanations.ts'
import { translate } from '../../platform/i18n/i18n.ts'
import { uploadForm } from '../../platform/api/upload.ts'

export type KindView = DocumentKindView
export type FileView = KindView['files'][number]

export const maxMegabytes = maxFileBytes / 1024 / 1024
export const documentsKey = ['documents'] as const

export const documentsQuery = queryOptions({
  queryKey: documentsKey,
  queryFn: ({ signal }) => request(documentsCalls.listDocuments, { signal }),
})

/** Returns an error text, or null. Looks at the content, not the name (spec: account 5). */
export async function checkFile(file: File): Promise<string | null> {
  const head = new Uint8Array(await file.slice(0, magicByteCount).arrayBuffer())
  if (detectFileType(head) === null) return translateExplained('documents.wrong_type')
  if (file.size > maxFileBytes) return translate('documents.too_large', { mb: maxMegabytes })
  return null
}

/** After a refusal, uses the corrupted-info variant. */
export async function uploadFile(
  kind: DocumentKind,
  isResubmission: boolean,
  file: File,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<UploadResult> {
  const call = isResubmission ? documentsCalls.resubmitDocument : documentsCalls.uploadDocument
  return toUploadResult(() => uploadForm(call, { type: kind, file }, options), options.signal)
}

/** `data` is a PNG data URL. */
export async function uploadSignature(isResubmission: boolean, data: string): Promise<UploadResult> {
  return toUploadResult(() =>
    isResubmission
      ? request(documentsCalls.resubmitSignature, { body: { type: 'sign', data } })
      : uploadForm(documentsCalls.uploadDocument, { type: 'sign', data }),
  )
}

/** False if the server refuses. Throws an ApiError. */
export async function deleteFile(name: string): Promise<boolean> {
  return (await request(documentsCalls.removeDocument, { body: { name } })).return
}

export function buildPageUrl(page: string): string {
  return documentsCalls.viewUserDocument.path.replace(':name', page)
}

const busyCodes: ReadonlySet<string> = new Set<TextKey>(['documents.busy', 'documents.not_stored', 'errors.too_many'])

/** Only errors about the file and of a busy server have the server's message. Errors about the file cannot be retried. */
async function toUploadResult(
  call: () => Promise<{ return: boolean; message?: string | undefined }>,
  signal?: AbortSignal,
): Promise<UploadResult> {
  try {
    const reply = await call()
    return reply.return ? null : { error: reply.message ?? translateExplained('documents.failed'), canRetry: false }
  } catch (error) {
    if (signal?.aborted === true) throw error
    if (!(error instanceof ApiError)) return { error: translateExplained('documents.failed'), canRetry: true }
    if (error.status === 413 || error.status === 415) return { error: toErrorText(error), canRetry: false }
    return { error: busyCodes.has(error.code) ? error.message : translateExplained('documents.failed'), canRetry: true }
  }
}
