import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { getProcessorSecret, signatureHeader, signRequest, verifyRequest } from '@tradefront/processors/signature'

import { buildSandbox, type SandboxApp, type SandboxAppOptions } from '../app.ts'
import { hmacSha256 } from '../platform/hmac-sha256.ts'

const secret = 'a sandbox secret that is only good for tests'
const getSecret = (slug: string) =>
  slug === 'chat' ? secret : getProcessorSecret(hmacSha256, { sandboxSecret: secret, processorSecrets: {} }, slug)

export type Webhook = { readonly event_id: string; readonly ref: string; readonly charge: { readonly status: string } }
export type ProcessorReply = { readonly status: number; readonly json: Record<string, unknown> }

/** Waits are a thousandth of the real ones. */
export type SandboxFixture = {
  readonly app: SandboxApp
  readonly url: string
  readonly webhooks: Webhook[]
  /** HTTP status of the merchant's replies to webhooks. */
  merchantStatus: number
  /** Runs a call that gets no reply with a short time-out: the others get half a minute. */
  readonly withShortTimeout: <T>(send: () => Promise<T>) => Promise<T>
  /** Sends a signed call. Returns `fault` if there is no reply. */
  readonly sendSigned: (path: string, body: unknown, nowMs?: number) => Promise<ProcessorReply | 'fault'>
  readonly startCharge: (
    slug: string,
    number: string,
    lastName?: string,
    overrides?: Record<string, unknown>,
  ) => Promise<{ ref: string; reply: ProcessorReply | 'fault' }>
  readonly callControl: (path: string, body?: unknown) => Promise<Record<string, unknown>>
  /** Waits for exactly these webhooks of a charge. */
  readonly waitForWebhooks: (ref: string, statuses: readonly string[]) => Promise<void>
  readonly getStatus: (slug: string, ref: string) => Promise<unknown>
  readonly close: () => Promise<void>
}

export async function startSandboxFixture(
  dataDir: string | null = null,
  overrides: Partial<Pick<SandboxAppOptions, 'now' | 'waitScale' | 'journal' | 'blockSeconds'>> = {},
): Promise<SandboxFixture> {
  const webhooks: Webhook[] = []
  const merchant = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const slug = path.split('/')[2] ?? ''
      const isSigned = verifyRequest(
        hmacSha256,
        [getSecret(slug)],
        headers[signatureHeader],
        { method, path, body },
        (overrides.now ?? Date.now)(),
      )
      if (isSigned) webhooks.push(JSON.parse(body) as Webhook)
      response.writeHead(isSigned ? fixture.merchantStatus : 401).end()
    })
  })
  await new Promise<void>((done) => merchant.listen(0, '127.0.0.1', done))
  const merchantUrl = `http://127.0.0.1:${(merchant.address() as AddressInfo).port}`
  const app = await buildSandbox({
    secret,
    dataDir,
    waitScale: 0.001,
    logLevel: 'silent',
    random: () => 0.5,
    ...overrides,
  })
  const url = await app.listen('127.0.0.1', 0)
  let timeoutMs = 30_000

  const fixture: SandboxFixture = {
    app,
    url,
    webhooks,
    merchantStatus: 200,
    withShortTimeout: async (send) => {
      timeoutMs = 500
      return send().finally(() => {
        timeoutMs = 30_000
      })
    },
    sendSigned: async (path, body, nowMs = (overrides.now ?? Date.now)()) => {
      const payload = JSON.stringify(body)
      const signed = { method: 'POST', path, body: payload }
      const signature = signRequest(hmacSha256, getSecret(path.split('/')[1] ?? ''), signed, nowMs)
      try {
        const response = await fetch(`${url}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', [signatureHeader]: signature },
          body: payload,
          signal: AbortSignal.timeout(timeoutMs),
        })
        return { status: response.status, json: (await response.json()) as Record<string, unknown> }
      } catch {
        return 'fault'
      }
    },
    startCharge: async (slug, number, lastName = 'Lovelace', extra = {}) => {
      const ref = randomUUID()
      const card = { number, exp_month: 4, exp_year: 2031, first_name: 'TEST', last_name: lastName, brand: 'visa' }
      const addresses = { return_url: `${merchantUrl}/return/${slug}`, notify_url: `${merchantUrl}/hooks/${slug}` }
      const body = { ref, amount: 100_000, currency: 'USD', card, country: 'US', user_id: '7', ...addresses, ...extra }
      return { ref, reply: await fixture.sendSigned(`/${slug}/start`, body) }
    },
    callControl: async (path, body) => {
      const init =
        body === undefined
          ? {}
          : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const response = await fetch(`${url}/control/${path}`, init)
      return (await response.json()) as Record<string, unknown>
    },
    waitForWebhooks: async (ref, statuses) => {
      const received = () => webhooks.filter((event) => event.ref === ref).map(({ charge }) => charge.status)
      for (let attempt = 0; attempt < 3000 && received().length < statuses.length; attempt += 1)
        await new Promise((done) => setTimeout(done, 10))
      if (JSON.stringify(received()) !== JSON.stringify(statuses))
        throw new Error(`webhooks were ${received().join(', ')}`)
    },
    getStatus: async (slug, ref) => {
      const reply = await fixture.sendSigned(`/${slug}/status`, { ref })
      return reply === 'fault' ? reply : reply.json['status']
    },
    close: async () => {
      await app.close()
      merchant.closeAllConnections()
      await new Promise((done) => merchant.close(done))
    },
  }
  return fixture
}

/** Returns the native reply in a reply. */
export function toNativeReply(reply: ProcessorReply | 'fault'): Record<string, unknown> {
  if (reply === 'fault') throw new Error('no answer')
  return reply.json['reply'] as Record<string, unknown>
}
