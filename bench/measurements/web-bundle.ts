import { setTimeout as sleep } from 'node:timers/promises'

import { type Browser, type BrowserContext, chromium } from '@playwright/test'

import { findDebianBrowser } from '../../scripts/browser.mjs'
import type { BenchEnvironment, BrowserSession } from '../environment.ts'
import { type ReportRow, toMaximumRow, toZeroRow } from '../report.ts'

const bytesPerKb = 1000
/** Everything that loads without a click is there after this time without a new script. */
const quietMs = 2000

/** Bytes as transferred, by URL. */
type LoadedScripts = ReadonlyMap<string, number>

/** Uses a real browser and waits until no more scripts arrive. */
export async function measureWebBundle(environment: BenchEnvironment): Promise<ReportRow[]> {
  const executablePath = findDebianBrowser()
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu'],
    ...(executablePath !== undefined && { executablePath }),
  })
  try {
    const [userId = 0] = await environment.insertTraders(1, 'ORANGE', 'Lovelace')
    const session = await environment.createBrowserSession(userId)
    const { url } = environment.server
    const login = await loadScripts(browser, `${url}/en/login`)
    const home = await loadScripts(browser, `${url}/en/trading#/home`, session)
    const funding = await loadScripts(browser, `${url}/en/trading#/show/funding`, session)
    const added = new Map([...funding].filter(([script]) => !home.has(script)))
    const page = await (await fetch(`${url}/en/login`)).text()
    return [
      toMaximumRow('JavaScript of the log-in screen, brotli', 'KB', sumBytes(login) / bytesPerKb, 150),
      toMaximumRow('JavaScript that the funding screen adds to home, brotli', 'KB', sumBytes(added) / bytesPerKb, 90),
      toZeroRow("URLs of other origins in the page's critical path", findForeignUrls(page)),
      toZeroRow('scripts without compression, hash or permanent cache', await findBadlyServedScripts(login)),
    ]
  } finally {
    await browser.close()
  }
}

async function loadScripts(browser: Browser, url: string, session?: BrowserSession): Promise<LoadedScripts> {
  const context = await browser.newContext()
  try {
    if (session !== undefined) await context.addCookies(toCookies(session, url))
    return await recordScripts(context, url)
  } finally {
    await context.close()
  }
}

async function recordScripts(context: BrowserContext, url: string): Promise<LoadedScripts> {
  const page = await context.newPage()
  const scripts = new Map<string, number>()
  let lastAtMs = Date.now()
  page.on('requestfinished', async (request) => {
    if (!new URL(request.url()).pathname.endsWith('.js')) return
    lastAtMs = Date.now()
    scripts.set(request.url(), (await request.sizes()).responseBodySize)
  })
  await page.goto(url)
  while (Date.now() - lastAtMs < quietMs) await sleep(100)
  return scripts
}

function toCookies({ headers }: BrowserSession, url: string) {
  return (headers['cookie'] ?? '').split('; ').map((cookie) => {
    const [name = '', ...value] = cookie.split('=')
    return { name, value: value.join('='), url: new URL(url).origin }
  })
}

function sumBytes(scripts: LoadedScripts): number {
  return [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0)
}

function findForeignUrls(page: string): string[] {
  const loaded = [...page.matchAll(/<(?:script|link|img|iframe)\b[^>]*?(?:src|href)="([^"]+)"/g)]
  return loaded.map(([, url = '']) => url).filter((url) => /^(?:[a-z]+:)?\/\//i.test(url))
}

async function findBadlyServedScripts(scripts: LoadedScripts): Promise<string[]> {
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
