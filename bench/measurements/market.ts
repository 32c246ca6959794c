import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { findFreePort } from '@tradefront/local-postgres/free-port'

import { serverArgs } from '../../scripts/server-args.mjs'
import { launchBrowser, listScripts, visit } from '../browser.ts'
import { type BenchEnvironment, type BrowserSession, sendPost } from '../environment.ts'
import { fundTraders } from '../fund-traders.ts'
import { type ServerProcess, startScript } from '../processes.ts'
import { type ReportRow, toMaximumRow } from '../report.ts'

const symbol = 'BTCUSD'
const observedSeconds = 20
const giftCents = 100_000
const bytesPerKb = 1000
const maxTries = 60

type TradeReply = { readonly id: string }
type Proof = { readonly publicAtMs: number; readonly proofs: readonly unknown[] | null }

/** Measures what prices cost: servers with 24 symbols and no traders, the candles of a day, and the check of a trade in a browser. */
export async function measureMarket(environment: BenchEnvironment): Promise<ReportRow[]> {
  const [trader = 0] = await environment.insertTraders(1, 'ORANGE', 'Lovelace')
  await fundTraders(environment.pool, [trader], giftCents, 'payout')
  const session = await environment.createBrowserSession(trader)
  const candlesMs = await timeCandles(environment, session)
  const trade = await buy(environment, session)
  const other = await startScript(serverArgs, { ...environment.serverEnv, PORT: String(await findFreePort()) })
  const servers = [environment.server, other]
  const [recording = 0, reading = 0] = await measureCpu(servers)
  await other.stop()
  const { checkMs, scriptKb } = await checkInBrowser(environment, session, trade)
  return [
    toMaximumRow('CPU of the server that records 24 symbols, of a core', '%', recording, 10),
    toMaximumRow('CPU of another server, of a core', '%', reading, 10),
    toMaximumRow('1,000 candles of a minute, first request', 'ms', candlesMs, 200),
    toMaximumRow('check of a trade of 30 s in a browser', 'ms', checkMs, 300),
    toMaximumRow('JavaScript that the check loads, brotli', 'KB', scriptKb, 40),
  ]
}

/** Measures percents of a core, in the same seconds. */
async function measureCpu(servers: readonly ServerProcess[]): Promise<number[]> {
  // The start of the servers is not measured.
  await sleep(5000)
  const before = servers.map(({ readCpuSeconds }) => readCpuSeconds())
  await sleep(observedSeconds * 1000)
  return servers.map(({ readCpuSeconds }, index) => ((readCpuSeconds() - (before[index] ?? 0)) / observedSeconds) * 100)
}

async function timeCandles(environment: BenchEnvironment, session: BrowserSession): Promise<number> {
  const from = performance.now()
  await sendPost(environment, session, '/api/trading/candles', { symbol, seconds: 60, limit: 1000 })
  return performance.now() - from
}

/** Buys a trade. The market of a new installation begins a few seconds after its server. */
async function buy(environment: BenchEnvironment, session: BrowserSession): Promise<string> {
  const order = { symbol, direction: 'up', stake: 1, expiry: 30 }
  for (let tries = 0; tries < maxTries; tries += 1) {
    const reply = await sendPost(environment, session, '/api/trading/buy', order, randomUUID())
    if (reply['trade'] !== undefined) return (reply['trade'] as TradeReply).id
    await sleep(1000)
  }
  throw new Error('nothing was bought')
}

/** Checks a trade in a browser. It waits until the seeds of the trade are published: up to six minutes. */
async function checkInBrowser(environment: BenchEnvironment, session: BrowserSession, id: string) {
  for (;;) {
    const { proof } = (await sendPost(environment, session, '/api/trading/trade', { id })) as { proof?: Proof | null }
    if (proof?.proofs != null) break
    await sleep(1000)
  }
  const browser = await launchBrowser()
  try {
    return await visit(browser, session, `${environment.server.url}/en/trading#/show/trade/${id}`, async ({ page }) => {
      const before = await listScripts(page)
      const from = performance.now()
      await page.getByRole('button', { name: 'Check in this browser' }).click()
      await page.getByText('The settlement is right').waitFor()
      const checkMs = performance.now() - from
      const added = [...(await listScripts(page))].filter(([script]) => !before.has(script))
      return { checkMs, scriptKb: added.reduce((sum, [, bytes]) => sum + bytes, 0) / bytesPerKb }
    })
  } finally {
    await browser.close()
  }
}
