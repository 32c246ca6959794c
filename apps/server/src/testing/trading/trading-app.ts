import { randomUUID } from 'node:crypto'

import type { TradeView } from '@tradefront/contract/trading'
import type { Currency } from '@tradefront/rules/ledger/money'
import { expect, vi } from 'vitest'

import { createFakeMarket } from '../market/fake-feed.ts'
import { type TestAppOptions, type TestClient, startTestApp } from '../app/test-app.ts'
import { createManualClock, dayMs } from '../../platform/clock.ts'
import { createLedgerService } from '../../modules/ledger/service.ts'
import { createSettingsService } from '../../modules/settings/service.ts'
import { fundTrader } from './fund-trader.ts'

export type TradingReply = {
  readonly return: boolean
  readonly error?: string
  readonly message?: string
  readonly trade?: TradeView
  readonly price?: number
  readonly amount?: number
}

export type Purchase = {
  readonly symbol?: string
  readonly direction?: 'up' | 'down'
  readonly stake?: number
  readonly expiry?: number
  readonly price?: number
  readonly tolerance?: number
  readonly payout?: number
  readonly valid_until?: number
}

/** A Wednesday, 10:00: all markets but those of Japan and the US are open. */
export async function startTradingApp(options: Pick<TestAppOptions, 'currencyRates'> = {}) {
  const market = createFakeMarket()
  const clock = createManualClock(new Date('2026-11-18T10:00:00Z'))
  const app = await startTestApp({ ...options, clock, marketFeed: market.createFeed(clock) })

  let weeks = 0

  return {
    ...app,
    market,
    /** A Wednesday of its own, with EURUSD at 1.00000. */
    startDay: (time = '10:00:01'): void => {
      weeks += 1
      clock.set(new Date(Date.parse(`2026-11-18T${time}Z`) + weeks * 7 * dayMs))
      market.setPrice('EURUSD', 100_000, clock.now().getTime() - dayMs)
    },
    /** On the same day. */
    setTime: (time: string): void => clock.set(new Date(`${clock.now().toISOString().slice(0, 10)}T${time}Z`)),
    set: async (name: 'house_loss_max' | 'open_stakes_max', value: number) => {
      await createSettingsService({ db: app.database.db, clock }).setSetting(name, value, { actor: 'test' })
      // Settings are read again after a second.
      clock.advance(1000)
    },
    /** With money in minor units. */
    registerFunded: async (
      money: {
        readonly cash?: number
        readonly bonus?: number
        readonly required?: number
        readonly releaseMax?: number
      },
      form: { readonly currency?: Currency; readonly practice?: boolean } = {},
    ) => {
      const trader = await app.registerTrader(form)
      const user = { id: trader.userId, currency: form.currency ?? 'USD' }
      if (form.practice !== true) await fundTrader(app.database.db, user, money, clock.now())
      return { ...trader, ...user }
    },
    /** By default 10 up on EURUSD for a minute, at the price 1.00000. */
    buy: async (client: TestClient, purchase: Purchase = {}, key: string = randomUUID()): Promise<TradingReply> => {
      const body = { symbol: 'EURUSD', direction: 'up', stake: 10, expiry: 60, price: 1, tolerance: 0, ...purchase }
      return (await client.post('/api/trading/buy', body, { 'idempotency-key': key })).json as TradingReply
    },
    sell: async (client: TestClient, id: string, amount: number): Promise<TradingReply> =>
      (await client.post('/api/trading/sell', { id, amount })).json as TradingReply,
    /** Moves the clock, and the price of EURUSD at that moment. */
    pass: (ms: number, points?: number, symbol = 'EURUSD'): void => {
      clock.advance(ms)
      if (points !== undefined) market.setPrice(symbol, points, clock.now().getTime())
    },
    /** The call waits for the lock of the trader until `meanwhile` is done. */
    callWhileLocked: async <T>(userId: number, call: () => Promise<T>, meanwhile: () => void): Promise<T> => {
      const holder = await app.database.pool.connect()
      try {
        await holder.query('begin')
        await holder.query('select from users where id = $1 for update', [userId])
        const called = call()
        await vi.waitFor(async () => {
          const waiting =
            "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
          expect((await app.database.pool.query(waiting)).rowCount).toBeGreaterThan(0)
        })
        meanwhile()
        await holder.query('rollback')
        return await called
      } finally {
        holder.release()
      }
    },
    readTrade: async (client: TestClient, id: string): Promise<TradeView> => {
      const { trade } = (await client.post('/api/trading/trade', { id })).json as TradingReply
      if (trade === undefined) throw new Error('no trade')
      return trade
    },
    findBalances: (userId: number, currency = 'USD') =>
      createLedgerService(app.database.db).findBalances(userId, currency),
  }
}

export type TradingApp = Awaited<ReturnType<typeof startTradingApp>>
