import { requestIdHeader } from '@tradefront/contract/request-id'
import type { EncodedRequest, Provider, ProviderRequest, ReceivedWebhook } from '@tradefront/processors/protocol'
import { cleanJson } from '@tradefront/processors/shared/clean-text'
import type { Agent } from 'undici'

import type { Clock } from '../platform/clock.ts'
import { hmacSha256 } from '../platform/crypto/hmac-sha256.ts'
import { getErrorCode } from '../platform/error-code.ts'
import { getWork } from '../platform/logging/work.ts'
import { bodyTypes, encodeBody } from './encode-body.ts'
import type { ProviderAccess } from './provider-access.ts'

/** `unsigned`: the processor has not signed it for this request. `other_reference`: it is about another charge or refund. */
type UnverifiedReply = 'unsigned' | 'other_reference'

/**
 * After these failures the provider can still have executed the request, except after `not_connected`: it has no address or keys, and nothing was
 * sent. `refused`: an HTTP status of 3xx or 4xx that its protocol does not read. `unreadable`: not JSON, or too long.
 */
export type TransportFailure =
  | 'timeout'
  | 'network'
  | 'status_5xx'
  | 'refused'
  | 'unreadable'
  | 'not_connected'
  | UnverifiedReply

export type ProcessorResponse =
  | { readonly ok: true; readonly json: unknown; readonly status: number }
  | { readonly ok: false; readonly fault: TransportFailure }

/** `access` is used instead of what is set. `timeoutMs` is a shorter limit than that of calls which move money. */
export type ProviderTrial = { readonly access?: ProviderAccess | undefined; readonly timeoutMs: number }

/** Speaks with processors, wallets and payout providers, each by its own protocol. */
export type ProcessorGateway = {
  /**
   * Sends a request. Never throws or retries: the caller decides what a missing reply means.
   * @param trial for a call that only tests the provider
   */
  readonly sendRequest: (
    provider: Provider,
    request: ProviderRequest,
    trial?: ProviderTrial,
  ) => Promise<ProcessorResponse>
  readonly isWebhookGenuine: (provider: Provider, webhook: ReceivedWebhook) => Promise<boolean>
  /** Returns whether the provider has an address and keys. */
  readonly isConnected: (provider: Provider) => Promise<boolean>
  readonly close: () => void
}

export type ProcessorGatewayDeps = {
  /** Null: the provider is not connected. */
  readonly findAccess: (provider: Provider) => Promise<ProviderAccess | null>
  readonly clock: Clock
  readonly onUnverifiedReply: (slug: string, ref: string, fault: UnverifiedReply) => void
  readonly callTimeoutMs: number
  readonly onCall?: (call: ProviderCall) => void
}

/** `outcome`: `answered`, or why there was no valid answer. */
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

/** Creates the gateway. Bodies contain card numbers, and headers keys: neither is ever logged. */
export function createProcessorGateway(deps: ProcessorGatewayDeps): ProcessorGateway {
  const { findAccess, clock, onUnverifiedReply, callTimeoutMs, onCall } = deps
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
  const createTools = ({ keys }: ProviderAccess) => ({ keys, mac: hmacSha256, nowMs: clock.now().getTime() })

  const send = async (
    { slug, protocol }: Provider,
    providerRequest: ProviderRequest,
    trial: ProviderTrial | undefined,
  ): Promise<ProcessorResponse> => {
    try {
      const access = trial?.access ?? (await findAccess({ slug, protocol }))
      if (access === null) return { ok: false, fault: 'not_connected' }
      const url = new URL(`${access.address}${providerRequest.path}`)
      const sent: EncodedRequest = {
        method: providerRequest.method,
        path: `${url.pathname}${url.search}`,
        body: providerRequest.body === null ? '' : encodeBody(protocol.bodyFormat, providerRequest.body),
      }
      const { agent, request } = await openClient(slug)
      const response = await request(url, {
        dispatcher: agent,
        method: providerRequest.method,
        headers: {
          accept: 'application/json',
          ...(providerRequest.body !== null && { 'content-type': bodyTypes[protocol.bodyFormat] }),
          [requestIdHeader]: getWork()?.id,
          ...(protocol.idempotencyHeader !== null && { [protocol.idempotencyHeader]: providerRequest.idempotencyKey }),
          ...protocol.authenticate(sent, createTools(access)),
        },
        body: providerRequest.body === null ? null : sent.body,
        signal: AbortSignal.timeout(trial?.timeoutMs ?? callTimeoutMs),
      })
      const { statusCode: status, headers } = response
      if (!isReadable(protocol, status)) {
        void response.body.dump().catch(() => undefined)
        return { ok: false, fault: status >= 500 ? 'status_5xx' : 'refused' }
      }
      const body = await response.body.text()
      const about = { ...sent, reference: providerRequest.reference }
      const isGenuine = protocol.isReplyGenuine({ status, headers, body }, about, createTools(access))
      const json = isGenuine ? cleanJson(JSON.parse(body)) : null
      const fault = isGenuine ? (protocol.isReplyAbout(json, providerRequest) ? null : 'other_reference') : 'unsigned'
      if (fault === null) return { ok: true, json, status }
      onUnverifiedReply(slug, providerRequest.reference, fault)
      return { ok: false, fault }
    } catch (error) {
      return { ok: false, fault: toTransportFailure(error) }
    }
  }

  return {
    sendRequest: async (provider, request, trial) => {
      const startedMs = performance.now()
      const response = await send(provider, request, trial)
      const outcome = response.ok ? 'answered' : response.fault
      const seconds = (performance.now() - startedMs) / 1000
      onCall?.({ provider: provider.slug, call: request.call, outcome, seconds })
      return response
    },
    isWebhookGenuine: async (provider, webhook) => {
      const access = await findAccess(provider)
      return access !== null && provider.protocol.isWebhookGenuine(webhook, createTools(access))
    },
    isConnected: async (provider) => (await findAccess(provider)) !== null,
    close: () => {
      for (const agent of agents.values()) void agent.destroy()
    },
  }
}

/** A redirect or a fault of the provider's server says nothing about a charge, whatever the protocol reads. */
function isReadable({ readableStatuses }: Provider['protocol'], status: number): boolean {
  return readableStatuses.includes(status) && (status < 300 || (status >= 400 && status < 500))
}

function toTransportFailure(error: unknown): TransportFailure {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'timeout'
  const isTooLong = getErrorCode(error) === 'UND_ERR_RES_EXCEEDED_MAX_SIZE'
  return isTooLong || error instanceof SyntaxError ? 'unreadable' : 'network'
}
