import type { Protocol, ProviderRequest } from '../protocol.ts'
import { signatureHeader, signRequest, verifyReply, verifyRequest } from '../signature.ts'

/** The key of the protocol of docs/processors.md. */
export const standardKey = 'secret'

/** Fields with the references of a charge and of its refund. A request for a statement has none. */
const references = ['ref', 'refund_ref']

/** The protocol of docs/processors.md, which the sandbox speaks: JSON, and HMAC-SHA-256 over requests, replies and webhooks. */
export const standardProtocol: Protocol = {
  addresses: [],
  keyNames: [standardKey],
  bodyFormat: 'json',
  idempotencyHeader: null,
  readableStatuses: [200],
  authenticate: (request, { keys, mac, nowMs }) => ({
    [signatureHeader]: signRequest(mac, keys[standardKey]?.[0] ?? '', request, nowMs),
  }),
  isReplyGenuine: ({ status, headers, body }, { path, reference: ref }, { keys, mac, nowMs }) =>
    verifyReply(mac, keys[standardKey] ?? [], headers[signatureHeader], { status, path, ref, body }, nowMs),
  isReplyAbout: (json, { body }) => {
    const reply: Readonly<Record<string, unknown>> = typeof json === 'object' ? { ...json } : {}
    return references.every((name) => body?.[name] === undefined || reply[name] === body[name])
  },
  isWebhookGenuine: ({ headers, ...webhook }, { keys, mac, nowMs }) =>
    verifyRequest(mac, keys[standardKey] ?? [], headers[signatureHeader], webhook, nowMs),
}

/** Builds a request of that protocol. */
export function buildStandardRequest(slug: string, call: string, body: Record<string, unknown>): ProviderRequest {
  const reference = typeof body['ref'] === 'string' ? body['ref'] : ''
  return { call, method: 'POST', path: `/${slug}/${call}`, body, reference }
}
