import { createHmac } from 'node:crypto'

import type { UpstreamRequest } from '@tradefront/processors/processor'
import { cleanJson } from '@tradefront/processors/shared/clean-text'
import { signatureHeader, signBody, verifySignature } from '@tradefront/processors/signature'
import { callTimeoutMs } from '@tradefront/rules/deposits/retry-schedule'
import type { Agent } from 'undici'

import type { Clock } from '../platform/clock.ts'
import { getErrorCode } from '../platform/error-code.ts'

/** The processor can still have executed the request. `refused`: 3xx or 4xx. `unreadable`: not JSON, or too long. */
export type TransportFailure = 'timeout' | 'network' | 'status_5xx' | 'refused' | 'unreadable'

export type ProcessorResponse =
  | { readonly ok: true; readonly json: unknown }
  | { readonly ok: false; readonly fault: TransportFailure }

export type ProcessorGateway = {
  /** Never throws or retries: the caller decides what a missing reply means. */
  readonly sendRequest: (request: UpstreamRequest) => Promise<ProcessorResponse>
  readonly isSignatureValid: (header: unknown, rawBody: string) => boolean
  readonly close: () => void
}

export type ProcessorGatewayDeps = {
  /** No trailing slash. */
  readonly baseUrl: string
  readonly secret: string
  readonly clock: Clock
  readonly waitScale: number
}

const connectTimeoutMs = 5_000
const maxResponseBytes = 256 * 1024
const maxConnections = 100

/** Bodies contain card numbers and are never logged. */
export function createProcessorGateway({ baseUrl, secret, clock, waitScale }: ProcessorGatewayDeps): ProcessorGateway {
  const mac = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
  let client: Promise<{ readonly undici: typeof import('undici'); readonly agent: Agent }> | null = null
  // Loaded on demand, to keep the start fast.
  const getClient = () => {
    client ??= import('undici').then((undici) => ({
      undici,
      agent: new undici.Agent({
        connections: maxConnections,
        connect: { timeout: connectTimeoutMs * waitScale },
        maxResponseSize: maxResponseBytes,
      }),
    }))
    return client
  }

  return {
    sendRequest: async ({ path, body }) => {
      const payload = JSON.stringify(body)
      const { undici, agent } = await getClient()
      try {
        const response = await undici.request(`${baseUrl}${path}`, {
          dispatcher: agent,
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json',
            [signatureHeader]: signBody(mac, payload, clock.now().getTime()),
          },
          body: payload,
          signal: AbortSignal.timeout(callTimeoutMs * waitScale),
        })
        if (response.statusCode !== 200) {
          void response.body.dump().catch(() => undefined)
          return { ok: false, fault: response.statusCode >= 500 ? 'status_5xx' : 'refused' }
        }
        return { ok: true, json: cleanJson(await response.body.json()) }
      } catch (error) {
        return { ok: false, fault: toTransportFailure(error) }
      }
    },
    isSignatureValid: (header, rawBody) => verifySignature(mac, header, rawBody, clock.now().getTime()),
    close: () => void client?.then(({ agent }) => agent.destroy()),
  }
}

function toTransportFailure(error: unknown): TransportFailure {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'timeout'
  const isTooLong = getErrorCode(error) === 'UND_ERR_RES_EXCEEDED_MAX_SIZE'
  return isTooLong || error instanceof SyntaxError ? 'unreadable' : 'network'
}
