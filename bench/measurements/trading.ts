import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { symbols } from '@tradefront/rules/trading/symbols'
import { getMarketState } from '@tradefront/rules/trading/trading-hours'

import { insertTrade } from '../../apps/server/src/modules/trading/trade-store.ts'
import { openDatabase } from '../../apps/server/src/platform/database/database.ts'
import { type BenchEnvironment, type BrowserSession, sendPost } from '../environment.ts'
import { fundTraders } from '../fund-traders.ts'
import { type ReportRow, toMaximumRow, median } from '../report.ts'

const expiringTrades = 10_000
const expiringTraders = 1000
const settledWithinSeconds = 5
/** Number of trades that are inserted first, to know how long the others take. */
const firstTrades = 300
const spareMs = 5000
const purchasesPerSecond = 100
const purchaseSeconds = 10
const buyers = 200
/** Number of purchases before the measured ones: until then the JavaScript engine still compiles the server's code. */
const warmUpPurchases = 300
const parallel = 10
/** Number of purchases that are made one after the other. */
const filledPurchases = 8
const filledWithinMs = 15
const giftCents = 100_000_000
const dayMs = 86_400_000
const upOrder = { direction: 'up', price: 1_000_000 } as const
const downOrder = { direction: 'down', price: 0.01 } as const

/** Measures purchases at a steady rate, when they get their price, and many trades that expire in the same second. */
export async function measureTrading(environment: BenchEnvironment): Promise<ReportRow[]> {
  const seconds = await measureSettlement(environment)
  const fillMs = await measureFills(environment)
  const purchaseMs = await measurePurchases(environment)
  return [
    toMaximumRow(`purchase to confirmation, ${purchasesPerSecond} a second, median`, 'ms', purchaseMs, 15),
    toMaximumRow('purchase filled after the time of its price, median', 'ms', fillMs, filledWithinMs),
    toMaximumRow(
      `settling ${expiringTrades} trades that expire in the same second`,
      's',
      seconds,
      settledWithinSeconds,
    ),
  ]
}

async function measurePurchases(environment: BenchEnvironment): Promise<number> {
  const traders = await insertRichTraders(environment, buyers)
  const sessions: BrowserSession[] = []
  for (const trader of traders) sessions.push(await environment.createBrowserSession(trader))
  const nowMs = Date.now()
  const open = symbols.filter(
    ({ hours }) => getMarketState(hours, nowMs).isOpen && getMarketState(hours, nowMs + dayMs / 24).isOpen,
  )
  let bought = 0
  const buy = async (): Promise<number> => {
    const session = sessions[(bought += 1) % sessions.length]
    if (session === undefined) throw new Error('there is no buyer')
    const symbol = open[bought % open.length]?.name
    const isUp = Math.floor(bought / open.length) % 2 === 0
    // The market is never worse than these prices.
    const order = { symbol, stake: 1, expiry: 60, tolerance: 0, ...(isUp ? upOrder : downOrder) }
    const from = performance.now()
    const reply = await sendPost(environment, session, '/api/trading/buy', order, randomUUID())
    if (reply['return'] !== true) throw new Error(`nothing was bought: ${JSON.stringify(reply)}`)
    return performance.now() - from
  }
  for (let count = 0; count < warmUpPurchases; count += 1) await buy()
  const times: Promise<number>[] = []
  const startMs = performance.now()
  for (let count = 0; count < purchasesPerSecond * purchaseSeconds; count += 1) {
    await sleep(Math.max(0, startMs + (count * 1000) / purchasesPerSecond - performance.now()))
    times.push(buy())
  }
  return median(await Promise.all(times))
}

