import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createSettingsService } from '../../src/modules/settings/service.ts'
import { awardPrizes } from '../../src/modules/tournaments/award-prizes.ts'
import { listHeldPrizes } from '../../src/modules/tournaments/service.ts'
import { settlePrizes } from '../../src/modules/tournaments/settle-prizes.ts'
import { dayMs } from '../../src/platform/clock.ts'
import type { TestClient } from '../fixtures/app/test-app.ts'
import { runOpsCommand } from '../fixtures/ops/run-ops-command.ts'
import { startTradingApp, type TradingApp } from '../fixtures/trading/trading-app.ts'
import { linkTraders } from '../fixtures/link-traders.ts'

let app: TradingApp
beforeAll(async () => {
  app = await startTradingApp()
  const settings = createSettingsService({ db: app.database.db, clock: app.clock })
  await settings.setSetting('session_idle_days', 90, { actor: 'test' })
  // The limit is above what stakes of 300 can win.
  await settings.setSetting('approval_limit', 20, { actor: 'test' })
})
afterAll(() => app.stop())

let weeks = 0
beforeEach(() => {
  weeks += 1
  app.clock.set(new Date(Date.parse('2026-11-18T10:00:00Z') + weeks * 7 * dayMs))
  app.market.setPrice('EURUSD', 100_000, app.clock.now().getTime())
})

type Trader = Awaited<ReturnType<TradingApp['registerFunded']>>

/** Registers traders, each with one won trade of that stake in US dollars. */
async function winAll(stakes: readonly number[]): Promise<Trader[]> {
  const traders: Trader[] = []
  for (const [index, stake] of stakes.entries()) {
    const currency = index % 2 === 0 ? 'USD' : 'RUB'
    const trader = await app.registerFunded({ cash: 100_000_000 }, { currency })
    expect(await app.buy(trader.client, { stake: stake * (currency === 'RUB' ? 80 : 1) })).toMatchObject({
      return: true,
    })
    traders.push(trader)
  }
  app.pass(60_000, 100_001)
  await app.runJob('trading.close_trades')
  return traders
}
const runOps = (...argv: string[]) =>
  runOpsCommand({ DATABASE_URL: app.databaseUrl, SECRET_KEY: app.secretKey }, [
    ...argv,
    '--why',
    'as the rules say',
    '--yes',
  ])
const verify = (...traders: readonly Trader[]) =>
  sql`update users set verification = 'Full' where id = any(${traders.map(({ userId }) => userId)}::bigint[])`.execute(
    app.database.db,
  )
/** Awards prizes after the end of the week. */
const award = async (): Promise<void> => {
  app.clock.set(new Date(Date.parse('2026-11-20T21:02:00Z') + weeks * 7 * dayMs))
  await awardPrizes(app.context)
}
type Won = { readonly rank: number; readonly state: string; readonly paid: { amount: number } | null }
const readPrize = async ({ client }: Trader) => {
  const [prize] = ((await client.post('/api/tourney/prizes')).json as { prizes: Won[] }).prizes
  return prize === undefined ? null : `${prize.rank} ${prize.state}`
}
const readOwn = async (client: TestClient) =>
  ((await client.post('/api/tourney/current')).json as { own: Record<string, unknown> | null }).own

