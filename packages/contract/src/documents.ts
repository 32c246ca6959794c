import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { documentState } from './profile.ts'
import { nothing, replyWith } from './wire.ts'

/**
 * The parts of an upload, `multipart/form-data`: `type`, and `file` for passport and card (PNG, JPG, JPEG or PDF by content,
 * 10 MB), or `data` for a signature (a PNG as a data URL). One file a request.
 */
export const uploadType = z.enum(['passport', 'card', 'sign'])

const uploadReply = replyWith({ name: z.optional(z.string()), state: z.optional(documentState) })
const fileName = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,80}(\.[a-z]{2,5})?$/))
const file = { method: 'GET', access: 'client', kind: 'page', reply: z.unknown() } as const

export const documentsCalls = {
  upload: defineCall({
    method: 'POST',
    path: '/upload',
    access: 'client',
    kind: 'upload',
    source: 'account 7',
    summary: 'A document or a signature. 413 above 10 MB, 415 for anything but an image or a PDF.',
    reply: uploadReply,
  }),
  corruptedUpload: defineCall({
    method: 'POST',
    path: '/userdocs/upload',
    access: 'client',
    kind: 'upload',
    source: 'account 7',
    summary: 'The same document again, where what was sent before cannot be read.',
    reply: uploadReply,
  }),
  corruptedSign: defineCall({
    method: 'POST',
    path: '/userdocs/dataurl',
    access: 'client',
    source: 'account 7',
    summary: 'The same signature again, a PNG as a data URL.',
    body: z.strictObject({
      type: z.literal('sign'),
      data: z.string().check(z.maxLength(1_000_000), z.regex(/^data:image\/png;base64,[A-Za-z0-9+/]+=*$/)),
    }),
    reply: uploadReply,
  }),
  cards: defineCall({
    method: 'POST',
    path: '/api/triggers/cards',
    access: 'client',
    source: 'account 7',
    summary: 'Where the picture of the card stands, and whether one can be sent now.',
    body: nothing,
    reply: z.object({ return: z.literal(true), card: documentState, can_load: z.boolean() }),
  }),
  view: defineCall({
    ...file,
    path: '/upload/:name',
    source: 'account 2',
    summary: 'A file of the trader, shown to its owner only and never run.',
    params: z.object({ name: fileName }),
  }),
  viewIn: defineCall({
    ...file,
    path: '/upload/:a/:b',
    source: 'account 2',
    summary: 'The same, in a folder.',
    params: z.object({ a: fileName, b: fileName }),
  }),
  viewDoc: defineCall({
    ...file,
    path: '/userdocs/viewdoc/:name',
    source: 'account 2',
    summary: 'A document of the trader, shown to its owner only and never run.',
    params: z.object({ name: fileName }),
  }),
} as const
