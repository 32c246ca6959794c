import { createHmac } from 'node:crypto'
import { Agent as HttpAgent, type ClientRequest, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'

import type { UpstreamRequest } from '@tradefront/processors/processor'
import { signatureHeader, signBody, verifySignature } from '@tradefront/processors/signature'
import { callTimeoutMs } from '@tradefront/rules/deposits/retry-schedule'

import type { Clock } from '../platform/clock.ts'

/**
 * Why there is no answer. None of them says what became of the request: it may have been carried out all the same.
 * `refused` is a 3xx or 4xx, `unreadable` a body that is not JSON or longer than any answer may be.
 */
export type TransportFailure = 'timeout' | 'network' | 'status_5xx' | 'refused' | 'unreadable'

export type ProcessorResponse =
  | { readonly ok: true; readonly json: unknown }
  | { readonly ok: false; readonly fault: TransportFailure }

export type ProcessorGateway = {
  /** Sends one signed request, once. Never throws, never tries again: whoever asks decides what an absent answer means. */
  readonly sendRequest: (request: UpstreamRequest) => Promise<ProcessorResponse>
  /** Whether a webhook's signature was made over this body, now, with our secret. */
  readonly isSignatureValid: (header: unknown, rawBody: string) => boolean
  /** Ends idle and open connections. */
  readonly close: () => void
}

export type ProcessorGatewayDeps = {
  /** Without a slash at the end. */
  readonly baseUrl: string
  readonly secret: string
  readonly clock: Clock
  /** Multiplies the time-outs; 1 in production. */
  readonly waitScale: number
}

const connectTimeoutMs = 5_000
const maxResponseBytes = 256 * 1024
const maxConnections = 100

/** The one way to every card processor: JSON over HTTP, signed, with limits on time and size. Bodies are logged nowhere. */
export function createProcessorGateway({ baseUrl, secret, clock, waitScale }: ProcessorGatewayDeps): ProcessorGateway {
  const mac = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
  const secure = baseUrl.startsWith('https:')
  const keepAlive = { keepAlive: true, maxSockets: maxConnections, maxFreeSockets: maxConnections }
  const agent = secure ? new HttpsAgent(keepAlive) : new HttpAgent(keepAlive)
  const startRequest = secure ? httpsRequest : httpRequest

  return {
    sendRequest: ({ path, body }) =>
      new Promise((resolve) => {
        const payload = JSON.stringify(body)
        const request = startRequest(`${baseUrl}${path}`, {
          method: 'POST',
          agent,
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(payload),
            accept: 'application/json',
            [signatureHeader]: signBody(mac, payload, clock.now().getTime()),
          },
        })
        const finish = (answer: ProcessorResponse) => {
          clearTimeout(deadline)
          clearTimeout(connecting)
          resolve(answer)
        }
        const abort = (fault: TransportFailure) => {
          finish({ ok: false, fault })
          request.destroy()
        }
        const deadline = setTimeout(abort, callTimeoutMs * waitScale, 'timeout')
        const connecting = setTimeout(abort, connectTimeoutMs * waitScale, 'network')
        onConnected(request, () => clearTimeout(connecting))
        request.on('error', () => finish({ ok: false, fault: 'network' }))
        request.on('response', (response) => {
          const status = response.statusCode ?? 0
          if (status !== 200) return abort(status >= 500 ? 'status_5xx' : 'refused')
          const parts: Buffer[] = []
          let bytes = 0
          response.on('data', (part: Buffer) => {
            bytes += part.length
            if (bytes > maxResponseBytes) return abort('unreadable')
            parts.push(part)
          })
          response.on('end', () => finish(parseResponse(Buffer.concat(parts))))
          response.on('close', () => finish({ ok: false, fault: 'network' }))
        })
        request.end(payload)
      }),
    isSignatureValid: (header, rawBody) => verifySignature(mac, header, rawBody, clock.now().getTime()),
    close: () => agent.destroy(),
  }
}

function parseResponse(body: Buffer): ProcessorResponse {
  try {
    return { ok: true, json: JSON.parse(body.toString('utf8')) }
  } catch {
    return { ok: false, fault: 'unreadable' }
  }
}

function onConnected(request: ClientRequest, connected: () => void): void {
  request.on('socket', (socket) => {
    if (socket.connecting) socket.once('connect', connected)
    else connected()
  })
}
