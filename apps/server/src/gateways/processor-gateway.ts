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
export type Fault = 'timeout' | 'network' | 'status_5xx' | 'refused' | 'unreadable'

export type Answer = { readonly ok: true; readonly json: unknown } | { readonly ok: false; readonly fault: Fault }

export type ProcessorGateway = {
  /** Sends one signed request, once. Never throws, never tries again: whoever asks decides what an absent answer means. */
  readonly ask: (request: UpstreamRequest) => Promise<Answer>
  /** Whether a webhook's signature was made over this body, now, with our secret. */
  readonly isSigned: (header: unknown, rawBody: string) => boolean
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
const maxAnswerBytes = 256 * 1024
const maxConnections = 100

/** The one way to every card processor: JSON over HTTP, signed, with limits on time and size. Bodies are logged nowhere. */
export function createProcessorGateway({ baseUrl, secret, clock, waitScale }: ProcessorGatewayDeps): ProcessorGateway {
  const mac = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
  const secure = baseUrl.startsWith('https:')
  const keepAlive = { keepAlive: true, maxSockets: maxConnections, maxFreeSockets: maxConnections }
  const agent = secure ? new HttpsAgent(keepAlive) : new HttpAgent(keepAlive)
  const open = secure ? httpsRequest : httpRequest

  return {
    ask: ({ path, body }) =>
      new Promise((resolve) => {
        const payload = JSON.stringify(body)
        const request = open(`${baseUrl}${path}`, {
          method: 'POST',
          agent,
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(payload),
            accept: 'application/json',
            [signatureHeader]: signBody(mac, payload, clock.now().getTime()),
          },
        })
        const settle = (answer: Answer) => {
          clearTimeout(deadline)
          clearTimeout(connecting)
          resolve(answer)
        }
        const giveUp = (fault: Fault) => {
          settle({ ok: false, fault })
          request.destroy()
        }
        const deadline = setTimeout(giveUp, callTimeoutMs * waitScale, 'timeout')
        const connecting = setTimeout(giveUp, connectTimeoutMs * waitScale, 'network')
        whenConnected(request, () => clearTimeout(connecting))
        request.on('error', () => settle({ ok: false, fault: 'network' }))
        request.on('response', (response) => {
          const status = response.statusCode ?? 0
          if (status !== 200) return giveUp(status >= 500 ? 'status_5xx' : 'refused')
          const parts: Buffer[] = []
          let bytes = 0
          response.on('data', (part: Buffer) => {
            bytes += part.length
            if (bytes > maxAnswerBytes) return giveUp('unreadable')
            parts.push(part)
          })
          response.on('end', () => settle(readJson(Buffer.concat(parts))))
          response.on('close', () => settle({ ok: false, fault: 'network' }))
        })
        request.end(payload)
      }),
    isSigned: (header, rawBody) => verifySignature(mac, header, rawBody, clock.now().getTime()),
    close: () => agent.destroy(),
  }
}

function readJson(body: Buffer): Answer {
  try {
    return { ok: true, json: JSON.parse(body.toString('utf8')) }
  } catch {
    return { ok: false, fault: 'unreadable' }
  }
}

function whenConnected(request: ClientRequest, connected: () => void): void {
  request.on('socket', (socket) => {
    if (socket.connecting) socket.once('connect', connected)
    else connected()
  })
}
