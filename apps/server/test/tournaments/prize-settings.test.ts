import { afterAll, beforeAll, expect, test } from 'vitest'

import { createSettingsService, type Settings } from '../../src/modules/settings/service.ts'
import type { TestClient } from '../fixtures/app/test-app.ts'
import { startTradingApp, type TradingApp } from '../fixtures/trading/trading-app.ts'

let app: TradingApp
beforeAll(async () => {
  app = await startTradingApp()
})
afterAll(() => app.stop())

type SetSetting = ReturnType<typeof createSettingsService>['setSetting']
const set = async (name: Parameters<SetSetting>[0], value: Parameters<SetSetting>[1]) => {
  await createSettingsService({ db: app.database.db, clock: app.clock }).setSetting(name, value, { actor: 'test' })
  // Settings are read again after a second.
  app.clock.advance(1000)
}
type Board = {
  readonly list: { id: number; type: string; state: string }[]
  readonly prizes: ({ kind: string; amount: number; item: string | null } | null)[]
  readonly fund: { present: number; full: number } | null
  readonly own: Record<string, unknown> | null
  readonly terms: Record<string, unknown>
}
const readCurrent = async (client: TestClient) => (await client.post('/api/tourney/current')).json as Board
const readTournament = async (client: TestClient, id = 0) =>
  (await client.post('/api/tourney/get', { id })).json as Board

const lists: Settings['tournament_prizes'] = {
  weekly: [
    { kind: 'cash', amount: 60 },
    { kind: 'item', item: 'Phone', amount: 40 },
  ],
  weekend: [{ kind: 'bonus', amount: 5 }],
}

test('the current tournament and the next ones have the lists of the settings', async () => {
  const { client } = await app.registerFunded({ cash: 100_000 })
  await set('tournament_prizes', lists)
  await set('tournament_prizes_scaled', false)
  const { list, prizes, fund } = await readCurrent(client)
  expect(list.map(({ type, state }) => `${type} ${state}`)).toEqual([
    'weekly running',
    'weekend upcoming',
    'weekly upcoming',
  ])
  expect(prizes).toMatchObject(lists.weekly)
  expect(fund).toBeNull()
  expect((await readTournament(client, list[1]?.id)).prizes).toMatchObject(lists.weekend)
  const next = await readTournament(client, list[2]?.id)
  expect(next).toMatchObject({ prizes: lists.weekly, fund: null, own: null })
})

test('with scaling the fund follows the stakes, up to the list, and the next tournament has its own', async () => {
  const { client } = await app.registerFunded({ cash: 100_000_000 }, { currency: 'RUB' })
  await set('tournament_prizes', lists)
  await set('tournament_prizes_scaled', true)
  await set('tournament_prize_max_percent', 45)
  await set('tournament_stakes_min', 250)
  await set('tournament_verify_days', 7)
  const trade = async (stake: number) => {
    app.market.setPrice('EURUSD', 100_000, app.clock.now().getTime())
    expect(await app.buy(client, { stake })).toMatchObject({ return: true })
    app.pass(60_000, 100_001)
    await app.runJob('trading.close_trades')
  }
  // The stake is 200 USD, with an edge of 9 %.
  await trade(16_000)
  const first = await readCurrent(client)
  expect(first).toMatchObject({
    fund: { present: 9, full: 100 },
    prizes: [
      { kind: 'cash', amount: 5.4 },
      // A prize that the fund does not cover is paid as cash.
      { kind: 'cash', amount: 3.6, item: null },
    ],
    own: { prize_place: null, stakes_missing: 50, prize_max: 8.1, verified: false },
    terms: { stakes_min: 250, verify_days: 7, prize_max_percent: 45 },
  })
  await trade(200_000)
  const full = await readCurrent(client)
  expect(full).toMatchObject({ fund: { present: 100, full: 100 }, prizes: lists.weekly })
  expect(full.own).toMatchObject({ prize_place: 1, stakes_missing: 0, prize_max: 109.35 })
  const weekend = await readTournament(client, full.list[1]?.id)
  expect(weekend).toMatchObject({ fund: { present: 0, full: 5 }, prizes: [null], own: null })
})

test.each([
  ['tournament_prizes', 'an empty list', { weekly: [], weekend: lists.weekend }],
  [
    'tournament_prizes',
    'more than 40 places of the week',
    { weekly: Array.from({ length: 41 }, () => lists.weekend[0]), weekend: lists.weekend },
  ],
  [
    'tournament_prizes',
    'more than 10 places of the weekend',
    { weekly: lists.weekly, weekend: Array.from({ length: 11 }, () => lists.weekend[0]) },
  ],
  ['tournament_prizes', 'a part of a cent', { weekly: [{ kind: 'cash', amount: 0.001 }], weekend: lists.weekend }],
  ['tournament_prizes', 'an item without a name', { weekly: [{ kind: 'item', amount: 1 }], weekend: lists.weekend }],
  // Traders who read the rounding of prices lose only half of the house edge.
  ['tournament_prize_max_percent', '46', 46],
  ['tournament_prize_max_percent', '0', 0],
  ['tournament_stakes_min', '0', 0],
  ['tournament_verify_days', '0', 0],
  ['tournament_verify_days', '91', 91],
] as const)('%s cannot be %s', async (name, _what, value) => {
  await expect(set(name, value as never)).rejects.toThrow()
})
