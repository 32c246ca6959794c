import { createECDH, ECDH } from 'node:crypto'
import { lookup } from 'node:dns'

import type { Agent } from 'undici'

import { createCheckedLookup } from './feeds/document-fetcher.ts'
import { findPushService } from './push-endpoint.ts'

export const pushCurve = 'prime256v1'

/** The server's own key. Push services and browsers know the server by the public part (RFC 8292). */
export type PushKey = { readonly publicKey: Buffer; readonly privateKey: Buffer }

export type OutgoingPush = {
  readonly endpoint: string
  /** Keys of the browser, with which it reads messages. */
  readonly publicKey: Buffer
  readonly authSecret: Buffer
  readonly content: string
  /** How long the push service keeps the message for a browser that is not running. */
  readonly ttlSeconds: number
}

/** `gone`: the subscription has ended. `rejected`: this message is never accepted. `reason` contains no address. */
export type PushResult =
  | { readonly kind: 'sent' }
  | { readonly kind: 'gone' | 'deferred' | 'rejected'; readonly reason: string }

export type PushGateway = {
  /** Sends a message. Never throws or retries. @param contact e.g. `mailto:support@trade.example` */
  readonly sendPush: (push: OutgoingPush, key: PushKey, contact: string, nowMs: number) => Promise<PushResult>
  readonly close: () => Promise<void>
}

type PushGatewayOptions = {
  /** Address of the sandbox, whose simulated push service can be on this machine and without TLS. */
  readonly sandboxUrl: string
  readonly timeoutMs?: number
  /** Default: `lookup`. */
  readonly resolveHost?: typeof lookup
}

const maxResponseBytes = 64 * 1024
/** Lifetime of a token. A push service refuses more than a day. */
const tokenSeconds = 12 * 3600

/** Sends encrypted messages to the push services of browsers (RFC 8030, 8291, 8292). */
export function createPushGateway(options: PushGatewayOptions): PushGateway {
  const { sandboxUrl, timeoutMs = 10_000, resolveHost = lookup } = options
  let agents: { readonly sandbox: Agent; readonly public: Agent } | null = null

  const post = async (
    service: 'public' | 'sandbox',
    endpoint: string,
    headers: Record<string, string>,
    body: Buffer,
  ) => {
    // Loaded on demand, to keep the start fast.
    const undici = await import('undici')
    const limits = { connections: 8, maxResponseSize: maxResponseBytes }
    agents ??= {
      sandbox: new undici.Agent(limits),
      public: new undici.Agent({ ...limits, connect: { lookup: createCheckedLookup(resolveHost) } }),
    }
    // A redirect is not followed.
    const { statusCode, body: reply } = await undici.request(endpoint, {
      method: 'POST',
      dispatcher: agents[service],
      headers,
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    await reply.dump()
    return statusCode
  }

  return {
    sendPush: async (push, key, contact, nowMs) => {
      // Checked again, because the list of services can have become shorter.
      const service = findPushService(push.endpoint, sandboxUrl)
      if (service === null) return { kind: 'gone', reason: 'no push service' }
      try {
        const headers = {
          ttl: String(push.ttlSeconds),
          urgency: 'high',
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          authorization: await signToken(push.endpoint, key, contact, nowMs),
        }
        return toResult(await post(service, push.endpoint, headers, await encryptContent(push)))
      } catch {
        return { kind: 'deferred', reason: 'no reply' }
      }
    },
    close: async () => {
      await Promise.all([agents?.sandbox.destroy(), agents?.public.destroy()])
    },
  }
}

async function encryptContent({ content, publicKey, authSecret }: OutgoingPush): Promise<Buffer> {
  const { default: ece } = await import('http_ece')
  const ownKey = createECDH(pushCurve)
  ownKey.generateKeys()
  return ece.encrypt(Buffer.from(content), { version: 'aes128gcm', dh: publicKey, authSecret, privateKey: ownKey })
}

async function signToken(endpoint: string, key: PushKey, contact: string, nowMs: number): Promise<string> {
  const { importJWK, SignJWT } = await import('jose')
  const [x, y, d] = [key.publicKey.subarray(1, 33), key.publicKey.subarray(33), key.privateKey].map((part) =>
    part.toString('base64url'),
  )
  const token = await new SignJWT()
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(endpoint).origin)
    .setExpirationTime(Math.floor(nowMs / 1000) + tokenSeconds)
    .setSubject(contact)
    .sign(await importJWK({ kty: 'EC', crv: 'P-256', x, y, d }, 'ES256'))
  return `vapid t=${token}, k=${key.publicKey.toString('base64url')}`
}

function toResult(status: number): PushResult {
  const reason = `HTTP ${status}`
  if (status >= 200 && status < 300) return { kind: 'sent' }
  // 401 and 403 mean that the subscription belongs to another key.
  if ([401, 403, 404, 410].includes(status)) return { kind: 'gone', reason }
  if (status === 408 || status === 429 || status >= 500) return { kind: 'deferred', reason }
  return { kind: 'rejected', reason }
}

/** Returns whether a browser's key is a point of the curve: messages for others could not be encrypted. */
export function isPushPublicKey(publicKey: Buffer): boolean {
  try {
    ECDH.convertKey(publicKey, pushCurve)
    return true
  } catch {
    return false
  }
}
