import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { sql } from 'kysely'

import type { TestClient } from '../../../test/fixtures/app/test-app.ts'
import { findQueuedMails } from '../../../test/fixtures/mail/queued-mails.ts'
import { runOpsCommand } from '../../../test/fixtures/ops/run-ops-command.ts'
import { startTradingApp, type TradingApp } from '../../../test/fixtures/trading/trading-app.ts'
import { createSettingsService } from '../settings/service.ts'
import { awardPrizes } from './award-prizes.ts'
import { listTournamentPrizes } from './prize-store.ts'
import { alertHeldPrizes, alertUnsentItems, decidePrize, markItemSent } from './service.ts'
import { settlePrizes } from './settle-prizes.ts'

let app: TradingApp
beforeAll(async () => {
  app = await startTradingApp({ currencyRates })
  await set('session_idle_days', 90)
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => app.stop())

type SetSetting = ReturnType<typeof createSettingsService>['setSetting']
const set = async (name: Parameters<SetSetting>[0], value: Parameters<SetSetting>[1]) => {
  await createSettingsService({ db: app.database.db, clock: app.clock }).setSetting(name, value, { actor: 'test' })
  // Settings are read again after a second.
  app.clock.advance(1000)
}
const verify = (userId: number) =>
  sql`update users set verification = 'Full' where id = ${userId}`.execute(app.database.db)
/** Settles prizes on three servers at once. A prize that another server has settled is no error. */
const settle = async () => {
  const onError = vi.fn<(error: unknown) => void>()
  await Promise.all([1, 2, 3].map(() => settlePrizes({ ...app.context, onError })))
  expect(onError.mock.calls).toEqual([])
}

type Won = { rank: number; prize: unknown; state: string; paid: unknown }
const listPrizes = async (client: TestClient) =>
  ((await client.post('/api/tourney/prizes')).json as { prizes: Won[] }).prizes
const readPrevious = async (client: TestClient) =>
  (await client.post('/api/tourney/last')).json as {
    list: { id: number; type: string; state: string }[]
    data: { rank: number; mine: boolean; reward: string | null }[]
    fund: unknown
  }
const runOps = (...argv: string[]) => runOpsCommand({ DATABASE_URL: app.databaseUrl, SECRET_KEY: app.secretKey }, argv)

/** Stakes in US dollars, of own cash or bonus money, in the order of the prize places. */
const field = [
  { stake: 1000, currency: 'USD' },
  { stake: 500, currency: 'EUR' },
  { stake: 200, currency: 'GBP' },
  { stake: 100, currency: 'RUB' },
  // This stake is below the least one by a cent.
  { stake: 99.99, currency: 'USD' },
  // This one has the largest profit, but of bonus money.
  { stake: 2000, currency: 'USD', isBonus: true },
  { stake: 300, currency: 'USD', isLoss: true },
] as const
let traders: Awaited<ReturnType<TradingApp['registerFunded']>>[] = []
const currencyRates = { EUR: 0.9, GBP: 1, RUB: 60 }
const rates = { USD: 1, ...currencyRates }
const clientOf = (index: number) => traders[index]?.client as TestClient
const cashOf = async (index: number) => {
  const { userId = 0, currency = 'USD' } = traders[index] ?? {}
  return (await app.findBalances(userId, currency)).cash
}

test('the fund is half of the house edge on own cash, and prizes are its shares, decided once', async () => {
  for (const { currency, ...trader } of field) {
    const money = 'isBonus' in trader ? { bonus: 300_000, required: 1 } : { cash: 10_000_000 }
    traders.push(await app.registerFunded(money, { currency }))
  }
  for (const [index, trader] of field.entries()) {
    const direction = 'isLoss' in trader ? 'down' : 'up'
    const stake = trader.stake * rates[trader.currency]
    expect(await app.buy(clientOf(index), { stake, direction })).toMatchObject({ return: true })
  }
  app.pass(60_000, 100_001)
  await app.runJob('trading.close_trades')
  const { own, fund, prizes } = (await clientOf(4).post('/api/tourney/current')).json as Record<string, unknown>
  // Edges of 9 % are summed: 90 + 45 + 18 + 9 + 9 + 27.
  expect(fund).toEqual({ present: 99, full: 31_700 })
  expect((prizes as { amount: number }[]).slice(0, 4).map(({ amount }) => amount)).toEqual([31.23, 15.61, 9.36, 6.24])
  expect(own).toEqual({
    prize_place: null,
    profit_missing: null,
    behind_own_account: false,
    stakes_missing: 0.01,
    prize_max: 3.6,
    verified: false,
  })
  const behind = ((await clientOf(1).post('/api/tourney/current')).json as { own: unknown }).own
  expect(behind).toMatchObject({ prize_place: 2, profit_missing: 410.01, stakes_missing: 0, prize_max: 18 })

  await verify(traders[0]?.userId ?? 0)
  await verify(traders[3]?.userId ?? 0)
  // The second prize is not above this limit.
  await set('approval_limit', 15.61)
  // Nothing is awarded before the last trades can have closed.
  app.clock.set(new Date('2026-11-20T21:01:59Z'))
  await awardPrizes(app.context)
  expect(await listPrizes(clientOf(0))).toEqual([])
  app.clock.set(new Date('2026-11-20T21:02:00Z'))
  await app.runAsOwner(
    `insert into held_rates (code, rate, at, readings) values ('RUB', 90, '2026-11-20T21:00:00Z', 1)`,
  )
  for (const _round of [1, 2]) await awardPrizes(app.context)
  expect(await listPrizes(clientOf(0))).toEqual([])
  const listAlerts = async () =>
    (JSON.parse((await runOps('alerts', '--json')).out) as { kind: string; detail: unknown }[]).filter(
      ({ kind }) => kind === 'tournament.prizes_wait',
    )
  expect(await listAlerts()).toMatchObject([{ detail: { trader: traders[3]?.userId, currency: 'RUB' } }])
  await app.runAsOwner(`delete from held_rates`)
  await Promise.all([1, 2, 3].map(() => awardPrizes(app.context)))
  expect(await listAlerts()).toEqual([])
  const states = async () =>
    (await Promise.all(field.map((_, index) => listPrizes(clientOf(index))))).map(([prize]) => prize?.state)
  await settle()
  expect(await states()).toEqual(['held', 'unverified', 'unverified', 'paid', undefined, undefined, undefined])
  expect(await cashOf(3)).toBe(10_000_000 + 492_000 + 21_600)
  // Prizes below the limit wait for documents, or for nothing.
  const { rows: small } = await sql<{ id: string }>`
    select id from tournament_prizes where not needs_approval order by rank`.execute(app.database.db)
  expect(small).toHaveLength(3)
  for (const { id } of small)
    for (const isApproved of [true, false])
      expect(await decidePrize(app.context, id, isApproved, { actor: 'test' })).toBeNull()
  const { list, data, fund: last } = await readPrevious(clientOf(6))
  expect(list[0]).toMatchObject({ type: 'weekly', state: 'finished' })
  expect(last).toEqual({ present: 99, full: 31_700 })
  expect(data.map(({ reward }) => reward)).toEqual([null, '31,23$', '15,61$', '7,20$', '3,60$', null, null])
})

test('a prize is paid at the rate of its award when the winner is verified, and lapses after the waiting time', async () => {
  await sql`insert into exchange_rates (code, rate, at, is_confirmed)
    values ('EUR', 1.2, '2100-01-02', true), ('GBP', 2, '2100-01-02', true)`.execute(app.database.db)
  const before = await Promise.all([cashOf(1), cashOf(2)])
  app.clock.set(new Date('2026-12-04T21:01:59Z'))
  await verify(traders[1]?.userId ?? 0)
  await settle()
  expect(await listPrizes(clientOf(1))).toMatchObject([
    { rank: 2, prize: { kind: 'cash', amount: 15.61 }, state: 'paid', paid: { amount: 14.04, currency: 'EUR' } },
  ])
  expect(await listPrizes(clientOf(2))).toMatchObject([{ rank: 3, state: 'unverified' }])
  app.clock.set(new Date('2026-12-04T21:02:00Z'))
  await settle()
  await verify(traders[2]?.userId ?? 0)
  await settle()
  expect(await listPrizes(clientOf(2))).toMatchObject([{ rank: 3, state: 'lapsed' }])
  expect(await Promise.all([cashOf(1), cashOf(2)])).toEqual([(before[0] ?? 0) + 1404, before[1]])
  const readMails = async (index: number, template: 'prize_unverified' | 'prize_cash') =>
    (await findQueuedMails(app, traders[index]?.form.login ?? '', template)).map(({ subject }) => subject)
  expect(await readMails(1, 'prize_unverified')).toEqual([expect.stringContaining('by December 4, 2026')])
  expect(await readMails(1, 'prize_cash')).toHaveLength(1)
  expect(await readMails(0, 'prize_cash')).toEqual([])
})

test('cash above the approval limit waits for an operator', async () => {
  await alertHeldPrizes(app.context)
  expect((await runOps('alerts')).out).toContain('tournament.prize_held')
  const [held] = JSON.parse((await runOps('tournaments', 'held', '--json')).out) as { id: string }[]
  const before = await cashOf(0)
  const publish = vi.spyOn(app.context.live, 'publish')
  expect(await decidePrize(app.context, held?.id ?? '', true, { actor: 'test' })).toBe('paid')
  expect(publish.mock.calls).toEqual([[traders[0]?.userId, { type: 'user_changed' }]])
  expect(await decidePrize(app.context, held?.id ?? '', true, { actor: 'test' })).toBeNull()
  expect(await cashOf(0)).toBe(before + 3123)
  await alertHeldPrizes(app.context)
  expect((await runOps('alerts')).out).not.toContain('tournament.prize_held')
})

test('without scaling the list is paid, an item by an operator, which the winner sees', async () => {
  await set('tournament_prizes_scaled', false)
  await set('bonus_release_factor', 0.5)
  await set('tournament_prizes', {
    weekly: [
      { kind: 'item', item: 'iPad', amount: 1500 },
      { kind: 'bonus', amount: 100 },
      { kind: 'item', item: 'iPad mini', amount: 500 },
    ],
    weekend: [
      { kind: 'cash', amount: 10 },
      { kind: 'cash', amount: 5 },
      { kind: 'cash', amount: 0.01 },
    ],
  })
  app.clock.set(new Date('2026-12-09T10:00:00Z'))
  app.market.setPrice('EURUSD', 100_000, app.clock.now().getTime())
  await app.buy(clientOf(3), { stake: 6000 })
  await app.buy(clientOf(0), { stake: 200 })
  await app.buy(clientOf(6), { stake: 100 })
  app.pass(60_000, 100_001)
  await app.runJob('trading.close_trades')
  app.clock.set(new Date('2026-12-11T21:02:00Z'))
  await awardPrizes(app.context)
  await settle()
  const [prize] = await listPrizes(clientOf(0))
  expect(prize).toMatchObject({ rank: 1, prize: { kind: 'item', item: 'iPad' }, state: 'due' })
  expect((await listPrizes(clientOf(3)))[0]).toMatchObject({
    rank: 2,
    prize: { kind: 'bonus' },
    state: 'paid',
    paid: { amount: 6000, currency: 'RUB', turnoverRequired: 180_000 },
  })
  expect((await clientOf(3).post('/api/promo/bonuses')).json).toMatchObject({
    bonuses: [{ isPrize: true, code: null, amount: 6000, wageringRequired: 180_000, releaseMax: 3000 }],
  })
  await alertUnsentItems(app.context)
  expect((await runOps('alerts')).out).toContain('tournament.item_due')
  const listItems = async () =>
    JSON.parse((await runOps('tournaments', 'items', '--json')).out) as { tournamentId: number; rank: number }[]
  const items = await listItems()
  const [item] = items
  const { login, firstName, lastName } = traders[0]?.form ?? {}
  expect(items).toMatchObject([{ rank: 1, item: 'iPad', email: login, firstName, lastName }])
  const tournamentId = item?.tournamentId ?? 0
  expect((await runOps('tournaments', 'prizes', String(tournamentId))).out).toContain('iPad, not sent yet')
  const send = (rank: number) =>
    runOps('tournaments', 'sent', String(tournamentId), String(rank), '--why', 'sent by courier', '--yes')
  const note = async (rank: number) => {
    const prizes = await listTournamentPrizes(app.database.db, tournamentId)
    return markItemSent(app.context, prizes.find((each) => each.rank === rank)?.id ?? '', { actor: 'test' })
  }
  // A bonus is not sent, and the winner of the third place is not verified.
  expect([await note(2), await note(3)]).toEqual([false, false])
  await verify(traders[6]?.userId ?? 0)
  await settle()
  expect(await send(1)).toMatchObject({ code: 0, out: 'Noted. The winner sees it.\n' })
  expect(await send(1)).toMatchObject({ code: 1 })
  expect(await note(1)).toBe(false)
  expect(await listItems()).toMatchObject([{ rank: 3 }])
  expect(await listPrizes(clientOf(6))).toMatchObject([{ rank: 3, prize: { item: 'iPad mini' }, state: 'due' }])
  const publish = vi.spyOn(app.context.live, 'publish')
  expect(await note(3)).toBe(true)
  expect(publish.mock.calls).toEqual([[traders[6]?.userId, { type: 'refresh' }]])
  await alertUnsentItems(app.context)
  expect((await runOps('alerts')).out).not.toContain('tournament.item_due')
})

test('a tournament waits for a trade that expired before its end and has no price yet', async () => {
  app.clock.set(new Date('2026-12-13T20:58:30Z'))
  const [winner, waiting] = [await app.registerFunded({ cash: 100_000 }), await app.registerFunded({ cash: 100_000 })]
  await sql`insert into exchange_rates (code, rate, at, is_confirmed) values ('EUR', 0.9, '2100-01-03', true)`.execute(
    app.database.db,
  )
  const third = await app.registerFunded({ cash: 100_000 }, { currency: 'EUR' })
  app.market.setPrice('BTCUSD', 100_000, app.clock.now().getTime() - 1000)
  const order = { symbol: 'BTCUSD', price: 1000, stake: 100 }
  await app.buy(winner.client, { ...order, stake: 101, expiry: 30 })
  await app.buy(third.client, { ...order, stake: 90, expiry: 30 })
  app.pass(30_000, 100_100, 'BTCUSD')
  await app.runJob('trading.close_trades')
  expect(await app.buy(waiting.client, { ...order, price: 1001, stake: 200, expiry: 30 })).toMatchObject({
    return: true,
  })
  app.clock.set(new Date('2026-12-13T21:05:00Z'))
  const errors: unknown[] = []
  const context = { ...app.context, onError: (error: unknown) => void errors.push(error) }
  await awardPrizes(context)
  expect(await listPrizes(winner.client)).toEqual([])
  // The better result of the last second counts.
  app.market.setPrice('BTCUSD', 100_200, Date.parse('2026-12-13T20:59:20Z'))
  await app.runJob('trading.close_trades')
  await awardPrizes(context)
  expect(errors).toEqual([])
  expect(await listPrizes(waiting.client)).toMatchObject([{ rank: 1, prize: { amount: 10 } }])
  expect(await listPrizes(winner.client)).toMatchObject([{ rank: 2, prize: { amount: 5 } }])
  // The prize is less than a cent of the account's currency.
  expect(await listPrizes(third.client)).toMatchObject([{ rank: 3, paid: { amount: 0.01, currency: 'EUR' } }])
})

test('the database refuses prizes above the edge of the winner, without verification or payment, and changes', async () => {
  const { db } = app.database
  const insert = (rank: number, amount: number, userId: string) =>
    app.runAsOwner(`insert into tournament_prizes
      (id, tournament_id, rank, user_id, score, kind, amount, currency, rate, paid, created_at, verify_until, needs_approval, approved_at)
      select gen_random_uuid(), t.id, ${rank}, s.user_id, s.score, 'cash', ${amount}, 'USD', 1, ${amount}, t.finished_at, t.finished_at, true, t.finished_at
        from tournaments t join tournament_scores s on s.tournament_id = t.id
       where t.fund is not null and s.user_id = ${userId} and s.score > 0`)
  const [fifth, bonus] = [String(traders[4]?.userId), String(traders[5]?.userId)]
  // The edge on the winner's own stakes is 9.
  await expect(insert(5, 360, fifth)).rejects.toThrow('belong to the place')
  await set('tournament_stakes_min', 1)
  // The most is 40 % of the edge on the winner's own stakes, which is 9.
  await expect(insert(5, 361, fifth)).rejects.toThrow('belong to the place')
  await expect(insert(6, 1, bonus)).rejects.toThrow('belong to the place')
  await expect(sql`update tournament_prizes set paid = paid`.execute(db)).rejects.toThrow('cannot change')
  await expect(sql`delete from tournament_prizes`.execute(db)).rejects.toThrow()
  await expect(
    sql`update tournament_prizes set settled_at = null, lapsed_at = now() where kind = 'cash'`.execute(db),
  ).rejects.toThrow('decided already')
  await insert(5, 360, fifth)
  await expect(
    sql`update tournament_prizes set settled_at = '2027-01-01Z' where settled_at is null and lapsed_at is null`.execute(
      db,
    ),
  ).rejects.toThrow('not verified')
  const lapse = (at: string, condition: string) =>
    sql`update tournament_prizes set lapsed_at = ${sql.raw(at)} where ${sql.raw(condition)}`.execute(db)
  // One prize needs no decision of an operator, and one is approved.
  const waiting = 'not needs_approval and settled_at is null and lapsed_at is null'
  const approved = `user_id = ${traders[4]?.userId}`
  for (const condition of [waiting, approved])
    await expect(lapse(`verify_until - interval '1 ms'`, condition)).rejects.toThrow('no reason to lapse')
  await verify(traders[4]?.userId ?? 0)
  await expect(lapse('verify_until', approved)).rejects.toThrow('no reason to lapse')
  await expect(
    sql`update tournament_prizes set settled_at = '2027-01-01Z' where settled_at is null and lapsed_at is null
          and user_id = ${traders[4]?.userId}`.execute(db),
  ).rejects.toThrow('without its payment')
  await expect(
    sql`update tournaments set finished_at = now() where finished_at is not null`.execute(db),
  ).rejects.toThrow('has finished already')
  await expect(
    sql`with e as (insert into ledger_entries (kind, subject, created_at) values ('prize.paid', 'tournament:1/77', now()) returning id)
        insert into ledger_lines (entry_id, account, user_id, currency, amount)
        select id, 'fees', null, 'USD', amount from e, (values (1), (-1)) as l(amount)`.execute(db),
  ).rejects.toThrow('no prize moves money')
})
