import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { type Browser, type BrowserContextOptions, type CDPSession, type Page } from '@playwright/test'
import { findFreePort } from '@tradefront/local-postgres/free-port'

import { deskArgs } from '../../scripts/server-args.mjs'
import { launchBrowser, toCookies } from '../browser.ts'
import type { BenchEnvironment } from '../environment.ts'
import { startScript } from '../processes.ts'
import { type ReportRow, toMaximumRow, toZeroRow } from '../report.ts'

const bytesPerKb = 1000
const megabit = 1_000_000 / 8
/** CPU is how many times slower the processor is. Null: the line is that of the machine. */
type Device = {
  readonly cpu: number
  readonly line: { readonly latencyMs: number; readonly down: number; readonly up: number } | null
  readonly screen: BrowserContextOptions
}

const slowLine = { latencyMs: 150, down: 1.6 * megabit, up: 0.75 * megabit }
/** A phone on a slow line, as Lighthouse has it. */
const slowPhone: Device = {
  cpu: 4,
  line: slowLine,
  screen: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
}
/** An old computer in an office. */
const slowComputer: Device = { cpu: 4, line: null, screen: { viewport: { width: 1440, height: 900 } } }
/** After this time without a new script, everything that loads without a click is loaded. */
const quietMs = 2000
const pageTimeoutMs = 60_000
const deskUsableMs = 2000

/** Limits of time and size for each page; times are in ms. */
const limits = { firstPaint: 1200, largestPaint: 2000, blocking: 300, shift: 0.02 }

type PageSpec = {
  readonly name: string
  readonly path: string
  readonly needsSession: boolean
  /** The page can be used once this selector matches. */
  readonly ready: string
  readonly usable: number
  readonly scriptKb: number
}

const pages: readonly PageSpec[] = [
  {
    name: 'landing',
    path: '/en/',
    needsSession: false,
    ready: 'main button:not([disabled])',
    usable: 3500,
    scriptKb: 160,
  },
  { name: 'log-in', path: '/en/login', needsSession: false, ready: 'input[type=email]', usable: 3500, scriptKb: 110 },
  {
    name: 'registration',
    path: '/en/register',
    needsSession: false,
    ready: 'input[name=firstName]',
    usable: 3500,
    scriptKb: 110,
  },
  {
    name: 'trade',
    path: '/en/trading#/home',
    needsSession: true,
    ready: 'main button[aria-disabled=false]',
    usable: 3500,
    scriptKb: 330,
  },
  {
    name: 'funding',
    path: '/en/trading#/show/funding',
    needsSession: true,
    ready: 'main input',
    usable: 3500,
    scriptKb: 390,
  },
  {
    name: 'history',
    path: '/en/trading#/show/history',
    needsSession: true,
    ready: 'main button',
    usable: 5000,
    scriptKb: 390,
  },
]

/** A script that is a text, because the bench has the types of Node.js. */
const observePage = `
  window.bench = { firstPaint: 0, largestPaint: 0, blocking: 0, shift: 0 }
  const observe = (type, measure) =>
    new PerformanceObserver((list) => list.getEntries().forEach(measure)).observe({ type, buffered: true })
  observe('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') bench.firstPaint = startTime })
  observe('largest-contentful-paint', ({ startTime }) => { bench.largestPaint = startTime })
  observe('longtask', ({ duration }) => { bench.blocking += Math.max(0, duration - 50) })
  observe('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) bench.shift += value })`

type Visit = {
  readonly firstPaint: number
  readonly largestPaint: number
  readonly blocking: number
  readonly shift: number
  readonly usable: number
  /** Transferred bytes by URL. */
  readonly scripts: ReadonlyMap<string, number>
  /** Bytes of everything that had arrived when the page was usable. */
  readonly bytes: number
}

/** Measures each page as a slow phone opens it for the first time. */
export async function measurePages(environment: BenchEnvironment): Promise<ReportRow[]> {
  const browser = await launchBrowser()
  try {
    const [userId = 0] = await environment.insertTraders(1, 'ORANGE', 'Lovelace')
    const session = await environment.createBrowserSession(userId)
    const { url } = environment.server
    const rows: ReportRow[] = []
    const scripts = new Map<string, number>()
    for (const spec of pages) {
      const cookies = spec.needsSession ? toCookies(session, url) : []
      const visit = await visitPage(browser, slowPhone, { ...spec, url: url + spec.path, cookies })
      rows.push(...toRows(spec, visit))
      for (const [script, bytes] of visit.scripts) scripts.set(script, bytes)
    }
    const page = await (await fetch(`${url}/en/login`)).text()
    return [
      ...rows,
      await measureDeskPage(browser, environment),
      toZeroRow("URLs of other origins in the page's critical path", findForeignUrls(page)),
      toZeroRow('scripts without compression, hash or permanent cache', await findBadlyServedScripts(scripts)),
    ]
  } finally {
    await browser.close()
  }
}

/** Builds the rows of a page. It cannot be usable sooner than its bytes until then take on the line, with a round trip to ask for them. */
function toRows({ name, usable, scriptKb }: PageSpec, visit: Visit): ReportRow[] {
  const lineMs = (visit.bytes / slowLine.down) * 1000 + slowLine.latencyMs
  const scriptBytes = [...visit.scripts.values()].reduce((sum, bytes) => sum + bytes, 0)
  return [
    toMaximumRow(`${name}: first paint`, 'ms', visit.firstPaint, limits.firstPaint),
    toMaximumRow(`${name}: largest paint`, 'ms', visit.largestPaint, limits.largestPaint),
    toMaximumRow(`${name}: usable, beside its time on the line`, 'ms', visit.usable, usable, lineMs),
    toMaximumRow(`${name}: blocked`, 'ms', visit.blocking, limits.blocking),
    toMaximumRow(`${name}: layout shift`, '', visit.shift, limits.shift),
    toMaximumRow(`${name}: JavaScript until quiet`, 'KB', scriptBytes / bytesPerKb, scriptKb),
  ]
}

