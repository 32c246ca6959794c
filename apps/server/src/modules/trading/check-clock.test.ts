import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { startTradingApp, type TradingApp } from '../../../test/fixtures/trading/trading-app.ts'
import { createClockCheck } from '../../platform/database/clock-check.ts'
import { buyTrade } from './buy-trade.ts'
import { checkClock, isClockWrong } from './check-clock.ts'
import { sellTrade } from './sell-trade.ts'

let app: TradingApp
beforeAll(async () => {
  app = await startTradingApp()
})
afterAll(() => app.stop())
beforeEach(() => app.startDay())

/** Creates a server whose clock differs from that of the database. Orders have the time of the test. */
const createContext = (aheadMs: number) => ({
  ...app.context,
  clockCheck: createClockCheck(app.database.db, { now: () => new Date(Date.now() + aheadMs) }),
})
const isAlertOpen = async () =>
  (await app.database.pool.query(`select from alerts where kind = 'trading.clock_wrong' and resolved_at is null`))
    .rowCount === 1

test.each([60_000, -60_000])(
  'a server whose clock is %d ms ahead buys and sells nothing until it is set',
  async (aheadMs) => {
    const { userId } = await app.registerFunded({ cash: 10_000 })
    const order = { symbol: 'EURUSD', direction: 'up', stake: 10, expiry: 300 } as const
    const bought = await buyTrade(app.context, { id: userId, isPractice: false }, order, `first ${aheadMs}`)
    const wrong = createContext(aheadMs)
    await checkClock(wrong)
    expect(wrong.clockCheck.getDifference()).toBeCloseTo(aheadMs, -4)
    expect(await isAlertOpen()).toBe(true)
    expect(await buyTrade(wrong, { id: userId, isPractice: false }, order, `second ${aheadMs}`)).toMatchObject({
      code: 'trading.clock_wrong',
    })
    const id = bought.ok ? bought.value.id : ''
    expect(await sellTrade(wrong, { id: userId, isPractice: false }, id, 0)).toMatchObject({
      code: 'trading.clock_wrong',
    })
    // The same request as before is answered: it buys nothing.
    expect(await buyTrade(wrong, { id: userId, isPractice: false }, order, `first ${aheadMs}`)).toMatchObject({
      ok: true,
    })
    const right = createContext(0)
    await checkClock(right)
    expect(await isAlertOpen()).toBe(false)
    expect(await buyTrade(right, { id: userId, isPractice: false }, order, `third ${aheadMs}`)).toMatchObject({
      ok: true,
    })
    expect(await sellTrade(right, { id: userId, isPractice: false }, id, 0)).toMatchObject({ ok: true })
  },
)

test('what the measurement can be wrong by does not count against a server', async () => {
  let asked = 0
  // Each answer takes 400 ms, so that the difference is known to 200 ms.
  const slow = createClockCheck(app.database.db, { now: () => new Date(Date.now() + (asked++ % 2) * 400) })
  expect(Math.abs(await slow.measure())).toBeLessThan(20)
})

test.each([
  [20, 20, false],
  [21, 20, true],
  [-21, 20, true],
  [-50, 60, false],
])('a difference of %d ms with a tolerance of %d ms is too much: %s', (difference, clockToleranceMs, isWrong) => {
  const clockCheck = { measure: async () => difference, getDifference: () => difference }
  expect(isClockWrong({ clockCheck }, { clockToleranceMs })).toBe(isWrong)
})
