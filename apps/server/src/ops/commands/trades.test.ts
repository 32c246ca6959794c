import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '../../../test/fixtures/app/test-app.ts'
import { createSignedBeacon } from '../../../test/fixtures/market/test-beacon.ts'
import { runOpsCommand } from '../../../test/fixtures/ops/run-ops-command.ts'
import { fundTrader } from '../../../test/fixtures/trading/fund-trader.ts'
import { createWalkFeed } from '../../gateways/market/walk-feed.ts'
import { createWalkRecorder } from '../../gateways/market/walk-recorder.ts'
import { createWalkWindows } from '../../gateways/market/walk-windows.ts'
import { fillOrders } from '../../modules/trading/fill-trades.ts'
import { createCloseTrades } from '../../modules/trading/close-trades.ts'
import { buyTrade, createWalkStore } from '../../modules/trading/service.ts'
import { createManualClock, minuteMs } from '../../platform/clock.ts'

let app: TestApp
beforeAll(async () => {
  // The command uses the real clock, by which all seeds of this day are published.
  app = await startTestApp({ clock: createManualClock(new Date('2025-06-18T10:00:00Z')) })
})
afterAll(() => app.stop())

const audit = (...argv: string[]) =>
  runOpsCommand({ DATABASE_URL: app.databaseUrl, SECRET_KEY: app.secretKey }, ['audit-trades', ...argv])

/** Makes a trade at prices of the simulated market, which are recorded in the database. */
async function tradeForAMinute(): Promise<string> {
  const { clock, database, context } = app
  const beacon = createSignedBeacon(clock)
  const store = createWalkStore({ db: database.db, seal: context.seal, clock, readStartRates: async () => new Map() })
  const windows = createWalkWindows({ store, clock, getChain: beacon.getChain })
  const openBeacon = async () => beacon.open(beacon.chain)
  const recorder = createWalkRecorder({ store, windows, openBeacon, clock, holder: 'recorder', leaseMs: 5000 })
  const market = createWalkFeed({ store, beacon, clock, holder: 'server', onError: context.onError })
  const { userId: id } = await app.registerTrader()
  await fundTrader(database.db, { id, currency: 'USD' }, { cash: 10_000 }, clock.now())
  await recorder.tick()
  const request = { symbol: 'EURUSD', direction: 'up', stake: 10, expiry: 60 } as const
  const bought = await buyTrade({ ...context, market }, { id, isPractice: false }, request, randomUUID())
  if (!bought.ok) return expect.fail(bought.code)
  clock.advance(6000)
  await recorder.tick()
  await fillOrders({ ...context, market })
  clock.advance(6 * minuteMs)
  await recorder.tick()
  await createCloseTrades({ ...context, market })()
  return bought.value.id
}

test('ended trades are computed again, and differences have an exit code of their own', async () => {
  const id = await tradeForAMinute()
  const late = 'The root of these days was published after they had begun: 2025-06-18.'
  expect(await audit()).toMatchObject({ code: 0, out: `Checked trades: 1. All are right.\n${late}\n`, err: '' })
  expect((await audit('--from', '2025-06-19')).out).toContain('Checked trades: 0.')
  await app.runAsOwner(
    `alter table trades disable trigger user; update trades set open_points = open_points + 1000000, state = 'lost', returned = 0`,
  )
  const { code, out } = await audit()
  expect(code).toBe(3)
  expect(out).toMatch(new RegExp(`^opening price +trade:${id} +\\d+ +\\d+$`, 'm'))
  expect(JSON.parse((await audit('--json')).out)).toMatchObject({
    checked: 1,
    differences: expect.arrayContaining([expect.objectContaining({ what: 'opening price' })]) as unknown,
  })
})

test('relays of the beacon that do not reply are named, with an exit code of their own', async () => {
  const env = { DATABASE_URL: app.databaseUrl, SECRET_KEY: app.secretKey, SANDBOX_URL: 'http://127.0.0.1:1' }
  const { code, out } = await runOpsCommand(env, ['beacon'])
  expect(code).toBe(3)
  expect(out).toMatch(/^http:\/\/127\.0\.0\.1:1 +does not reply/m)
})
