import { signatureHeader, signRequest } from '@tradefront/processors/signature'
import { SignJWT } from 'jose'

import type { Clock } from '../platform/clock.ts'
import { hmacSha256 } from '../platform/crypto/hmac-sha256.ts'

/** Amounts in major units: `balance` is the one of the ledger, `shown_balance` the one of the page. */
export type ChatContext = {
  readonly conversation: string
  readonly balance: number
  readonly shown_balance: number
  readonly currency: string
}

export type ChatUser = {
  readonly conversation: string
  /** First name of the trader. */
  readonly name: string
  readonly locale: string
}

export type ChatGateway = {
  /** Returns false if the vendor has not accepted the context. It is not sent again, because the next balance is sent anyway. */
  readonly sendContext: (context: ChatContext) => Promise<boolean>
  /** Returns a JWT (HS256) that is valid for ten minutes. */
  readonly createToken: (user: ChatUser) => Promise<string>
}

export type ChatGatewayDeps = {
  readonly chatUrl: string
  readonly secret: string
  readonly publicUrl: string
  readonly clock: Clock
}

const sendTimeoutMs = 3000
const tokenLifetimeSeconds = 600

export function createChatGateway({ chatUrl, secret, publicUrl, clock }: ChatGatewayDeps): ChatGateway {
  return {
    createToken: ({ conversation, name, locale }) => {
      const issuedAt = Math.floor(clock.now().getTime() / 1000)
      return new SignJWT({ name, locale })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(publicUrl)
        .setAudience('chat')
        .setSubject(conversation)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + tokenLifetimeSeconds)
        .sign(Buffer.from(secret))
    },
    sendContext: async (context) => {
      const body = JSON.stringify(context)
      const url = new URL(`${chatUrl}/facts`)
      const signed = { method: 'POST', path: url.pathname, body }
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            [signatureHeader]: signRequest(hmacSha256, secret, signed, clock.now().getTime()),
          },
          body,
          redirect: 'error',
          signal: AbortSignal.timeout(sendTimeoutMs),
        })
        await response.body?.cancel()
        return response.ok
      } catch {
        return false
      }
    },
  }
}
