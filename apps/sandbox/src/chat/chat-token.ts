import { createHmac, timingSafeEqual } from 'node:crypto'

import * as z from 'zod'

import type { ChatIdentity } from './chat-service.ts'

const claims = z.object({
  aud: z.literal('chat'),
  sub: z.uuid(),
  name: z.string().max(60),
  exp: z.number(),
})

/** Who a merchant's token (JWT, HS256) says is there; null for one that is forged, for something else or too old. */
export function verifyChatToken(token: string, secret: string, nowMs: number): ChatIdentity | null {
  const parts = /^([\w-]{10,200})\.([\w-]{10,2000})\.([\w-]{43})$/.exec(token)
  if (parts === null) return null
  const [, head = '', body = '', signature = ''] = parts
  const expected = createHmac('sha256', secret).update(`${head}.${body}`).digest()
  const actual = Buffer.from(signature, 'base64url')
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null
  const parsed = claims.safeParse(parse(body))
  if (!parsed.success || parsed.data.exp * 1000 <= nowMs) return null
  return { conversation: parsed.data.sub, name: parsed.data.name }
}

function parse(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}
