import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'

import type { TestClient } from '../../testing/app/test-app.ts'
import { findQueuedMails } from '../../testing/mail/queued-mails.ts'
import { runOpsCommand } from '../../testing/ops/run-ops-command.ts'
import { startTradingApp, type TradingApp } from '../../testing/trading/trading-app.ts'
import { createSettingsService } from '../settings/service.ts'

let app: TradingApp
beforeAll(async () => {
  app = await startTradingApp()
  await createSettingsService({ db: app.database.db, clock: app.clock }).setSetting(
    'rates',
    { USD: 1, EUR: 0.9, GBP: 1, RUB: 60 },
    { actor: 'test' },
  )
  app.clock.advance(1000)
})
afterAll(() => app.stop())

type Won = {
  rank: number
  kind: string
  amount: number | null
  item: string | null
  paid: unknown
  sent_at: number | null
}
const listPrizes = async (client: TestClient) =>
  ((await client.post('/api/tourney/prizes')).json as { prizes: Won[] }).prizes
const readPrevious = async (client: TestClient) =>
  (await client.post('/api/tourney/last')).json as {
    list: { id: number; type: string; state: string }[]
    data: { rank: number; mine: boolean; reward: string | null }[]
  }
const runOps = (...argv: string[]) => runOpsCommand({ DATABASE_URL: app.databaseUrl, SECRET_KEY: app.secretKey }, argv)

test('prizes of the week are paid once, each as its place says', async () => {
  // Seven traders with a profit; the last one has a loss.
  const currencies = ['USD', 'EUR', 'USD', 'USD', 'USD', 'RUB', 'USD', 'USD'] as const
  const traders: Awaited<ReturnType<TradingApp['registerFunded']>>[] = []
  for (const currency of currencies) traders.push(await app.registerFunded({ cash: 1_000_000 }, { currency }))
  for (const [index, { client, currency }] of traders.entries()) {
    const unit = currency === 'RUB' ? 60 : 1
    const direction = index === 7 ? 'down' : 'up'
    expect(await app.buy(client, { stake: (80 - 10 * index) * unit, direction })).toMatchObject({ return: true })
  }
  app.pass(60_000, 100_001)
  await app.trading.closeTrades()
  const before = await Promise.all(traders.map(({ userId, currency }) => app.findBalances(userId, currency)))
  const gained = async (index: number) => {
    const { userId = 0, currency = 'USD' } = traders[index] ?? {}
    const { cash, bonus } = await app.findBalances(userId, currency)
    return { cash: cash - (before[index]?.cash ?? 0), bonus: bonus - (before[index]?.bonus ?? 0) }
  }

  // Not before the last trades can have closed.
  app.clock.set(new Date('2026-11-20T21:01:59Z'))
  await app.tournaments.awardPrizes()
  expect(await gained(0)).toEqual({ cash: 0, bonus: 0 })
  app.clock.set(new Date('2026-11-20T21:02:00Z'))
  await Promise.all([1, 2, 3].map(() => app.tournaments.awardPrizes()))
  await app.tournaments.awardPrizes()
  expect(await gained(0)).toEqual({ cash: 1_000_000, bonus: 0 })
  expect(await gained(1)).toEqual({ cash: 450_000, bonus: 0 })
  expect(await gained(2)).toEqual({ cash: 300_000, bonus: 0 })
  expect(await gained(3)).toEqual({ cash: 200_000, bonus: 0 })
  expect(await gained(4)).toEqual({ cash: 0, bonus: 0 })
  expect(await gained(5)).toEqual({ cash: 0, bonus: 6_000_000 })
  expect(await gained(6)).toEqual({ cash: 0, bonus: 100_000 })
  expect(await gained(7)).toEqual({ cash: 0, bonus: 0 })

  const clients = traders.map(({ client }) => client)
  const prizesOf = async (index: number) => {
    const client = clients[index]
    return client === undefined ? [] : listPrizes(client)
  }
  expect(await prizesOf(1)).toMatchObject([
    { rank: 2, kind: 'cash', amount: 5000, paid: { amount: 4500, currency: 'EUR', turnover_required: null } },
  ])
  expect(await prizesOf(4)).toMatchObject([{ rank: 5, kind: 'item', item: 'iPad', paid: null, sent_at: null }])
  expect(await prizesOf(5)).toMatchObject([
    { rank: 6, kind: 'bonus', amount: 1000, paid: { amount: 60_000, currency: 'RUB', turnover_required: 1_800_000 } },
  ])
  expect(await prizesOf(7)).toEqual([])
  const { json } = (await clients[6]?.post('/api/promo/bonuses')) ?? {}
  expect(json).toMatchObject({ bonuses: [{ amount: 1000, is_prize: true, turnover_required: 30_000 }] })

  const { list, data } = await readPrevious(clients[7] as TestClient)
  expect(list[0]).toMatchObject({ type: 'weekly', state: 'finished' })
  expect(data.at(-1)).toMatchObject({ rank: 8, mine: true, reward: null })
  expect(data[4]).toMatchObject({ rank: 5, reward: 'iPad' })

  const readMail = async (index: number, kind: string) =>
    (await findQueuedMails(app, traders[index]?.form.login ?? '', `prize_${kind}`)).map(
      ({ subject, text }) => subject + text,
    )
  expect(await readMail(0, 'cash')).toEqual([
    expect.stringContaining('You won $10,000: place 1 in the weekly tournament'),
  ])
  expect(await readMail(4, 'item')).toEqual([expect.stringContaining('ask where to send it')])
  expect(await readMail(6, 'bonus')).toEqual([expect.stringContaining('you must trade $30,000 in total')])
  expect(await readMail(7, 'bonus')).toEqual([])
  const { rows } = await sql`select 1 from ledger_entries where kind = 'prize.paid'`.execute(app.database.db)
  expect(rows).toHaveLength(6)
})

