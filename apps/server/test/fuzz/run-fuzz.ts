import { readdirSync } from 'node:fs'
import { Agent, type IncomingMessage, request as sendHttp } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import fc from 'fast-check'

import { type FuzzRequest, createRequest } from './fuzz-request.ts'
import { canaries, invoiceGuid } from './hostile-values.ts'
import { readOpenApiCalls } from './openapi-calls.ts'

export type FuzzOptions = {
  readonly url: string
  readonly pid: number
  readonly requests: number
  readonly seed: number
  /** Number of the first request. */
  readonly from: number
  readonly print: (line: string) => void
}

export type FuzzReport = {
  /** Failures, each with the way to repeat it. */
  readonly faults: readonly string[]
  readonly byStatus: Readonly<Record<string, number>>
  readonly byCall: Readonly<Record<string, number>>
  /** Texts that must not be in the log. */
  readonly secrets: readonly string[]
}

const parallel = 12
const hangMs = 2000
/** Paths of calls that delay guessing on purpose. */
const delayedPaths = new Set([
  '/cli/login',
  '/cli/password',
  '/api/login',
  '/api/register',
  '/api/info',
  '/api/account/open',
  '/api/practice/register',
  '/api/withdrawal/destination/add',
  '/api/withdrawal/final',
])
const sessionEndingPaths = new Set(['/api/logout', '/cli/logout', '/api/us/sessions/end_all'])
const delayedHangMs = 20_000
const maxFaults = 30
const trader = { login: 'fuzz-trader@example.com', password: canaries.password }

type Session = { readonly cookie: string; readonly csrf: string }
type Reply = {
  readonly status: number
  readonly body: string
  readonly cookies: readonly string[]
  readonly ms: number
}

