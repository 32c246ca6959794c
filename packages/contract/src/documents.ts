import { fileTypes } from '@tradefront/rules/uploads/file-type'
import { documentKinds, maxSignatureChars, refusalReasons } from '@tradefront/rules/documents/document-kinds'
import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { documentState } from './user-record.ts'
import { count, emptyBody, extendPlainReply, timeMs } from './wire.ts'

/**
 * `multipart/form-data`: `file` for passport and card (PNG, JPG or PDF by content, 10 MB), `data` for a signature. One file per
 * request.
 */
export const documentKind = z.enum(documentKinds)

export const signatureDataUrl = z
  .string()
  .check(z.maxLength(maxSignatureChars), z.regex(/^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/))

/** `state` of the kind after the upload. */
const uploadReply = extendPlainReply({ name: z.optional(z.string()), state: z.optional(documentState) })
const fileName = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,80}(\.[a-z]{2,5})?$/))
const file = { method: 'GET', access: 'client', kind: 'page', reply: z.unknown() } as const

const documentKindView = z.object({
  kind: documentKind,
  state: documentState,
  /** Whether documents of this kind are required. A card is required only if one is saved. */
  required: z.boolean(),
  /** `max`: how many files can wait for review. */
  canSend: z.boolean(),
  max: count(10),
  /** Null while a newer file waits. */
  reason: z.nullable(z.enum(refusalReasons)),
  /** Files, newest first. Rejected ones are listed only while no newer one waits. */
  files: z.array(
    z.object({
      /** Part of the first page's address; `/userdocs/remove` takes it. */
      name: z.string(),
      /** The file's own name; null for a signature. */
      title: z.nullable(z.string()),
      /** Names of the pages' pictures. Only a PDF can have several. */
      pages: z.array(z.string()),
      /** Type and size of the file that was sent, in bytes. Only pictures of its pages are stored. */
      type: z.enum(fileTypes),
      size: z.number(),
      state: z.enum(['sent', 'approved', 'refused']),
      sentAtMs: timeMs,
      canRemove: z.boolean(),
    }),
  ),
})
export type DocumentKindView = z.infer<typeof documentKindView>

const documentList = z.object({
  return: z.literal(true),
  verification: z.string(),
  /** Null also for traders who were verified without a decision about documents. */
  verifiedAtMs: z.nullable(timeMs),
  kinds: z.array(documentKindView),
})
export type DocumentList = z.infer<typeof documentList>

/** A signature is a file or a data URL. */
const uploadParts = z.strictObject({
  type: documentKind,
  file: z.optional(z.file()),
  data: z.optional(signatureDataUrl),
})

export const documentsCalls = {
  listDocuments: defineCall({
    method: 'GET',
    path: '/api/documents',
    access: 'client',
    source: 'ours',
    summary: 'The trader’s documents by kind, and the verification level (`Full`: verified, since when).',
    reply: documentList,
  }),
  removeDocument: defineCall({
    method: 'POST',
    path: '/userdocs/remove',
    access: 'client',
    source: 'ours',
    summary: 'Removes a file that waits or was rejected. `return: false` for an accepted one, which is kept.',
    body: z.strictObject({ name: fileName }),
    reply: extendPlainReply({ state: z.optional(documentState) }),
  }),
  uploadDocument: defineCall({
    method: 'POST',
    path: '/upload',
    access: 'client',
    kind: 'upload',
    parts: uploadParts,
    source: 'account 7',
    summary:
      'Uploads a document or a signature. 413 above 10 MB, 415 for anything but an image or a PDF, 429 for too many at a time, 503 while the server is busy.',
    reply: uploadReply,
  }),
  resubmitDocument: defineCall({
    method: 'POST',
    path: '/userdocs/upload',
    access: 'client',
    kind: 'upload',
    parts: uploadParts,
    source: 'account 7',
    summary: 'Uploads a document again after a rejection; `return: false` if none was rejected.',
    reply: uploadReply,
  }),
  resubmitSignature: defineCall({
    method: 'POST',
    path: '/userdocs/dataurl',
    access: 'client',
    source: 'account 7',
    summary: 'Sends the signature again after a rejection, a PNG as a data URL.',
    body: z.strictObject({ type: z.literal('sign'), data: signatureDataUrl }),
    reply: uploadReply,
  }),
  getCardDocumentState: defineCall({
    method: 'POST',
    path: '/api/triggers/cards',
    access: 'client',
    source: 'account 7',
    summary: 'State of the card document, and whether one can be sent now.',
    body: emptyBody,
    reply: z.object({ return: z.literal(true), card: documentState, can_load: z.boolean() }),
  }),
  viewDocument: defineCall({
    ...file,
    path: '/upload/:name',
    source: 'account 2',
    summary: 'A file of the trader, for its owner only and never executed.',
    params: z.object({ name: fileName }),
  }),
  viewDocumentInFolder: defineCall({
    ...file,
    path: '/upload/:a/:b',
    source: 'account 2',
    summary: 'As /upload/:name; the folder is the kind of document.',
    params: z.object({ a: fileName, b: fileName }),
  }),
  viewUserDocument: defineCall({
    ...file,
    path: '/userdocs/viewdoc/:name',
    source: 'account 2',
    summary: 'A document of the trader, for its owner only and never executed.',
    params: z.object({ name: fileName }),
  }),
} as const
