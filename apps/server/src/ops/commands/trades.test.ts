import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createManualClock, hourMs } from '../../platform/clock.ts'
import { startTestApp, type TestApp } from '../../../test/fixtures/app/test-app.ts'
import { runOpsCommand } from '../../../test/fixtures/ops/run-ops-command.ts'
import { fundTrader } from '../../../test/fixtures/trading/fund-trader.ts'

let app: TestApp
beforeAll(async () => {
  // The command uses the real clock, by which this day is over.
  app = await startTestApp({ clock: createManualClock(new Date('2025-06-18T10:00:00Z')) })
})
afterAll(() => app.stop())

const audit = (...argv: string[]) =>
  runOpsCommand({ DATABASE_URL: app.databaseUrl, SECRET_KEY: app.secretKey }, ['audit-trades', ...argv])

test('ended trades are computed again, and differences have an exit code of their own', async () => {
  const { client, userId } = await app.registerTrader()
  await fundTrader(app.database.db, { id: userId, currency: 'USD' }, { cash: 10_000 }, app.clock.now())
  const body = { symbol: 'EURUSD', direction: 'up', stake: 10, expiry: 60, price: 1, tolerance: 1 }
  const bought = await client.post('/api/trading/buy', body, { 'idempotency-key': randomUUID() })
  const { id } = (bought.json as { trade: { id: string } }).trade
  app.clock.advance(hourMs)
  await app.runJob('trading.close_trades')
  const late = 'The hash of these days was published after they had begun: 2025-06-18.'
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
    differences: [{ what: 'opening price' }],
  })
})
