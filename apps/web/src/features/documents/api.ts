import { type DocumentKindView, type DocumentList, documentsCalls } from '@tradefront/contract/documents'
import { type DocumentKind } from '@tradefront/rules/documents/document-kinds'
import { queryOptions } from '@tanstack/react-query'

import { performCall } from '../../platform/api/perform-call.ts'
import { request } from '../../platform/api/request.ts'
import { uploadForm, type UploadOptions } from '../../platform/api/upload.ts'

export type { DocumentList }
export type KindView = DocumentKindView
export type FileView = KindView['files'][number]

export const documentsKey = ['documents'] as const

export const documentsQuery = queryOptions({
  queryKey: documentsKey,
  queryFn: ({ signal }) => request(documentsCalls.listDocuments, { signal }),
})

/** Uploads a file. After a refusal, it uses the corrupted-info variant. Throws an ApiError. */
export async function uploadFile(
  kind: DocumentKind,
  isResubmission: boolean,
  file: File,
  options: UploadOptions,
): Promise<void> {
  const call = isResubmission ? documentsCalls.resubmitDocument : documentsCalls.uploadDocument
  await uploadForm(call, { type: kind, file }, options)
}

/** Uploads a signature. `data` is a PNG data URL. Throws an ApiError. */
export async function uploadSignature(isResubmission: boolean, data: string): Promise<void> {
  if (isResubmission) await performCall(documentsCalls.resubmitSignature, { body: { type: 'sign', data } })
  else await uploadForm(documentsCalls.uploadDocument, { type: 'sign', data })
}

/** Deletes a file. Returns false if the server refuses. Throws an ApiError. */
export async function deleteFile(name: string): Promise<boolean> {
  return (await request(documentsCalls.removeDocument, { body: { name } })).return
}

export function buildPageUrl(page: string): string {
  return documentsCalls.viewUserDocument.path.replace(':name', page)
}