describe('of accounts of one person', () => {
  test.each([
    ['device', ['1 paid', null, '2 paid']],
    ['card', ['1 paid', null, '2 paid']],
    ['payee', ['1 paid', null, '2 paid']],
    // Anyone can type the phone of another person.
    ['phone', ['1 paid', '2 paid', '3 paid']],
    // Families, offices and mobile networks share an address.
    ['address', ['1 paid', '2 paid', '3 paid']],
  ] as const)('with the same %s the best wins a prize', async (kind, expected) => {
    const traders = await winAll([300, 200, 150])
    const [best, second] = traders
    if (best === undefined || second === undefined) throw new Error('three traders')
    await linkTraders(app, best, second, kind)
    expect(await readOwn(second.client)).toMatchObject(
      kind === 'address' || kind === 'phone'
        ? { prize_place: 2, behind_own_account: false }
        : { prize_place: null, behind_own_account: true, profit_missing: null },
    )
    expect(await readOwn(best.client)).toMatchObject({ prize_place: 1, behind_own_account: false })
    await verify(...traders)
    await award()
    await settlePrizes(app.context)
    expect(await Promise.all(traders.map(readPrize))).toEqual(expected)
  })

  test.each(['card', 'payee'] as const)(
    'a better stranger who has only typed the %s of another trader takes no prize from its owner',
    async (kind) => {
      const traders = await winAll([300, 200])
      const [stranger, owner] = traders
      if (stranger === undefined || owner === undefined) throw new Error('two traders')
      await linkTraders(app, stranger, owner, kind, [owner])
      expect(await readOwn(owner.client)).toMatchObject({ prize_place: 2, behind_own_account: false })
      await verify(...traders)
      await award()
      for (const _round of [1, 2]) await settlePrizes(app.context)
      expect(await Promise.all(traders.map(readPrize))).toEqual(['1 paid', '2 paid'])
    },
  )

  test('the better one does not count if it cannot win', async () => {
    // The stakes of the best trader are below the least ones.
    const [best, second] = await winAll([99.99, 200])
    const third = await app.registerFunded({ cash: 100_000_000 })
    if (best === undefined || second === undefined) throw new Error('two traders')
    await linkTraders(app, best, second)
    app.market.setPrice('EURUSD', 100_000, app.clock.now().getTime())
    expect(await app.buy(third.client, { stake: 100 })).toMatchObject({ return: true })
    await verify(second, best)
    expect(await readOwn(second.client)).toMatchObject({ prize_place: 1, behind_own_account: false })
  })

  test('that are linked through a third account, which does not take part, the best wins a prize', async () => {
    const traders = await winAll([300, 200, 150])
    const [best, second] = traders
    const link = await app.registerFunded({ cash: 1000 })
    if (best === undefined || second === undefined) throw new Error('three traders')
    await linkTraders(app, best, link)
    await linkTraders(app, link, second, 'card')
    expect(await readOwn(second.client)).toMatchObject({ prize_place: null, behind_own_account: true })
    await verify(...traders)
    await award()
    await settlePrizes(app.context)
    expect(await Promise.all(traders.map(readPrize))).toEqual(['1 paid', null, '2 paid'])
  })

  test('that are found to be one after the end, the worse one loses its prize', async () => {
    const traders = await winAll([300, 200, 150])
    await award()
    const [best, second, third] = traders
    if (best === undefined || second === undefined || third === undefined) throw new Error('three traders')
    await linkTraders(app, second, best, 'payee')
    await verify(...traders)
    await Promise.all([1, 2, 3].map(() => settlePrizes(app.context)))
    expect(await Promise.all(traders.map(readPrize))).toEqual(['1 paid', '2 lapsed', '3 paid'])
  })

  test('one that was paid before leaves none for the better one, which the database refuses as well', async () => {
    const traders = await winAll([300, 200])
    await award()
    const [best, second] = traders
    if (best === undefined || second === undefined) throw new Error('two traders')
    await verify(second)
    await settlePrizes(app.context)
    await linkTraders(app, best, second, 'card')
    await verify(best)
    await expect(
      sql`update tournament_prizes set settled_at = now() where user_id = ${best.userId}`.execute(app.database.db),
    ).rejects.toThrow('an account of the same person')
    await settlePrizes(app.context)
    expect(await Promise.all(traders.map(readPrize))).toEqual(['1 lapsed', '2 paid'])
  })

  test.each([
    ['the other one was paid', true, '1 lapsed', 'Approved, but not paid: the prize has lapsed'],
    ['neither was paid', false, '1 paid', 'Paid. The trader sees it.'],
  ])('an operator who pays the better prize when %s is told what became of it', async (_name, isPaid, state, said) => {
    const traders = await winAll([2000, 200])
    await award()
    const [best, second] = traders
    if (best === undefined || second === undefined) throw new Error('two traders')
    await verify(best)
    if (isPaid) await verify(second)
    await settlePrizes(app.context)
    await linkTraders(app, best, second, 'card')
    expect(await readPrize(best)).toBe('1 held')
    const [prize] = await listHeldPrizes(app.context)
    expect((await runOps('tournaments', 'pay', prize?.id ?? '')).out).toContain(said)
    expect(await readPrize(best)).toBe(state)
  })
})

test('a prize in pounds above the limit waits for an operator, though its figure is below, and a refused one lapses', async () => {
  const refused = await app.registerFunded({ cash: 200_000 }, { currency: 'EUR' })
  const trader = await app.registerFunded({ cash: 200_000 }, { currency: 'GBP' })
  // The stakes are 1800 and 1600 dollars at an edge of 9 %, of which half is the fund; the second place has its part of the list.
  expect(await app.buy(refused.client, { stake: 1440 })).toMatchObject({ return: true })
  expect(await app.buy(trader.client, { stake: 1200 })).toMatchObject({ return: true })
  app.pass(60_000, 100_001)
  await app.runJob('trading.close_trades')
  await award()
  await verify(trader, refused)
  await settlePrizes(app.context)
  const [first, prize] = await listHeldPrizes(app.context)
  expect(first).toMatchObject({ userId: refused.userId, currency: 'EUR' })
  expect(prize).toMatchObject({ userId: trader.userId, currency: 'GBP', paid: 1809, amount: 2413 })
  expect((await runOps('tournaments', 'refuse', first?.id ?? '')).out).toContain('Refused.')
  expect(await readPrize(refused)).toBe('1 lapsed')
  expect(await readPrize(trader)).toBe('2 held')
  expect((await runOps('tournaments', 'pay', prize?.id ?? '')).out).toContain('Paid. The trader sees it.')
  expect(await readPrize(trader)).toBe('2 paid')
  const { rows } = await app.database.pool.query(
    `select detail ->> 'account' as account from alerts where kind = 'operator.emergency'
        and subject like any(array['%tournaments refuse ${first?.id}', '%tournaments pay ${prize?.id}'])`,
  )
  expect(rows).toEqual([{ account: 'tester' }, { account: 'tester' }])
  for (const each of [first, prize])
    expect((await runOps('tournaments', 'refuse', each?.id ?? '')).err).toContain('does not wait for a decision')
  expect(await readPrize(trader)).toBe('2 paid')
})
