import type { ComputeMac } from './signature.ts'

/** A request to a provider as data. It has no secret: the gateway adds what proves that it is ours, and sends it. */
export type ProviderRequest = {
  /** Name of the call in logs and figures, e.g. `start`. */
  readonly call: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path and query below the provider's address. It begins with a slash. Encode references in it by `encodeURIComponent`. */
  readonly path: string
  /** Null for a request without a body. Its encoding is that of the protocol. Fields that are undefined are left out. */
  readonly body: Readonly<Record<string, unknown>> | null
  /** Our reference of the charge or payout, which alerts name. Empty for a request about none, e.g. for a statement. */
  readonly reference: string
  /** The provider does once what it is asked with the same key. Sent in the header `idempotencyHeader` of the protocol. */
  readonly idempotencyKey?: string
}

/** A request as it is sent. `path` is the address without scheme and host, `body` the encoded text, or empty. */
export type EncodedRequest = { readonly method: string; readonly path: string; readonly body: string }

/** Names are in lower case. */
export type MessageHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

export type ReceivedReply = { readonly status: number; readonly headers: MessageHeaders; readonly body: string }

/** A webhook as it has arrived. `path` is the address without scheme and host, `body` the text before it was parsed. */
export type ReceivedWebhook = EncodedRequest & { readonly headers: MessageHeaders }

/** Keys by their names. The first one of each signs; the others are accepted, too, while a key is replaced. */
export type ProviderKeys = Readonly<Record<string, readonly string[]>>

/** What a protocol needs to sign and to verify. `mac` is HMAC-SHA-256 in hex. */
export type ProtocolTools = { readonly keys: ProviderKeys; readonly mac: ComputeMac; readonly nowMs: number }

/**
 * How to speak with a provider, whatever it does for us. It has no I/O: the gateway connects, limits time and size, never repeats a request by
 * itself, follows no redirect, logs no body and no header, and refuses a reply that this protocol does not accept. What was asked is then
 * in doubt, and is asked about again.
 */
export type Protocol = {
  /**
   * Addresses at which the provider answers, e.g. one for tests and one for real money, without a slash at the end. Operators can choose no
   * other. Empty: each installation has an address of its own.
   */
  readonly addresses: readonly string[]
  /** Names of the keys that the provider gives out, e.g. `secret_key`. Operators enter each of them at the desk. */
  readonly keyNames: readonly string[]
  /** Encoding of bodies. `form`: `application/x-www-form-urlencoded`, with fields in fields as `a[b]=1`. */
  readonly bodyFormat: 'json' | 'form'
  /** Header in which the provider expects the idempotency key. Null: the body has the reference, which does the same. */
  readonly idempotencyHeader: string | null
  /** Builds the headers that prove that the request is ours, e.g. a bearer key or a signature. */
  readonly authenticate: (request: EncodedRequest, tools: ProtocolTools) => Readonly<Record<string, string>>
  /**
   * HTTP statuses of replies with a meaning that the parsers read, e.g. 402 for a decline and 404 for an unknown charge. All others say nothing
   * about the charge. 3xx and 5xx never do.
   */
  readonly readableStatuses: readonly number[]
  /** Says whether the provider has sent this reply to this request. TLS proves it where replies are not signed: then return true. */
  readonly isReplyGenuine: (
    reply: ReceivedReply,
    request: EncodedRequest & Pick<ProviderRequest, 'reference'>,
    tools: ProtocolTools,
  ) => boolean
  /** Says whether the reply is about the charge, refund or payout of the request. `json` is the parsed body. */
  readonly isReplyAbout: (json: unknown, request: ProviderRequest) => boolean
  /**
   * Says whether the provider has sent this webhook: its signature is over the text of the body, and not older than `signatureWindowMs`. Compare
   * signatures by `isEqualInConstantTime`.
   */
  readonly isWebhookGenuine: (webhook: ReceivedWebhook, tools: ProtocolTools) => boolean
}

/** A processor, wallet or payout provider, as the gateway sees it. `slug` names its address and keys, and is in `/hooks/{slug}` and `/return/{slug}`. */
export type Provider = { readonly slug: string; readonly protocol: Protocol }