/** Sends requests to every call of the OpenAPI document. The same options send the same requests. */
export async function runFuzz({ url, pid, requests, seed, from, print }: FuzzOptions): Promise<FuzzReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: parallel })
  const secrets = new Set<string>(Object.values(canaries))
  const rememberSession = (session: Session): Session => {
    for (const pair of session.cookie.split('; ')) secrets.add(pair.slice(pair.indexOf('=') + 1))
    secrets.add(session.csrf)
    return session
  }
  const calls = readOpenApiCalls(JSON.parse((await send(url, agent, 'GET', '/api/docs/json')).body))
  const sessions = {
    visitor: rememberSession(await openSession(url, agent)),
    trader: rememberSession(await register(url, agent).then(() => logIn(url, agent))),
  }
  const guid = await openInvoice(url, agent, sessions.trader)
  const withGuid = (text: string) => text.replaceAll(invoiceGuid, guid)
  const countDescriptors = () => readdirSync(`/proc/${pid}/fd`).length
  const descriptorsBefore = countDescriptors()
  const faults: string[] = []
  /** Requests that were slow. Each is sent again by itself, because on a busy machine each can be slow once. */
  const slowRequests: (() => Promise<void>)[] = []
  const byStatus: Record<string, number> = {}
  const byCall: Record<string, number> = {}
  const addFault = (what: string, index: number, sent: FuzzRequest) => {
    const repeat = `npm run test:fuzz -- --seed ${seed} --from ${index} --requests 1`
    const fault = `${what}\n  repeat: ${repeat}\n  sent: ${JSON.stringify(sent).slice(0, 2000)}`
    if (faults.length < maxFaults) print(fault)
    faults.push(fault)
  }

  const sendOne = async (index: number) => {
    const call = calls[index % calls.length]
    if (!call) return
    const [sent] = fc.sample(createRequest(call), { seed: (seed * 1_000_003 + index) | 0, numRuns: 1 })
    if (!sent) return
    // Without this, most requests would meet an ended session.
    const sender =
      sessionEndingPaths.has(call.path) && Math.trunc(index / calls.length) % 10 > 0 ? 'forger' : sent.sender
    const session = sender === 'visitor' ? sessions.visitor : sessions.trader
    const headers = {
      cookie: session.cookie,
      ...(sent.method === 'GET' ? {} : { 'x-csrf-token': sender === 'forger' ? canaries.token : session.csrf }),
      'x-forwarded-for': `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
      ...sent.headers,
    }
    const limitMs = delayedPaths.has(call.path) ? delayedHangMs : hangMs
    const name = `${call.method} ${call.path}`
    byCall[name] = (byCall[name] ?? 0) + 1
    const sendIt = () =>
      send(
        url,
        agent,
        sent.method,
        withGuid(sent.target),
        headers,
        sent.body && withGuid(sent.body),
        limitMs * 5,
      ).catch((error: unknown) => (error instanceof Error ? error.message : 'no reply'))
    const reply = await sendIt()
    const status = typeof reply === 'string' ? reply : String(reply.status)
    byStatus[status] = (byStatus[status] ?? 0) + 1
    if (typeof reply === 'string') return addFault(`${name}: ${reply}`, index, sent)
    if (reply.status >= 500) addFault(`${name}: status ${reply.status} ${reply.body.slice(0, 200)}`, index, sent)
    if (reply.ms > limitMs) {
      slowRequests.push(async () => {
        const again = await sendIt()
        if (typeof again === 'string' || again.ms > limitMs)
          addFault(`${name}: took more than ${limitMs} ms, also alone`, index, sent)
      })
    }
    // Log-outs and password changes of a run take effect, so a new session is needed.
    if (reply.status === 401 && sender === 'trader') sessions.trader = rememberSession(await renewTrader())
    if (reply.status === 403 && sender === 'visitor') sessions.visitor = rememberSession(await openSession(url, agent))
  }
  let renewal: Promise<Session> | null = null
  const renewTrader = () => {
    renewal ??= logIn(url, agent).finally(() => {
      renewal = null
    })
    return renewal
  }

  let next = from
  const work = async () => {
    while (next < from + requests) {
      const index = next
      next += 1
      await sendOne(index)
      if (requests >= 20_000 && index % 10_000 === 9999) print(`${index + 1} requests`)
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  print(`slow under load: ${slowRequests.length}`)
  for (const repeat of slowRequests.slice(0, 100)) await repeat()
  agent.destroy()
  let descriptors = countDescriptors()
  // Database connections stay open.
  const allowed = descriptorsBefore + 40
  for (let waitedMs = 0; descriptors > allowed && waitedMs < 10_000; waitedMs += 250) {
    await sleep(250)
    descriptors = countDescriptors()
  }
  if (descriptors > allowed) faults.push(`open descriptors grew from ${descriptorsBefore} to ${descriptors}`)
  print(`descriptors: ${descriptorsBefore} before, ${descriptors} after`)
  return { faults, byStatus, byCall, secrets: [...secrets].filter((secret) => secret.length >= 8) }
}

async function send(
  url: string,
  agent: Agent,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body: string | null = null,
  timeoutMs = 30_000,
): Promise<Reply> {
  const startedAtMs = performance.now()
  const { hostname, port } = new URL(url)
  const bytes = body === null ? null : Buffer.from(body, 'latin1')
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = sendHttp(
      {
        agent,
        hostname,
        port,
        method,
        path,
        headers: { ...headers, ...(bytes && { 'content-length': String(bytes.length) }) },
        timeout: timeoutMs,
      },
      resolve,
    )
    sent.on('timeout', () => sent.destroy(new Error(`no reply in ${timeoutMs} ms`)))
    sent.on('error', reject)
    sent.end(bytes)
  })
  let text = ''
  for await (const part of response) text += String(part)
  return {
    status: response.statusCode ?? 0,
    body: text,
    cookies: response.headers['set-cookie'] ?? [],
    ms: performance.now() - startedAtMs,
  }
}

async function openSession(url: string, agent: Agent, cookie = ''): Promise<Session> {
  const { body, cookies } = await send(url, agent, 'GET', '/api/boot', cookie === '' ? {} : { cookie })
  return { cookie: mergeCookies(cookie, cookies), csrf: String((JSON.parse(body) as { csrf?: unknown }).csrf) }
}

function post(url: string, agent: Agent, { cookie, csrf }: Session, path: string, type: string, body: string) {
  return send(url, agent, 'POST', path, { cookie, 'x-csrf-token': csrf, 'content-type': type }, body)
}

async function register(url: string, agent: Agent): Promise<void> {
  const form = {
    ...trader,
    firstName: 'Fuzz',
    lastName: 'Trader',
    country: 'AU',
    currency: 'USD',
    phone: '412345678',
    phone_prefix: '61',
    adult: true,
    terms: true,
  }
  await post(url, agent, await openSession(url, agent), '/api/register', 'application/json', JSON.stringify(form))
}

async function logIn(url: string, agent: Agent): Promise<Session> {
  const visitor = await openSession(url, agent)
  const fields = new URLSearchParams(trader).toString()
  const platform = await post(url, agent, visitor, '/cli/login', 'application/x-www-form-urlencoded', fields)
  const { token } = JSON.parse(platform.body) as { token?: unknown }
  const site = { email: trader.login, password: trader.password, token, marker: 'site' }
  const opened = await post(
    url,
    agent,
    { ...visitor, cookie: mergeCookies(visitor.cookie, platform.cookies) },
    '/api/login',
    'application/json',
    JSON.stringify(site),
  )
  if (!opened.body.includes('"return":true')) throw new Error(`the trader could not log in: ${opened.body}`)
  return openSession(url, agent, mergeCookies(visitor.cookie, opened.cookies))
}

/** Opens an invoice, and returns its guid. */
async function openInvoice(url: string, agent: Agent, session: Session): Promise<string> {
  const request = JSON.stringify({ amount: 1000, bonus: 1, fixed: 0, currency: 'USD' })
  const { body } = await post(url, agent, session, '/api/btc/pay', 'application/json', request)
  const { guid } = JSON.parse(body) as { guid?: string }
  if (guid === undefined) throw new Error(`no invoice was made: ${body}`)
  return guid
}

function mergeCookies(cookie: string, added: readonly string[]): string {
  const pairs = [...cookie.split('; '), ...added.map((each) => each.split(';', 1)[0] ?? '')].filter(
    (pair) => pair !== '',
  )
  return [...new Map(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair]))].map(([, pair]) => pair).join('; ')
}
