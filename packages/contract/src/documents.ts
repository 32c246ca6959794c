import { fileTypes } from '@tradefront/rules/documents/file-type'
import { documentKinds, maxSignatureChars, refusalReasons } from '@tradefront/rules/documents/limits'
import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { documentState } from './profile.ts'
import { count, emptyBody, extendPlainReply, timeMs } from './wire.ts'

/**
 * The parts of an upload, `multipart/form-data`: `type`, and `file` for passport and card (PNG, JPG, JPEG or PDF by content,
 * 10 MB), or `data` for a signature (a PNG as a data URL). One file per request.
 */
export const documentKind = z.enum(documentKinds)

/** A signature: a PNG as a data URL. */
export const signatureDataUrl = z
  .string()
  .check(z.maxLength(maxSignatureChars), z.regex(/^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/))

/** `name` of the stored file; `state` of its kind after the upload. */
const uploadReply = extendPlainReply({ name: z.optional(z.string()), state: z.optional(documentState) })
const fileName = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,80}(\.[a-z]{2,5})?$/))
const file = { method: 'GET', access: 'client', kind: 'page', reply: z.unknown() } as const

/** One kind of document as the trader sees it. */
const documentKindView = z.object({
  kind: documentKind,
  state: documentState,
  /** Whether verification needs it: the card only if one is saved. */
  required: z.boolean(),
  /** Whether another file can be sent now; `max` is the number of files that can wait for review. */
  can_send: z.boolean(),
  max: count(10),
  /** Why the last file was rejected; null while a newer one waits. */
  reason: z.nullable(z.enum(refusalReasons)),
  /** Newest first; rejected ones only while no newer one waits. */
  files: z.array(
    z.object({
      name: z.string(),
      type: z.enum(fileTypes),
      /** Bytes, as stored. */
      size: z.number(),
      state: z.enum(['sent', 'approved', 'refused']),
      sent_at: timeMs,
      can_remove: z.boolean(),
    }),
  ),
})
export type DocumentKindView = z.infer<typeof documentKindView>

export const documentsCalls = {
  listDocuments: defineCall({
    method: 'GET',
    path: '/api/documents',
    access: 'client',
    source: 'ours',
    summary: 'The trader’s documents by kind, and the verification level (`Full`: verified).',
    reply: z.object({ return: z.literal(true), verification: z.string(), kinds: z.array(documentKindView) }),
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
    source: 'account 7',
    summary: 'Uploads a document or a signature. 413 above 10 MB, 415 for anything but an image or a PDF.',
    reply: uploadReply,
  }),
  resubmitDocument: defineCall({
    method: 'POST',
    path: '/userdocs/upload',
    access: 'client',
    kind: 'upload',
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
