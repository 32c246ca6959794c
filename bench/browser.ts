import { setTimeout as sleep } from 'node:timers/promises'

import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'

import { findDebianBrowser } from '../scripts/browser.mjs'
import type { BrowserSession } from './environment.ts'

/** Time in which the chart and the first quotes appear. */
const settleMs = 5000

/** A script that is a text, because the bench has the types of Node.js. */
const observePage = `
  window.benchLongTasksMs = []
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('largest-contentful-paint', ({ startTime }) => { window.benchPaintMs = startTime })
  observe('longtask', ({ duration }) => window.benchLongTasksMs.push(duration))`
const readScripts = `
  performance.getEntriesByType('resource')
    .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
    .map(({ name, encodedBodySize }) => [name, encodedBodySize])`

export async function launchBrowser(): Promise<Browser> {
  const executablePath = findDebianBrowser()
  return chromium.launch({
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    ...(executablePath !== undefined && { executablePath }),
  })
}

export type Opened = { readonly page: Page; readonly cdp: CDPSession }

export async function visit<Value>(
  browser: Browser,
  session: BrowserSession,
  url: string,
  measure: (opened: Opened) => Promise<Value>,
): Promise<Value> {
  const context: BrowserContext = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    await context.addCookies(toCookies(session, url))
    await context.addInitScript({ content: observePage })
    const page = await context.newPage()
    await page.goto(url)
    await page.locator('main h1').waitFor()
    await sleep(settleMs)
    return await measure({ page, cdp: await context.newCDPSession(page) })
  } finally {
    await context.close()
  }
}

/** Lists the transferred bytes of scripts by URL. */
export async function listScripts(page: Page): Promise<ReadonlyMap<string, number>> {
  return new Map(await page.evaluate<[string, number][]>(readScripts))
}

export function toCookies({ headers }: BrowserSession, url: string) {
  return (headers['cookie'] ?? '').split('; ').map((cookie) => {
    const [name = '', ...value] = cookie.split('=')
    return { name, value: value.join('='), url: new URL(url).origin }
  })
}
