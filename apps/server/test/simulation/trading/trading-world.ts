import type { TradeView } from '@tradefront/contract/trading'
import type { Currency } from '@tradefront/rules/ledger/money'
import { maxCloseDelayMs } from '@tradefront/rules/trading/purchase-rules'

import type { MarketFeed } from '../../../src/gateways/market/market-feed.ts'
import { type Clock, createManualClock } from '../../../src/platform/clock.ts'
import type { Database, Db } from '../../../src/platform/database/database.ts'
import { limitFactors, listTestCurrencyRates } from '../../fixtures/rates/test-rates.ts'
import { createFakeMarket, fakeStepMs } from '../../fixtures/market/fake-feed.ts'
import type { Random } from '../../fixtures/seeded-random.ts'
import { createDeterministicScheduler, databaseFaults } from '../deterministic-scheduler.ts'
import { fundTrader } from '../../fixtures/trading/fund-trader.ts'
import { createLedgerService, postEntry } from '../../../src/modules/ledger/service.ts'
import { createTradingService, type TradingService } from '../../../src/modules/trading/service.ts'
import type { TradeRequest } from '../../../src/modules/trading/buy-trade.ts'
import type { LadderRequest } from '../../../src/modules/trading/ladder.ts'
import type { Trade } from '../../../src/modules/trading/trade.ts'
import type { TradingSettings } from '../../../src/modules/trading/trading-settings.ts'

/** A planted fault. */
export type TradingMutant = {
  readonly feed?: (feed: MarketFeed) => MarketFeed
  readonly trading?: (trading: TradingService, db: Db) => TradingService
  readonly settings?: Partial<TradingSettings>
  /** Units per USD that the product uses. */
  readonly listCurrencyRates?: typeof listTestCurrencyRates
  /** Changes the event that is sent to the trader's devices. */
  readonly event?: (trade: TradeView) => TradeView
  /** Run as the database's owner. Each planted fault has a database of its own. */
  readonly sql?: string
}

export type SimulatedTrader = {
  readonly id: number
  readonly currency: Currency
  readonly practice: boolean
  readonly start: { readonly cash: number; readonly bonus: number; readonly practice: number }
}

/** A purchase as its trader knows it. */
export type Purchase = {
  readonly trader: SimulatedTrader
  readonly key: string
  readonly request: TradeRequest | LadderRequest
  readonly answers: Trade[]
}

/** As its trader asked for it; `shown` is the least that was wanted. */
export type Sale = { readonly id: string; readonly shown: number; readonly answers: Trade[] }

/** Low enough to be reached. */
export const simulatedSettings: TradingSettings = {
  payoutPercents: { currency: 82, metal: 80, index: 80, crypto: 78 },
  payoutExceptions: { GBPUSD: 77 },
  stakeMin: 1,
  stakeMax: 100,
  symbolStakesMax: 120,
  openStakesMax: 150,
  houseLossMax: 70,
  saleFeePercent: 3,
  hasOtherPlatform: false,
  ladderMarginPercent: 9,
  tradingBlock: { trades: 1, deposits: 0 },
}

const simulatedSymbols = ['EURUSD', 'GBPUSD', 'BTCUSD'] as const
/**
 * Moments that a run passes, with a symbol that closes then, if any: the end of each kind of session, midnight, the end of the week, and
 * the ends of tournaments.
 */
