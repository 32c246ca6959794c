import { requestIdHeader } from '@tradefront/contract/request-id'
import type { UpstreamRequest } from '@tradefront/processors/processor'
import { cleanJson } from '@tradefront/processors/shared/clean-text'
import {
  getProcessorSecrets,
  type SecretSettings,
  signatureHeader,
  type SignedRequest,
  signRequest,
  verifyReply,
  verifyRequest,
} from '@tradefront/processors/signature'
import type { Agent } from 'undici'

import type { Clock } from '../platform/clock.ts'
import { hmacSha256 } from '../platform/crypto/hmac-sha256.ts'
import { getErrorCode } from '../platform/error-code.ts'
import { getWork } from '../platform/logging/work.ts'

/** `unsigned`: the processor has not signed it for this request. `other_reference`: it is about another charge or refund. */
type UnverifiedReply = 'unsigned' | 'other_reference'

/** After these failures the processor can still have executed the request. `refused`: 3xx or 4xx. `unreadable`: not JSON, or too long. */
export type TransportFailure = 'timeout' | 'network' | 'status_5xx' | 'refused' | 'unreadable' | UnverifiedReply

export type ProcessorResponse =
  | { readonly ok: true; readonly json: unknown }
  | { readonly ok: false; readonly fault: TransportFailure }

export type ProcessorGateway = {
  /** Sends a request. Never throws or retries: the caller decides what a missing reply means. */
  readonly sendRequest: (request: UpstreamRequest) => Promise<ProcessorResponse>
  readonly isSignatureValid: (slug: string, header: unknown, request: SignedRequest) => boolean
  readonly close: () => void
}

export type ProcessorGatewayDeps = {
  /** Of a processor or payout provider. No trailing slash. */
  readonly findBaseUrl: (slug: string) => string
  readonly secrets: SecretSettings
  readonly clock: Clock
  readonly onUnverifiedReply: (slug: string, ref: string, fault: UnverifiedReply) => void
  readonly callTimeoutMs: number
  readonly onCall?: (call: ProviderCall) => void
}

/** `outcome`: `answered`, or why there was no answer that counts. */
export type ProviderCall = {
  readonly provider: string
  readonly call: string
  readonly outcome: 'answered' | TransportFailure
  readonly seconds: number
}

const connectTimeoutMs = 5_000
const maxResponseBytes = 256 * 1024
/** Each processor has its own connections, so that one that does not answer leaves the others theirs. */
const maxConnections = 100

/** Sends requests to processors. Bodies contain card numbers and are never logged. */
export function createProcessorGateway(deps: ProcessorGatewayDeps): ProcessorGateway {
  const { findBaseUrl, secrets, clock, onUnverifiedReply, callTimeoutMs, onCall } = deps
  const getSecrets = (slug: string) => getProcessorSecrets(hmacSha256, secrets, slug)
  const agents = new Map<string, Agent>()
  let undici: Promise<typeof import('undici')> | null = null
  const openClient = async (slug: string) => {
    // Loaded on demand, to keep the start fast.
    undici ??= import('undici')
    const { Agent, request } = await undici
    const connect = { timeout: connectTimeoutMs }
    const agent =
      agents.get(slug) ?? new Agent({ connections: maxConnections, connect, maxResponseSize: maxResponseBytes })
    agents.set(slug, agent)
    return { agent, request }
  }

  const verify = (slug: string, reply: { path: string; ref: string; body: string; header: unknown }) => {
    const { header, ...signed } = reply
    return verifyReply(hmacSha256, getSecrets(slug), header, { status: 200, ...signed }, clock.now().getTime())
  }

  const send = async ({ path, body }: UpstreamRequest): Promise<ProcessorResponse> => {
    const [, slug = ''] = path.split('/')
    const ref = typeof body['ref'] === 'string' ? body['ref'] : ''
    const url = new URL(`${findBaseUrl(slug)}${path}`)
    const payload = JSON.stringify(body)
    const { agent, request } = await openClient(slug)
    const signed = { method: 'POST', path: url.pathname, body: payload }
    try {
      const response = await request(url, {
        dispatcher: agent,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          [requestIdHeader]: getWork()?.id,
          [signatureHeader]: signRequest(hmacSha256, getSecrets(slug)[0], signed, clock.now().getTime()),
        },
        body: payload,
        signal: AbortSignal.timeout(callTimeoutMs),
      })
      if (response.statusCode !== 200) {
        void response.body.dump().catch(() => undefined)
        return { ok: false, fault: response.statusCode >= 500 ? 'status_5xx' : 'refused' }
      }
      const text = await response.body.text()
      const header = response.headers[signatureHeader]
      const isSigned = verify(slug, { path: url.pathname, ref, body: text, header })
      const json = isSigned ? cleanJson(JSON.parse(text)) : null
      const fault = isSigned ? (isAbout(json, body) ? null : 'other_reference') : 'unsigned'
      if (fault === null) return { ok: true, json }
      onUnverifiedReply(slug, ref, fault)
      return { ok: false, fault }
    } catch (error) {
      return { ok: false, fault: toTransportFailure(error) }
    }
  }

  return {
    sendRequest: async (request) => {
      const startedMs = performance.now()
      const response = await send(request)
      const [, provider = '', call = ''] = request.path.split('/')
      const outcome = response.ok ? 'answered' : response.fault
      onCall?.({ provider, call, outcome, seconds: (performance.now() - startedMs) / 1000 })
      return response
    },
    isSignatureValid: (slug, header, request) =>
      verifyRequest(hmacSha256, getSecrets(slug), header, request, clock.now().getTime()),
    close: () => {
      for (const agent of agents.values()) void agent.destroy()
    },
  }
}

/** Fields with the references of a charge and of its refund. A request for a statement has none. */
const references = ['ref', 'refund_ref']

/** Returns whether the reply has the references of the request. */
function isAbout(json: unknown, request: UpstreamRequest['body']): boolean {
  const reply: Readonly<Record<string, unknown>> = typeof json === 'object' ? { ...json } : {}
  return references.every((name) => request[name] === undefined || reply[name] === request[name])
}

function toTransportFailure(error: unknown): TransportFailure {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'timeout'
  const isTooLong = getErrorCode(error) === 'UND_ERR_RES_EXCEEDED_MAX_SIZE'
  return isTooLong || error instanceof SyntaxError ? 'unreadable' : 'network'
}