/** Measures the time between that of the sealed price and the moment when the trade has it. */
async function measureFills(environment: BenchEnvironment): Promise<number> {
  const [trader] = await insertRichTraders(environment, 1)
  if (trader === undefined) throw new Error('there is no buyer')
  const session = await environment.createBrowserSession(trader)
  const times: number[] = []
  for (let count = 0; count < filledPurchases; count += 1) {
    const order = { symbol: 'BTCUSD', direction: 'up', stake: 1, expiry: 60 }
    const reply = await sendPost(environment, session, '/api/trading/buy', order, randomUUID())
    const trade = reply['trade'] as { readonly id: string; readonly openedAtMs: number } | undefined
    if (trade === undefined) throw new Error(`nothing was bought: ${JSON.stringify(reply)}`)
    await sleep(Math.max(0, trade.openedAtMs - Date.now()))
    while (!(await isFilled(environment, trade.id))) await sleep(1)
    times.push(Date.now() - trade.openedAtMs)
  }
  return median(times)
}

async function isFilled({ pool }: BenchEnvironment, id: string): Promise<boolean> {
  const { rows } = await pool.query<{ is_filled: boolean }>(
    'select open_points is not null as is_filled from trades where id = $1',
    [id],
  )
  return rows[0]?.is_filled === true
}

/** Measures the seconds between the expiry of trades and the moment when none is open any more. */
async function measureSettlement(environment: BenchEnvironment): Promise<number> {
  const traders = await insertRichTraders(environment, expiringTraders)
  const { db, close } = openDatabase(environment.databaseUrl, { maxConnections: parallel })
  const crypto = symbols.filter(({ kind }) => kind === 'crypto')
  const insertOne = async (index: number, expiresAt: Date) => {
    const symbol = crypto[index % crypto.length]
    const userId = traders[index % traders.length]
    if (symbol === undefined || userId === undefined) throw new Error('there is no trader or no symbol')
    const openedAt = new Date()
    const openPoints = 1 + (index % 2) * 1e12
    const trade = {
      id: randomUUID(),
      userId,
      isPractice: false,
      symbol: symbol.name,
      direction: 'up' as const,
      currency: 'USD' as const,
      stake: 1000,
      bonusStake: 0,
      payoutPercent: 80,
      rate: 1,
      digits: symbol.digits,
      houseLossMax: 1e12,
      isSimulated: true,
      isLadder: false,
      openPoints,
      strikePoints: openPoints,
      arrivedAt: openedAt,
      entryRound: null,
      leastPayoutPercent: null,
      quotedAt: openedAt,
      openedAt,
      expiresAt,
      requestHash: Buffer.alloc(32),
    }
    await db.transaction().execute((trx) => insertTrade(trx, trade))
  }
  const insertMany = async (count: number, expiresAt: Date) => {
    let next = 0
    const insertNext = async () => {
      for (let index = next++; index < count; index = next++) await insertOne(index, expiresAt)
    }
    await Promise.all(Array.from({ length: parallel }, insertNext))
  }
  const startMs = Date.now()
  await insertMany(firstTrades, new Date(startMs + dayMs))
  const insertMs = ((Date.now() - startMs) / firstTrades) * expiringTrades
  const expiresAt = new Date(Date.now() + 2 * insertMs + spareMs)
  await insertMany(expiringTrades, expiresAt)
  await close()
  const waitMs = expiresAt.getTime() - Date.now()
  if (waitMs < 0) throw new Error('the trades could not be inserted before their expiry')
  await environment.pool.query('analyze trades')
  await sleep(waitMs)
  for (;;) {
    const { rows } = await environment.pool.query<{ left: boolean }>(
      `select exists (select from trades where state = 'open' and expires_at = $1) as left`,
      [expiresAt],
    )
    if (rows[0]?.left === false) return (Date.now() - expiresAt.getTime()) / 1000
    await sleep(50)
  }
}

/** Inserts traders with cash. */
async function insertRichTraders({ pool, insertTraders }: BenchEnvironment, count: number): Promise<number[]> {
  const traders = await insertTraders(count, 'ORANGE', 'Lovelace')
  await fundTraders(pool, traders, giftCents, 'payout')
  return traders
}