const turningPoints = [
  { at: '2026-11-18T15:30:00Z', symbol: 'DE40' },
  { at: '2026-11-18T20:00:00Z', symbol: 'US500' },
  { at: '2026-11-19T06:00:00Z', symbol: 'JP225' },
  { at: '2026-11-18T21:00:00Z', symbol: 'XAUUSD' },
  // Also the end of the weekly tournament.
  { at: '2026-11-20T21:00:00Z', symbol: 'EURUSD' },
  { at: '2026-11-19T00:00:00Z', symbol: null },
  // Also the end of the weekend tournament.
  { at: '2026-11-22T21:00:00Z', symbol: null },
  { at: '2026-11-23T00:00:00Z', symbol: null },
] as const
/** Most of what a run lasts before its trades are closed. */
const beforeTurnMs = 6 * 60_000
/** Minor units of USD, which the factor of limits scales. The currencies are drawn: every run has three of the four. Stakes count for tournaments while no bonus is open. */
const traderPlans = [
  { practice: false, cash: 20_000, bonuses: [10_000, 5000], requiredFactor: 0.4, bonusChance: 1 },
  { practice: false, cash: 5000, bonuses: [10_000], requiredFactor: 1, bonusChance: 0.5 },
  { practice: true, cash: 0, bonuses: [], requiredFactor: 1, bonusChance: 0 },
] as const
const simulatedCurrencies = ['USD', 'EUR', 'GBP', 'RUB'] as const satisfies readonly Currency[]
const practiceStart = 50_000
const outageSpanMs = 40 * 60_000
const faultChance = 0.02
let keys = 0

export type TradingWorld = Awaited<ReturnType<typeof createTradingWorld>>

/** A market, traders, and two servers on one database. All that happens is drawn from `random`. */
export async function createTradingWorld(database: Database, seed: number, random: Random, mutant: TradingMutant) {
  const turn = random.chance(0.5) ? random.pick(turningPoints) : null
  const turnsAtMs = turn === null ? null : Date.parse(turn.at)
  const closing = turn === null || turn.symbol === null ? null : { symbol: turn.symbol, atMs: Date.parse(turn.at) }
  const startMs =
    turnsAtMs === null
      ? Date.UTC(2026, 10, 18, 10) + random.below(fakeStepMs * 10)
      : turnsAtMs - 30_000 - random.below(beforeTurnMs)
  const clock = createManualClock(new Date(startMs))
  let hasFaults = true
  const scheduler = createDeterministicScheduler({
    pool: database.pool,
    random,
    drawDatabaseFault: () => (hasFaults && random.chance(faultChance) ? random.pick(databaseFaults) : null),
  })
  const closeDelayMs = random.pick([0, 0, maxCloseDelayMs])
  const market = createFakeMarket((symbol, atMs) => drawPoints(seed, symbol, atMs), closeDelayMs)
  const hasOutages = closeDelayMs > 0 || random.chance(0.5)
  const symbols: readonly string[] =
    closing === null ? simulatedSymbols : [...new Set([...simulatedSymbols, closing.symbol])]
  for (const symbol of hasOutages ? simulatedSymbols : [])
    for (let count = random.below(4); count > 0; count -= 1) {
      const fromMs = startMs + random.below(outageSpanMs)
      market.addOutage(symbol, fromMs, fromMs + random.pick([1500, 20_000, 90_000, 200_000]))
    }
  const settings = { ...simulatedSettings, ...mutant.settings }
  const events: TradeView[] = []

  const createServer = (offsetMs: number) => {
    const serverClock: Clock = { now: () => new Date(clock.now().getTime() + offsetMs) }
    const db = scheduler.createDb()
    const feed = market.createFeed(serverClock)
    const trading = createTradingService({
      db,
      reports: db,
      clock: serverClock,
      feed: mutant.feed?.(feed) ?? feed,
      getSettings: async () => settings,
      listCurrencyRates: mutant.listCurrencyRates ?? listTestCurrencyRates,
      isCodeRequired: async () => false,
      live: {
        publish: async (_userId, ...published) => {
          for (const event of published)
            if (event.type === 'trade') events.push(mutant.event?.(event.trade) ?? event.trade)
        },
      },
      onError: scheduler.recordError,
    })
    return {
      process: scheduler.createServer(),
      clock: serverClock,
      trading: mutant.trading?.(trading, db) ?? trading,
      ledger: createLedgerService(db),
    }
  }
  const servers = [createServer(0), createServer(random.pick([0, 700, -1300, 3000]))] as const
  const traders: SimulatedTrader[] = []
  let currenciesLeft: readonly Currency[] = simulatedCurrencies
  for (const plan of traderPlans) {
    const currency = random.pick(currenciesLeft)
    currenciesLeft = currenciesLeft.filter((each) => each !== currency)
    const bonuses = random.chance(plan.bonusChance) ? plan.bonuses : []
    traders.push(await insertTrader(scheduler.createDb(), database, { ...plan, bonuses, currency }, clock.now()))
  }
  await linkTraders(database, traders)

  return {
    database,
    scheduler,
    random,
    clock,
    market,
    hasOutages,
    /** That can be bought. */
    symbols,
    /** A market that closes during the run, and when. */
    closing,
    settings,
    servers,
    traders,
    purchases: [] as Purchase[],
    sales: [] as Sale[],
    givenUp: [] as { readonly userId: number; readonly bonusId: number }[],
    events,
    stopFaults: () => {
      hasFaults = false
    },
  }
}