test('an item raises an alert until an operator has sent it, which the winner sees', async () => {
  await app.tournaments.alertUnsentItems()
  const items = await runOps('tournaments', 'items', '--json')
  const [item] = JSON.parse(items.out) as { tournamentId: number; rank: number; item: string }[]
  expect(item).toMatchObject({ rank: 5, item: 'iPad' })
  expect((await runOps('alerts')).out).toContain('tournament.item_due')
  expect((await runOps('tournaments', 'prizes', String(item?.tournamentId))).out).toContain('iPad, not sent yet')
  const send = () => runOps('tournaments', 'sent', String(item?.tournamentId), '5', '--why', 'sent by courier', '--yes')
  expect(await send()).toMatchObject({ code: 0, out: 'Noted. The winner sees it.\n' })
  expect(await send()).toMatchObject({ code: 1 })
  await app.tournaments.alertUnsentItems()
  expect((await runOps('alerts')).out).not.toContain('tournament.item_due')
  expect((await runOps('audit', '--json')).out).toContain('tournament.item_sent')
  expect((await runOps('tournaments', 'list')).out).toContain('weekly')
})

test('a tournament waits for a trade that expired before its end and has no price yet', async () => {
  app.clock.set(new Date('2026-11-22T20:58:30Z'))
  const [winner, waiting] = [await app.registerFunded({ cash: 10_000 }), await app.registerFunded({ cash: 10_000 })]
  app.market.setPrice('BTCUSD', 100_000, app.clock.now().getTime() - 1000)
  const order = { symbol: 'BTCUSD', price: 1000 }
  await app.buy(winner.client, { ...order, expiry: 30 })
  app.pass(30_000, 100_100, 'BTCUSD')
  await app.trading.closeTrades()
  expect(await app.buy(waiting.client, { ...order, price: 1001, stake: 20, expiry: 30 })).toMatchObject({
    return: true,
  })
  app.clock.set(new Date('2026-11-22T21:05:00Z'))
  await app.tournaments.awardPrizes()
  expect(await listPrizes(winner.client)).toEqual([])
  // The better result of the last second counts.
  app.market.setPrice('BTCUSD', 100_200, Date.parse('2026-11-22T20:59:20Z'))
  await app.trading.closeTrades()
  await app.tournaments.awardPrizes()
  expect(await listPrizes(waiting.client)).toMatchObject([{ rank: 1, amount: 5000 }])
  expect(await listPrizes(winner.client)).toMatchObject([{ rank: 2, amount: 3000 }])
})

test('the database refuses a prize of another place, without its payment, or twice', async () => {
  const { db } = app.database
  const insert = (values: string) =>
    app.runAsOwner(`insert into tournament_prizes
      (tournament_id, rank, user_id, score, kind, amount, item, currency, paid, required, created_at)
      select s.tournament_id, ${values}, now() from tournament_scores s where s.score > 0 order by s.score limit 1`)
  const cash = `null, 'USD', 100, null`
  await expect(insert(`1, s.user_id, s.score, 'cash', 100, ${cash}`)).rejects.toThrow(/tournament_prizes|place/)
  await expect(insert(`99, s.user_id, s.score + 1, 'cash', 100, ${cash}`)).rejects.toThrow(/place|unique|key/)
  await expect(sql`update tournament_prizes set paid = paid`.execute(db)).rejects.toThrow('cannot change')
  await expect(sql`delete from tournament_prizes`.execute(db)).rejects.toThrow()
  await expect(
    sql`update tournaments set finished_at = now() where finished_at is not null`.execute(db),
  ).rejects.toThrow('has finished already')
  await expect(
    sql`with e as (insert into ledger_entries (kind, subject, created_at) values ('prize.paid', 'tournament:1/77', now()) returning id)
        insert into ledger_lines (entry_id, account, user_id, currency, amount)
        select id, 'fees', null, 'USD', amount from e, (values (1), (-1)) as l(amount)`.execute(db),
  ).rejects.toThrow('no prize moves money')
})
