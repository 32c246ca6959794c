import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { openDatabase, type Database } from '../../platform/database/database.ts'
import { createSeal } from '../../platform/crypto/seal.ts'
import { createFakeMarket } from '../../../test/fixtures/market/fake-feed.ts'
import { startTestApp, type TestApp } from '../../../test/fixtures/app/test-app.ts'
import { fundTrader } from '../../../test/fixtures/trading/fund-trader.ts'
import { createFakeChannels } from '../../../test/fixtures/withdrawal/fake-channels.ts'
import { findBalances, giveUpBonus, listOpenBonuses } from '../ledger/service.ts'
import { buyTrade } from '../trading/service.ts'
import type { AppContext } from '../../context.ts'
import { createFixedSettings, createTestContext } from '../../../test/fixtures/app/test-context.ts'
import { confirmWithdrawal } from './confirm-withdrawal.ts'
import { requestWithdrawal } from './request-withdrawal.ts'

/** Number of rounds. More are run by hand: WITHDRAWAL_ROUNDS=100. */
const rounds = Number(process.env['WITHDRAWAL_ROUNDS'] ?? 3)
const parallel = 50

let app: TestApp
let second: Database
let servers: readonly AppContext[]
beforeAll(async () => {
  const market = createFakeMarket()
  const fake = createFakeChannels()
  const clock = { now: () => new Date('2026-11-18T10:00:00Z') }
  app = await startTestApp({ payoutChannels: fake.channels, marketFeed: market.createFeed(clock) })
  second = openDatabase(app.databaseUrl, { maxConnections: 10 })
  const settings = createFixedSettings({
    withdrawal_methods: ['bank'],
    withdrawal_terms: {},
    deposit_turnover_factor: 1,
  })
  const seal = createSeal(app.secretKey)
  const other = createTestContext({ db: second.db, clock: app.clock, seal, payoutChannels: fake.channels, settings })
  servers = [app.context, other]
})
afterAll(async () => {
  await second.close()
  await app.stop()
})

async function createTrader() {
  const { userId } = await app.registerTrader()
  const { db } = app.database
  const user = { id: userId, currency: 'USD', isPractice: false, verification: 'Full' } as const
  await fundTrader(db, user, { cash: 40_000, bonus: 10_000 }, app.clock.now())
  await db.updateTable('users').set({ verification: 'Full' }).where('id', '=', userId).execute()
  const now = app.clock.now()
  await db
    .insertInto('withdrawal_destinations')
    .values({
      id: randomUUID(),
      user_id: userId,
      method: 'bank',
      account: 'GB29NWBK60161331926819',
      state: 'proved',
      code_hash: Buffer.alloc(32),
      created_at: new Date(now.getTime() - 86_400_000),
      usable_from: now,
      proved_at: now,
    })
    .execute()
  return user
}

test(
  `of ${parallel} withdrawals of the whole balance at once one is made, beside trades, bonuses and deposits, ${rounds} times`,
  async () => {
    let madeCount = 0
    for (let round = 0; round < rounds; round += 1) {
      const user = await createTrader()
      const [bonus] = await listOpenBonuses(app.database.db, user.id)
      const trade = { symbol: 'EURUSD', direction: 'up', stake: 5, expiry: 60, price: 1, tolerance: 1 } as const
      const withdraw = async (context: AppContext) => {
        const requested = await requestWithdrawal(context, user, { amount: 400, method: 'bank' })
        if (!requested.ok) return requested
        return confirmWithdrawal(context, user, { withBonus: true, id: requested.value.id })
      }
      const withdrawals = Array.from({ length: parallel }, (_, index) => withdraw(servers[index % 2] ?? app.context))
      const [confirmed, bought, givenUp] = await Promise.all([
        Promise.all(withdrawals),
        Promise.all([1, 2].map(() => buyTrade(app.context, user, trade, randomUUID()))),
        giveUpBonus(app.database.db, user.id, bonus?.id ?? 0, app.clock.now()),
        fundTrader(app.database.db, user, { cash: 2000 }, app.clock.now()),
      ])
      const made = confirmed.filter(({ ok }) => ok)
      expect(made.length).toBeLessThanOrEqual(1)
      madeCount += made.length
      const balances = await findBalances(app.database.db, user.id, 'USD')
      expect(balances.hold).toBe(40_000 * made.length)
      const staked = bought.reduce((sum, each) => sum + (each.ok ? each.value.stake : 0), 0)
      const { rows } = await app.database.pool.query<{ taken: number }>(
        `select coalesce(sum(l.amount), 0)::bigint as taken from ledger_entries e join ledger_lines l on l.entry_id = e.id
          where e.kind in ('bonus.given_up', 'bonus.frozen') and l.account in ('bonus_expense', 'bonus_hold')
            and exists (select from ledger_lines o where o.entry_id = e.id and o.user_id = $1)`,
        [user.id],
      )
      expect(balances.cash + balances.bonus + balances.hold).toBe(52_000 - staked - (rows[0]?.taken ?? 0))
      expect(givenUp.ok || made.length === 1 || givenUp.code === 'promo.bonus_staked').toBe(true)
      // A withdrawal that was not made can be made later, and nothing else hangs.
      expect((await requestWithdrawal(app.context, user, { amount: 100, method: 'bank' })).ok).toBe(
        balances.cash >= 10_000,
      )
    }
    expect(madeCount).toBeGreaterThan(0)
  },
  60_000 + rounds * 20_000,
)
