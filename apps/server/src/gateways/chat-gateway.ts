import { createHmac } from 'node:crypto'

import { signatureHeader, signBody } from '@tradefront/processors/signature'

import type { Clock } from '../platform/clock.ts'

/** What is told to the person at the other end. `balance` is the ledger's, `shown_balance` what the trader's page shows; major units. */
export type ChatContext = {
  readonly conversation: string
  readonly balance: number
  readonly shown_balance: number
  readonly currency: string
}

export type ChatGateway = {
  /** Tells the vendor; false where it could not be told. Tried once: the next change of the balance tells it anew. */
  readonly sendContext: (facts: ChatContext) => Promise<boolean>
  /** A token by which the vendor knows whom it talks to: a JWT (HS256) good for ten minutes. */
  readonly createToken: (who: ChatUser) => string
}

export type ChatUser = {
  readonly conversation: string
  /** The first name alone. */
  readonly name: string
  readonly locale: string
}

export type ChatGatewayDeps = {
  /** Address of the frame's page. */
  readonly chatUrl: string
  /** Shared with the vendor. */
  readonly secret: string
  readonly publicUrl: string
  readonly clock: Clock
}

const sendTimeoutMs = 3000
const tokenLifetimeSeconds = 600

/** The chat's vendor: whoever serves the frame (the sandbox by default). */
export function createChatGateway({ chatUrl, secret, publicUrl, clock }: ChatGatewayDeps): ChatGateway {
  const mac = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
  const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return {
    createToken: ({ conversation, name, locale }) => {
      const iat = Math.floor(clock.now().getTime() / 1000)
      const claims = {
        iss: publicUrl,
        aud: 'chat',
        sub: conversation,
        name,
        locale,
        iat,
        exp: iat + tokenLifetimeSeconds,
      }
      const signed = `${encodePart({ alg: 'HS256', typ: 'JWT' })}.${encodePart(claims)}`
      return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
    },
    sendContext: async (facts) => {
      const body = JSON.stringify(facts)
      try {
        const response = await fetch(`${chatUrl}/facts`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            [signatureHeader]: signBody(mac, body, clock.now().getTime()),
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
