import { listBoundaries } from '@tradefront/rules/tournaments/boundaries'
import { sql } from 'kysely'

import type { Db } from '../../../src/platform/database/database.ts'
import { buildTransferLines, postEntry } from '../../../src/modules/ledger/service.ts'
import type { SimulatedTrading } from './simulated-trading.ts'
import type { PlantedFault } from '../test-simulation.ts'
import { testCurrencyRates } from '../../fixtures/rates/test-rates.ts'
import { fakeStepMs } from '../../fixtures/market/fake-feed.ts'
import type { Property } from './properties.ts'
import type { TradingMutant } from './trading-world.ts'

const at = new Date('2026-11-18T10:00:00Z')

/** After trades have been closed. */
const afterClosing = (work: (db: Db) => Promise<unknown>) => (trading: SimulatedTrading, db: Db) => ({
  ...trading,
  closeTrades: async () => {
    await trading.closeTrades()
    await work(db)
  },
})

/** A trader with cash. */
async function findRichTrader(db: Db): Promise<{ userId: number; currency: string; amount: number } | undefined> {
  const { rows } = await sql<{ userId: number; currency: string; amount: number }>`
    select user_id as "userId", currency, amount from ledger_balances where account = 'cash' and amount > 0
     order by user_id desc limit 1`.execute(db)
  return rows[0]
}

