import type { Trade as TradeView } from '@tradefront/contract/trading'
import type { Currency } from '@tradefront/rules/ledger/money'
import type { MarketPause } from '@tradefront/rules/trading/market-pauses'

import type { MarketFeed } from '../../../src/gateways/market/market-feed.ts'
import { type Clock, createManualClock, dayMs } from '../../../src/platform/clock.ts'
import type { Database, Db } from '../../../src/platform/database/database.ts'
import { insertTestRates, limitFactors, testCurrencyRates } from '../../fixtures/rates/test-rates.ts'
import { createFixedSettings, createSilentEvents, createTestContext } from '../../fixtures/app/test-context.ts'
import { bindTrading, type SimulatedTrading, toStoredSettings } from './simulated-trading.ts'
import { createFakeMarket, type FakeMarket, fakeStepMs } from '../../fixtures/market/fake-feed.ts'
import { createTestBeacon, insertBeaconChain } from '../../fixtures/market/test-beacon.ts'
import { createRandom, type Random } from '../../fixtures/seeded-random.ts'
import { createDeterministicScheduler, databaseFaults } from '../deterministic-scheduler.ts'
import { createSeededIds } from '../seeded-ids.ts'
import { fundTrader } from '../../fixtures/trading/fund-trader.ts'
import { postEntry } from '../../../src/modules/ledger/service.ts'
import type { TradeRequest } from '../../../src/modules/trading/buy-trade.ts'
import type { LadderRequest } from '../../../src/modules/trading/ladder.ts'
import type { Trade } from '../../../src/modules/trading/trade.ts'
import type { TradingSettings } from '../../../src/modules/trading/trading-settings.ts'

/** A planted fault. */
export type TradingMutant = {
  readonly feed?: (feed: MarketFeed) => MarketFeed
  readonly trading?: (trading: SimulatedTrading, db: Db) => SimulatedTrading
  readonly settings?: Partial<TradingSettings>
  /** Units per USD that the product uses. */
  readonly rates?: Parameters<typeof insertTestRates>[1]
  /** Changes the event that is sent to the trader's devices. */
  readonly event?: (trade: TradeView) => TradeView
  /** SQL that is run as the database's owner. Each planted fault has a database of its own. */
  readonly sql?: string
}

export type SimulatedTrader = {
  readonly id: number
  readonly currency: Currency
  readonly isPractice: boolean
  readonly start: { readonly cash: number; readonly bonus: number; readonly practice: number }
}

/** A purchase as its trader knows it. */
export type Purchase = {
  readonly trader: SimulatedTrader
  readonly key: string
  readonly request: TradeRequest | LadderRequest
  readonly answers: Trade[]
}

/** A sale as its trader requested it; `shown` is the least that was wanted. */
export type Sale = { readonly id: string; readonly shown: number; readonly answers: Trade[] }

/** Settings that are low enough to be reached. */
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
  marketPauses: [],
  fill: 'sealed',
  clockToleranceMs: 20,
  tradingBlock: { trades: 1, deposits: 0 },
}

const simulatedSymbols = ['EURUSD', 'GBPUSD', 'BTCUSD'] as const
/**
 * Moments that a run passes, with a symbol that closes then, if any: the end of each kind of session, midnight, the end of the week, and
 * the ends of tournaments.
 */
export const turningPoints = [
  { at: '2026-11-18T15:30:00Z', symbol: 'DE40' },
  { at: '2026-11-18T20:00:00Z', symbol: 'US500' },
  { at: '2026-11-19T06:00:00Z', symbol: 'JP225' },
  { at: '2026-11-18T21:00:00Z', symbol: 'XAUUSD' },
  // This is also the end of the weekly tournament.
  { at: '2026-11-20T21:00:00Z', symbol: 'EURUSD' },
  { at: '2026-11-19T00:00:00Z', symbol: null },
  // This is also the end of the weekend tournament.
  { at: '2026-11-22T21:00:00Z', symbol: null },
  { at: '2026-11-23T00:00:00Z', symbol: null },
] as const
/** A run begins at most this long before its turning point: most of what it lasts before its trades are closed. */
const beforeTurnMs = 6 * 60_000
/**
 * Cash in minor units of USD, which the factor of limits scales. The currencies are drawn: every run has three of the four. Stakes count
 * for tournaments while no bonus is open.
 */
const traderPlans = [
  { isPractice: false, cash: 20_000, bonuses: [10_000, 5000], requiredFactor: 0.4, bonusChance: 1 },
  { isPractice: false, cash: 5000, bonuses: [10_000], requiredFactor: 1, bonusChance: 0.5 },
  { isPractice: true, cash: 0, bonuses: [], requiredFactor: 1, bonusChance: 0 },
] as const
const simulatedCurrencies = ['USD', 'EUR', 'GBP', 'RUB'] as const satisfies readonly Currency[]
const practiceStart = 50_000
const outageSpanMs = 40 * 60_000
/** Longest silence, which leaves six steps of five seconds. */
const maxSilenceMs = 3800
const silenceSlotMs = 30_000
const faultChance = 0.02
const sealedSalt = 1_000_003
export type TradingWorld = Awaited<ReturnType<typeof createTradingWorld>>

