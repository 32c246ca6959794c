import { createHmac, timingSafeEqual } from 'node:crypto'

import * as z from 'zod'

import type { ChatPerson } from './chat.ts'

const claims = z.object({
  aud: z.literal('chat'),
  sub: z.uuid(),
  name: z.string().max(60),
  exp: z.number(),
})

/** Who a merchant's token (JWT, HS256) says is there; null for one that is forged, for something else or too old. */
export function readChatToken(token: string, secret: string, nowMs: number): ChatPerson | null {
  const parts = /^([\w-]{10,200})\.([\w-]{10,2000})\.([\w-]{43})$/.exec(token)
  if (parts === null) return null
  const [, head = '', body = '', signature = ''] = parts
  const expected = createHmac('sha256', secret).update(`${head}.${body}`).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const read = claims.safeParse(parse(body))
  if (!read.success || read.data.exp * 1000 <= nowMs) return null
  return { conversation: read.data.sub, name: read.data.name }
}

function parse(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}