/** Planted faults, at least one for each property, with the property that finds it. */
export const tradingMutants: readonly PlantedFault<Property, TradingMutant>[] = [
  [
    'a trade that ends at a later price',
    'rightQuote',
    {
      feed: (feed) => ({
        ...feed,
        findClosingPrice: (symbol, atMs) => feed.findClosingPrice(symbol, atMs + 1000),
      }),
    },
  ],
  [
    'a trade that ends at the price of the moment it is closed',
    'rightQuote',
    { feed: (feed) => ({ ...feed, findClosingPrice: (symbol) => feed.getQuote(symbol) }) },
  ],
  [
    // The database refuses such an end.
    'an outage after which trades still get a price',
    'settles',
    {
      feed: (feed) => ({
        ...feed,
        findClosingPrice: (symbol, atMs) => feed.findFirstQuote(symbol, atMs, atMs + 10_000_000),
      }),
    },
    4,
  ],
  [
    'a trade that opens at an older price',
    'rightQuote',
    {
      feed: (feed) => ({
        ...feed,
        waitForQuote: async (symbol, arrivedAtMs) => {
          const quote = await feed.waitForQuote(symbol, arrivedAtMs)
          const [older] = quote === null ? [] : await feed.listQuotes(symbol, quote.atMs - 1000, quote.atMs)
          return older ?? quote
        },
      }),
    },
    4,
  ],
  [
    // The market is open for purchases until the step after its last price.
    'a purchase whose expiry is in an open market, but not the price after it',
    'neverVoid',
    {
      feed: (feed) => ({
        ...feed,
        getMarketState: (symbol, atMs) => {
          const state = feed.getMarketState(symbol, atMs - fakeStepMs + 1)
          return state?.changesAtMs == null ? state : { ...state, changesAtMs: state.changesAtMs + fakeStepMs - 1 }
        },
      }),
    },
    27,
  ],
  [
    'a feed that can be silent and does not say so',
    'neverVoid',
    { feed: (feed) => ({ ...feed, closingSpanMs: 0 }) },
    9,
  ],
  ['a pause that is announced and not kept', 'neverVoid', { settings: { marketPauses: [] } }, 9],
  ['a payout that was not offered', 'rightReturn', { settings: { payoutExceptions: { GBPUSD: 78 } } }, 2],
  ['a sale without its whole fee', 'rightReturn', { settings: { saleFeePercent: 2 } }, 2],
  ['a ladder without its whole margin', 'rightReturn', { settings: { ladderMarginPercent: 6 } }],
  [
    'a purchase far from the price that was seen',
    'tolerance',
    {
      trading: (trading) => ({
        ...trading,
        buyTrade: (user, request, key) => trading.buyTrade(user, { ...request, tolerance: 1 }, key),
      }),
    },
    8,
  ],
  [
    'a sale below the value that was shown',
    'tolerance',
    { trading: (trading) => ({ ...trading, sellTrade: (trader, id) => trading.sellTrade(trader, id, 0) }) },
    8,
  ],
  [
    'a repeated request that buys again',
    'sameAnswer',
    {
      trading: (trading) => ({
        ...trading,
        buyTrade: (user, request) => trading.buyTrade(user, request, crypto.randomUUID()),
      }),
    },
    6,
  ],
  [
    'an answer with another price than the trade',
    'sameAnswer',
    {
      trading: (trading) => ({
        ...trading,
        buyTrade: async (...args) => {
          const bought = await trading.buyTrade(...args)
          return bought.ok ? { ...bought, value: { ...bought.value, openPoints: 1 } } : bought
        },
      }),
    },
  ],
  ['a house that risks more than its limit', 'exposure', { settings: { houseLossMax: 1000 } }, 5],
  [
    'a loss of the house that is converted at the wrong rate of a currency',
    'exposure',
    { rates: { ...testCurrencyRates, GBP: testCurrencyRates.EUR } },
    4,
  ],
  ['an exposure that stays when trades end', 'exposure', { sql: 'drop trigger trades_closed on trades' }, 2],
  ['a person who stakes too much', 'stakeLimits', { settings: { symbolStakesMax: 1000, openStakesMax: 1000 } }, 6],
  [
    'an end that is booked twice, without the rules of the database',
    'bookedOnce',
    {
      sql: 'alter table ledger_entries drop constraint ledger_entries_kind_subject_key',
      trading: afterClosing(async (db) => {
        const { rows } = await sql<{ id: string; userId: number; currency: string; returned: number }>`
          select id, user_id as "userId", currency, returned from trades where state = 'won' and not practice limit 1`.execute(
          db,
        )
        const [trade] = rows
        if (trade === undefined) return
        const { id, userId, currency, returned } = trade
        const lines = buildTransferLines(
          { account: 'trade_house', userId: null },
          { account: 'cash', userId },
          returned,
          currency,
        )
        await postEntry(db, { kind: 'trade.closed', subject: `trade:${id}`, at, lines })
      }),
    },
  ],
  [
    'a cent that nobody has won',
    'accounted',
    {
      trading: afterClosing(async (db) => {
        const trader = await findRichTrader(db)
        if (trader === undefined) return
        const { userId, currency } = trader
        const lines = buildTransferLines({ account: 'fees', userId: null }, { account: 'cash', userId }, 1, currency)
        await postEntry(db, { kind: 'simulation.reward', subject: crypto.randomUUID(), at, lines })
      }),
    },
  ],
  [
    'an account that is overdrawn, without the rule of the database',
    'notNegative',
    {
      sql: 'alter table ledger_balances drop constraint ledger_balances_amount_check',
      trading: afterClosing(async (db) => {
        const trader = await findRichTrader(db)
        if (trader === undefined) return
        const { userId, currency, amount } = trader
        const lines = buildTransferLines(
          { account: 'cash', userId },
          { account: 'fees', userId: null },
          amount + 1_000_000,
          currency,
        )
        await postEntry(db, { kind: 'simulation.fee', subject: crypto.randomUUID(), at, lines })
      }),
    },
  ],
  [
    'a balance that is changed without an entry',
    'ledgerBalances',
    {
      sql: 'grant update on ledger_balances to public',
      trading: afterClosing((db) =>
        sql`update ledger_balances set amount = amount + 1 where account = 'cash'`.execute(db),
      ),
    },
  ],
  [
    'turnover without a trade',
    'turnover',
    {
      trading: afterClosing(async (db) => {
        const trader = await findRichTrader(db)
        if (trader === undefined) return
        const { userId, currency } = trader
        await sql`insert into turnover_events (user_id, source, currency, amount, created_at)
                  values (${userId}, ${crypto.randomUUID()}, ${currency}, 100, ${at})`.execute(db)
      }),
    },
  ],
  [
    'linked accounts that can trade against each other',
    'opposite',
    { sql: 'create or replace view linked_users as select user_id, user_id as linked_id from user_marks where false' },
    9,
  ],
  [
    'bonus money that becomes cash without its turnover',
    'released',
    {
      trading: afterClosing(async (db) => {
        const { rows } = await sql<{ userId: number; currency: string }>`
          select user_id as "userId", currency from ledger_balances where account = 'bonus' and amount > 100 limit 1`.execute(
          db,
        )
        const [trader] = rows
        if (trader === undefined) return
        const { userId, currency } = trader
        const lines = buildTransferLines({ account: 'bonus', userId }, { account: 'cash', userId }, 1, currency)
        await postEntry(db, { kind: 'bonus.leaked', subject: crypto.randomUUID(), at, lines })
      }),
    },
  ],
  [
    'a bonus that ends and leaves its money, without the rules of the database',
    'bound',
    {
      sql: `drop trigger ledger_balances_bonus_bound on ledger_balances; drop trigger wagering_requirements_bonus_bound on wagering_requirements;
        drop trigger wagering_requirements_staked on wagering_requirements`,
      trading: afterClosing((db) =>
        sql`update wagering_requirements set cancelled_at = ${at} where cancelled_at is null and finished_at is null`.execute(
          db,
        ),
      ),
    },
    7,
  ],
  [
    'turnover that counts towards the newest bonus',
    'oldestFirst',
    {
      trading: afterClosing((db) =>
        sql`update wagering_requirements w set done = done + 1
             where cancelled_at is null and done < required
               and id = (select max(id) from wagering_requirements n where n.user_id = w.user_id)`.execute(db),
      ),
    },
  ],
  [
    'trades that are not counted',
    'counted',
    {
      sql: `create function skip() returns trigger language plpgsql as 'begin return null; end';
        create trigger skip before update on trade_totals for each row execute function skip()`,
    },
  ],
  [
    'results that count in no tournament',
    'scores',
    {
      sql: `create or replace function record_tournament_results(results jsonb) returns void language plpgsql as 'begin end'`,
    },
  ],
  [
    'a value at the end of a tournament by a later price',
    'scores',
    {
      feed: (feed) => ({
        ...feed,
        findClosingPrice: (symbol, atMs) =>
          feed.findClosingPrice(symbol, listBoundaries(atMs - 1, atMs).length > 0 ? atMs + 10_000 : atMs),
      }),
    },
    35,
  ],
  [
    'devices that are told another return',
    'told',
    { event: (trade) => ({ ...trade, returned: (trade.returned ?? 0) + 1 }) },
  ],
  [
    'movements that the history loses',
    'history',
    {
      sql: `create function lose_movement() returns trigger language plpgsql as 'begin return null; end';
        create trigger lose_movement before insert on balance_movements for each row execute function lose_movement()`,
    },
  ],
  ['trades that never end', 'settles', { feed: (feed) => ({ ...feed, findClosingPrice: async () => undefined }) }],
  [
    'a feed that fails',
    'noFault',
    { feed: (feed) => ({ ...feed, waitForQuote: () => Promise.reject(new Error('a fault')) }) },
    4,
  ],
]