/** Creates a market, traders, and two servers on one database. All that happens is drawn from `random`. */
export async function createTradingWorld(database: Database, seed: number, random: Random, mutant: TradingMutant) {
  const turn = random.chance(0.5) ? random.pick(turningPoints) : null
  const turnsAtMs = turn === null ? null : Date.parse(turn.at)
  const closing = turn === null || turn.symbol === null ? null : { symbol: turn.symbol, atMs: Date.parse(turn.at) }
  const startMs =
    turnsAtMs === null
      ? Date.UTC(2026, 10, 18, 10) + random.below(fakeStepMs * 10)
      : turnsAtMs - 30_000 - random.below(beforeTurnMs)
  const clock = createManualClock(new Date(startMs))
  const ids = createSeededIds('trading', seed)
  let hasFaults = true
  const scheduler = createDeterministicScheduler({
    pool: database.pool,
    random,
    drawDatabaseFault: () => (hasFaults && random.chance(faultChance) ? random.pick(databaseFaults) : null),
  })
  const hasTrades = random.pick([false, false, true])
  // This uses a generator of its own, so that it changes nothing else of a run.
  const isSealed = !hasTrades && createRandom(seed + sealedSalt).chance(0.4)
  const market = createFakeMarket({
    hasTrades,
    isSimulated: isSealed,
    getPoints: (symbol, atMs) => drawPoints(seed, symbol, atMs),
    getDayStart: (symbol, dayStartMs) => drawDayStart(seed, symbol, dayStartMs),
  })
  const hasOutages = random.chance(0.5)
  const symbols: readonly string[] =
    closing === null ? simulatedSymbols : [...new Set([...simulatedSymbols, closing.symbol])]
  const marketPauses = hasOutages ? [] : drawPauses(market, random, symbols, startMs)
  if (hasOutages) drawOutages(market, random, startMs)
  else if (hasTrades) drawSilences(market, random, symbols, { startMs, endMs: closing?.atMs ?? null })
  const [pause] = hasTrades ? marketPauses : []
  const lastPrice =
    closing ?? (pause ? { symbol: pause.symbol ?? symbols[0] ?? '', atMs: pause.toMs + 2 * fakeStepMs } : null)
  const settings = { ...simulatedSettings, marketPauses, ...mutant.settings }
  const events: TradeView[] = []
  if (isSealed) await sealMarket(database, market)
  await insertTestRates(database, mutant.rates ?? testCurrencyRates)

  const createServer = (offsetMs: number) => {
    const serverClock: Clock = { now: () => new Date(clock.now().getTime() + offsetMs) }
    const db = scheduler.createDb()
    const feed = market.createFeed(serverClock)
    const context = createTestContext({
      db,
      clock: serverClock,
      market: mutant.feed?.(feed) ?? feed,
      settings: createFixedSettings(toStoredSettings(settings)),
      live: {
        ...createSilentEvents(),
        publish: async (_userId, ...published) => {
          for (const event of published)
            if (event.type === 'trade') events.push(mutant.event?.(event.trade) ?? event.trade)
        },
      },
      onError: scheduler.recordError,
    })
    const trading = bindTrading(context)
    return {
      process: scheduler.createServer(),
      clock: serverClock,
      db,
      trading: mutant.trading?.(trading, db) ?? trading,
    }
  }
  const servers = [createServer(0), createServer(random.pick([0, 700, -1300, 3000]))] as const
  const traders: SimulatedTrader[] = []
  let currenciesLeft: readonly Currency[] = simulatedCurrencies
  for (const plan of traderPlans) {
    const currency = random.pick(currenciesLeft)
    currenciesLeft = currenciesLeft.filter((each) => each !== currency)
    const bonuses = random.chance(plan.bonusChance) ? plan.bonuses : []
    const id = ids.createUserId()
    traders.push(await insertTrader(scheduler.createDb(), database, { ...plan, id, bonuses, currency }, clock.now()))
  }
  await linkTraders(database, traders)

  return {
    database,
    scheduler,
    random,
    clock,
    createKey: ids.createUuid,
    market,
    hasOutages,
    /** True if the closing price is the median of trades. */
    hasTrades,
    /** True if orders are filled at a price that is not known when they arrive. */
    isSealed,
    /** Symbols that can be bought. */
    symbols,
    /** Turning point that the run passes, if any. */
    turn,
    turnsAtMs,
    /** Time at which a market closes during the run, or has too few trades for a closing price, just after a pause. */
    lastPrice,
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

function drawOutages(market: FakeMarket, random: Random, startMs: number): void {
  for (const symbol of simulatedSymbols)
    for (let count = random.below(4); count > 0; count -= 1) {
      const fromMs = startMs + random.below(outageSpanMs)
      market.addOutage(symbol, fromMs, fromMs + random.pick([1500, 20_000, 90_000, 200_000]))
    }
}

/** Draws pauses, which are announced before the first purchase. */
function drawPauses(
  market: FakeMarket,
  random: Random,
  symbols: readonly string[],
  startMs: number,
): readonly MarketPause[] {
  if (random.chance(0.6)) return []
  const symbol = random.pick([null, ...symbols])
  const fromMs = startMs + random.below(10 * 60_000)
  const toMs = fromMs + random.pick([30_000, 90_000, 300_000])
  // There is a price again at the end of the pause.
  for (const each of symbol === null ? symbols : [symbol]) market.addOutage(each, fromMs, toMs - 1)
  return [{ symbol, fromMs, toMs }]
}

/** Draws silences of an exchange in which nothing is traded for a while: so short that five seconds have enough trades, and apart from each other. */
function drawSilences(
  market: FakeMarket,
  random: Random,
  symbols: readonly string[],
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number | null },
): void {
  const drawMs = () => 1000 + random.below(maxSilenceMs - 1000)
  for (const symbol of symbols) {
    // The last trade before a close.
    const lastMs = endMs === null ? null : endMs - drawMs()
    if (lastMs !== null) market.addOutage(symbol, lastMs, lastMs + maxSilenceMs)
    for (let slotMs = startMs; slotMs < startMs + outageSpanMs; slotMs += silenceSlotMs) {
      const fromMs = slotMs + random.below(silenceSlotMs / 2)
      const isApart = lastMs === null || Math.abs(fromMs - lastMs) > 2 * maxSilenceMs
      if (random.chance(0.5) && isApart) market.addOutage(symbol, fromMs, fromMs + drawMs())
    }
  }
}

/** Links the real traders by one device. */
async function linkTraders({ pool }: Database, traders: readonly SimulatedTrader[]): Promise<void> {
  await pool.query(
    `insert into user_marks (user_id, kind, hash, proved, first_seen, last_seen)
     select u, 'device', sha256($2::bytea), true, now(), now() from unnest($1::bigint[]) u`,
    [traders.filter(({ isPractice }) => !isPractice).map(({ id }) => id), String(traders[0]?.id)],
  )
}

/** Draws few different prices, so that there are ties. */
export function drawPoints(seed: number, symbol: string, atMs: number): number {
  return 99_996 + (mix(seed, symbol, Math.floor(atMs / (fakeStepMs * 5))) % 9)
}

/** Draws a start of the day far from the prices of the day, as after a large move. */
function drawDayStart(seed: number, symbol: string, dayStartMs: number): number {
  return mix(seed, symbol, dayStartMs / dayMs) % 2 === 0 ? 80_000 : 120_000
}

function mix(seed: number, symbol: string, index: number): number {
  let mixed = Math.imul(seed + symbol.charCodeAt(0), 0x9e3779b1) ^ index
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

type TraderPlan = {
  readonly id: number
  readonly currency: Currency
  readonly isPractice: boolean
  readonly cash: number
  readonly bonuses: readonly number[]
  readonly requiredFactor: number
}

async function insertTrader(db: Db, { pool }: Database, plan: TraderPlan, at: Date): Promise<SimulatedTrader> {
  const { id, currency, isPractice, requiredFactor } = plan
  const factor = limitFactors[currency]
  const cash = plan.cash * factor
  const bonuses = plan.bonuses.map((bonus) => bonus * factor)
  await pool.query(
    `insert into users (id, email, password_hash, first_name, last_name, country, currency, phone, language, confirmed_adult,
       terms_accepted_at, registered_at, real_opened_at) overriding system value
     values ($1, gen_random_uuid() || '@example.com', '-', 'Ada', 'Lovelace', 'AU', $2, '61400000000', 'en', true, now(), now(), case when not $3 then now() end)`,
    [id, currency, isPractice],
  )
  const start = {
    cash,
    bonus: bonuses.reduce((sum, bonus) => sum + bonus, 0),
    practice: isPractice ? practiceStart * factor : 0,
  }
  if (isPractice) {
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
  return { id, currency, isPractice, start }
}

/** Seals the market. No round is ever out, because servers of one run have clocks that differ. */
async function sealMarket({ pool }: Database, market: FakeMarket): Promise<void> {
  const { chain } = createTestBeacon({ now: () => new Date() })
  await insertBeaconChain((statement) => pool.query(statement), chain)
  market.sealBy(chain)
}
