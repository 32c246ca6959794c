import { jwtVerify } from 'jose'
import * as z from 'zod'

import type { ChatIdentity } from './chat-service.ts'

const claims = z.object({ sub: z.uuid(), name: z.string().max(60), exp: z.number() })

/** Verifies the merchant's token (JWT, HS256). Returns null if it is forged, expired or for another audience. */
export async function verifyChatToken(token: string, secret: string, nowMs: number): Promise<ChatIdentity | null> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      audience: 'chat',
      currentDate: new Date(nowMs),
    })
    const { sub, name } = claims.parse(payload)
    return { conversation: sub, name }
  } catch {
    return null
  }
}
