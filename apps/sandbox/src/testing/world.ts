import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { signatureHeader, signBody, verifySignature } from '@tradefront/processors/signature'

import { buildSandbox, type SandboxApp } from '../app.ts'

const secret = 'a sandbox secret that is only good for tests'
const mac = (text: string) => createHmac('sha256', secret).update(text).digest('hex')

export type Webhook = { readonly event_id: string; readonly ref: string; readonly charge: { readonly status: string } }
export type Reply = { readonly status: number; readonly json: Record<string, unknown> }

/** A sandbox with a merchant that takes its webhooks. Waits are a thousandth of the real ones. */
export type World = {
  readonly app: SandboxApp
  readonly url: string
  readonly webhooks: Webhook[]
  /** What the merchant answers webhooks with. */
  merchantStatus: number
  /** Signed, as the server does; `fault` where there is no answer. */
  readonly ask: (path: string, body: unknown, nowMs?: number) => Promise<Reply | 'fault'>
  readonly start: (
    slug: string,
    number: string,
    lastName?: string,
    more?: Record<string, unknown>,
  ) => Promise<{ ref: string; reply: Reply | 'fault' }>
  readonly control: (path: string, body?: unknown) => Promise<Record<string, unknown>>
  /** Waits until the webhooks of a charge are these. */
  readonly told: (ref: string, statuses: readonly string[]) => Promise<void>
  readonly status: (slug: string, ref: string) => Promise<unknown>
  readonly stop: () => Promise<void>
}

export async function openWorld(
  dataDir: string | null = null,
  more: { now?: () => number; waitScale?: number } = {},
): Promise<World> {
  const webhooks: Webhook[] = []
  const merchant = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      const signed = verifySignature(mac, request.headers[signatureHeader], body, (more.now ?? Date.now)())
      if (signed) webhooks.push(JSON.parse(body) as Webhook)
      response.writeHead(signed ? world.merchantStatus : 401).end()
    })
  })
  await new Promise<void>((done) => merchant.listen(0, '127.0.0.1', done))
  const merchantUrl = `http://127.0.0.1:${(merchant.address() as AddressInfo).port}`
  const app = await buildSandbox({ secret, dataDir, waitScale: 0.001, logLevel: 'silent', random: () => 0.5, ...more })
  const url = await app.listen('127.0.0.1', 0)

  const world: World = {
    app,
    url,
    webhooks,
    merchantStatus: 200,
    ask: async (path, body, nowMs = (more.now ?? Date.now)()) => {
      const payload = JSON.stringify(body)
      try {
        const response = await fetch(`${url}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', [signatureHeader]: signBody(mac, payload, nowMs) },
          body: payload,
          signal: AbortSignal.timeout(500),
        })
        return { status: response.status, json: (await response.json()) as Record<string, unknown> }
      } catch {
        return 'fault'
      }
    },
    start: async (slug, number, lastName = 'Lovelace', extra = {}) => {
      const ref = randomUUID()
      const card = { number, exp_month: 4, exp_year: 2031, first_name: 'TEST', last_name: lastName, brand: 'visa' }
      const addresses = { return_url: `${merchantUrl}/return/${slug}`, notify_url: `${merchantUrl}/hooks/${slug}` }
      const body = { ref, amount: 100_000, currency: 'USD', card, country: 'US', user_id: '7', ...addresses, ...extra }
      return { ref, reply: await world.ask(`/${slug}/start`, body) }
    },
    control: async (path, body) => {
      const init =
        body === undefined
          ? {}
          : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const response = await fetch(`${url}/control/${path}`, init)
      return (await response.json()) as Record<string, unknown>
    },
    told: async (ref, statuses) => {
      const seen = () => webhooks.filter((event) => event.ref === ref).map(({ charge }) => charge.status)
      for (let look = 0; look < 200 && seen().length < statuses.length; look += 1)
        await new Promise((done) => setTimeout(done, 10))
      if (JSON.stringify(seen()) !== JSON.stringify(statuses)) throw new Error(`webhooks were ${seen().join(', ')}`)
    },
    status: async (slug, ref) => {
      const reply = await world.ask(`/${slug}/status`, { ref })
      return reply === 'fault' ? reply : reply.json['status']
    },
    stop: async () => {
      await app.close()
      merchant.closeAllConnections()
      await new Promise((done) => merchant.close(done))
    },
  }
  return world
}

/** The native reply, of an answer that came. */
export function native(reply: Reply | 'fault'): Record<string, unknown> {
  if (reply === 'fault') throw new Error('no answer')
  return reply.json['reply'] as Record<string, unknown>
}