/** Measures how long the first screen of the desk takes for an operator who is logged in. */
async function measureDeskPage(browser: Browser, environment: BenchEnvironment): Promise<ReportRow> {
  const secret = randomBytes(32)
  await environment.pool.query(
    `with operator as (insert into operators (name, roles, created_at) values ('bench', '{support}', now()) returning id)
     insert into operator_sessions (hash, operator_id, with_passkey) select $1, id, true from operator`,
    [createHash('sha256').update(secret).digest()],
  )
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const desk = await startScript(deskArgs, {
    DESK_PORT: String(port),
    DESK_URL: url,
    DATABASE_URL: environment.databaseUrl,
    DESK_DATABASE_URL: environment.deskDatabaseUrl,
    DATA_DIR: environment.serverEnv['DATA_DIR'] ?? '',
    LOG_LEVEL: 'silent',
    RATE_LIMIT: '0',
  })
  try {
    const cookies = [{ name: 'desk', value: secret.toString('base64url'), url }]
    const { usable } = await visitPage(browser, slowComputer, { url, cookies, ready: 'main h1' })
    return toMaximumRow("the desk's first screen is usable at four times slower CPU", 'ms', usable, deskUsableMs)
  } finally {
    await desk.stop()
  }
}

type Target = {
  readonly url: string
  readonly cookies: ReturnType<typeof toCookies>
  /** The page can be used once this selector matches. */
  readonly ready: string
}

async function visitPage(browser: Browser, device: Device, { url, cookies, ready }: Target): Promise<Visit> {
  const context = await browser.newContext(device.screen)
  try {
    await context.addCookies(cookies)
    await context.addInitScript({ content: observePage })
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await slowDown(cdp, device)
    const transfer = recordTransfer(cdp)
    await page.goto(url, { waitUntil: 'commit', timeout: pageTimeoutMs })
    const usable = await measureUsable(page, ready)
    const { bytes } = transfer
    while (Date.now() - transfer.lastScriptAtMs < quietMs) await sleep(100)
    const measured = await page.evaluate<Omit<Visit, 'usable' | 'scripts' | 'bytes'>>('window.bench')
    return { ...measured, usable, scripts: transfer.scripts, bytes }
  } finally {
    await context.close()
  }
}

async function slowDown(cdp: CDPSession, { cpu, line }: Device): Promise<void> {
  await cdp.send('Network.enable')
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  if (line === null) return
  const { latencyMs: latency, down: downloadThroughput, up: uploadThroughput } = line
  await cdp.send('Network.emulateNetworkConditions', { offline: false, latency, downloadThroughput, uploadThroughput })
}

/** Counts what arrives from now on: all bytes with their headers, and the bodies of scripts. */
function recordTransfer(cdp: CDPSession) {
  const transfer = { bytes: 0, scripts: new Map<string, number>(), lastScriptAtMs: Date.now() }
  const scriptUrls = new Map<string, string>()
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') scriptUrls.set(requestId, response.url)
  })
  cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const url = scriptUrls.get(requestId)
    if (url === undefined) return
    transfer.scripts.set(url, (transfer.scripts.get(url) ?? 0) + encodedDataLength)
    transfer.lastScriptAtMs = Date.now()
  })
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    transfer.bytes += encodedDataLength
  })
  return transfer
}

/** Measures when a control can be used. A prerendered one is there before its script: React marks what it has hydrated. */
async function measureUsable(page: Page, selector: string): Promise<number> {
  const isUsable = `(() => {
    const element = document.querySelector(${JSON.stringify(selector)})
    const isHydrated = element !== null && Object.keys(element).some((key) => key.startsWith('__reactFiber'))
    return isHydrated && performance.now()
  })()`
  const endsAtMs = Date.now() + pageTimeoutMs
  while (Date.now() < endsAtMs) {
    const usable = await page.evaluate<number | false>(isUsable)
    if (usable !== false) return usable
    await sleep(20)
  }
  throw new Error(`${selector} did not become usable`)
}

function findForeignUrls(html: string): string[] {
  const page = html.replaceAll(/<link rel="(?:canonical|alternate)"[^>]*>/g, '')
  const loaded = [...page.matchAll(/<(?:script|link|img|iframe)\b[^>]*?(?:src|href)="([^"]+)"/g)]
  return loaded.map(([, url = '']) => url).filter((url) => /^(?:[a-z]+:)?\/\//i.test(url))
}

async function findBadlyServedScripts(scripts: ReadonlyMap<string, number>): Promise<string[]> {
  const found: string[] = []
  for (const url of scripts.keys()) {
    const response = await fetch(url, { headers: { 'accept-encoding': 'br' } })
    const isLarge = (await response.arrayBuffer()).byteLength > 1024
    const cacheControl = response.headers.get('cache-control') ?? ''
    const isCached = cacheControl.includes('max-age=31536000') && cacheControl.includes('immutable')
    const isCompressed = !isLarge || response.headers.get('content-encoding') === 'br'
    if (response.status !== 200 || !isCached || !isCompressed || !/-[0-9a-f]{8,}\.js$/.test(url)) found.push(url)
  }
  return found
}
