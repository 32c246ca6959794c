import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { extendPlainReply, plainReply } from './wire.ts'

const endpoint = z.url().check(z.maxLength(1000))
/** Unpadded base64url of `length` bytes. */
const bytes = (length: number) =>
  z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((length * 4) / 3)}}$`)))

/** Content of a message, which the service worker of the browser shows. */
export const pushContent = z.object({
  title: z.string(),
  body: z.string(),
  /** Path of the page that opens when the trader presses the message. */
  path: z.string(),
})
export type PushContent = z.infer<typeof pushContent>

export const pushCalls = {
  getPushKey: defineCall({
    method: 'GET',
    path: '/api/push/key',
    access: 'client',
    source: 'ours',
    summary: 'The public key of the server (RFC 8292), which browsers subscribe for.',
    reply: extendPlainReply({ key: z.string() }),
  }),
  savePushSubscription: defineCall({
    method: 'POST',
    path: '/api/push/subscribe',
    access: 'client',
    source: 'ours',
    summary:
      'Saves the subscription of this browser for as long as its session lasts. Refused if the address is not that of a known push service. An eleventh one replaces the oldest of the trader.',
    body: z.strictObject({ endpoint, keys: z.strictObject({ p256dh: bytes(65), auth: bytes(16) }) }),
    reply: plainReply,
  }),
} as const