/** The real ones are on one device. */
async function linkTraders({ pool }: Database, traders: readonly SimulatedTrader[]): Promise<void> {
  await pool.query(
    `insert into user_marks (user_id, kind, hash, proved, first_seen, last_seen)
     select u, 'device', sha256($2::bytea), true, now(), now() from unnest($1::bigint[]) u`,
    [traders.filter(({ practice }) => !practice).map(({ id }) => id), String(traders[0]?.id)],
  )
}

/** Few prices, so that there are ties. */
export function drawPoints(seed: number, symbol: string, atMs: number): number {
  let mixed = Math.imul(seed + symbol.charCodeAt(0), 0x9e3779b1) ^ Math.floor(atMs / (fakeStepMs * 5))
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return 99_996 + (((mixed ^ (mixed >>> 16)) >>> 0) % 9)
}

/** Nothing depends on the value. */
export function createKey(): string {
  keys += 1
  return `00000000-0000-4000-8000-${keys.toString(16).padStart(12, '0')}`
}

type TraderPlan = {
  readonly currency: Currency
  readonly practice: boolean
  readonly cash: number
  readonly bonuses: readonly number[]
  readonly requiredFactor: number
}

async function insertTrader(db: Db, { pool }: Database, plan: TraderPlan, at: Date): Promise<SimulatedTrader> {
  const { currency, practice, requiredFactor } = plan
  const factor = limitFactors[currency]
  const cash = plan.cash * factor
  const bonuses = plan.bonuses.map((bonus) => bonus * factor)
  const { rows } = await pool.query<{ id: number }>(
    `insert into users (email, password_hash, first_name, last_name, country, currency, phone, language, confirmed_adult,
       terms_accepted_at, registered_at, practice)
     values (gen_random_uuid() || '@example.com', '-', 'Ada', 'Lovelace', 'AU', $1, '61400000000', 'en', true, now(), now(), $2)
     returning id`,
    [currency, practice],
  )
  const id = rows[0]?.id ?? 0
  const start = {
    cash,
    bonus: bonuses.reduce((sum, bonus) => sum + bonus, 0),
    practice: practice ? practiceStart * factor : 0,
  }
  if (practice) {
    const lines = [
      { account: 'practice_house', userId: null, currency, amount: -start.practice },
      { account: 'practice', userId: id, currency, amount: start.practice },
    ]
    await postEntry(db, { kind: 'practice.filled', subject: `simulation:${id}`, at, lines })
  } else {
    await fundTrader(db, { id, currency }, { cash }, at)
    for (const [index, bonus] of bonuses.entries())
      await fundTrader(
        db,
        { id, currency },
        { bonus, required: bonus * requiredFactor },
        new Date(at.getTime() + index),
      )
  }
  return { id, currency, practice, start }
}
