import { expect, test } from 'vitest'

import { type DayResults, recentDays, sumRecentResults } from './recent-results.ts'

/** These are 36 trades, of which 16 are won, 18 lost and 2 void or refused. */
const day: DayResults = {
  traders: 50,
  trades: [
    { currency: 'USD', state: 'won', count: 16, stake: 16_000, returned: 29_120 },
    { currency: 'USD', state: 'lost', count: 16, stake: 16_000, returned: 0 },
    { currency: 'EUR', state: 'lost', count: 2, stake: 400, returned: 100 },
    { currency: 'USD', state: 'void', count: 1, stake: 90_000, returned: 90_000 },
    { currency: 'USD', state: 'refused', count: 1, stake: 90_000, returned: 90_000 },
  ],
}
const repeat = (count: number, change: Partial<DayResults> = {}): DayResults[] =>
  Array.from({ length: count }, () => ({ ...day, ...change }))

test('the trades of 30 days become rounded shares and an average per stake, by the trades of each currency', () => {
  // 32 of the 34 trades lose 9 % on average, 2 lose 75 %.
  expect(sumRecentResults(repeat(recentDays))).toEqual({ trades: 1000, won: 0.47, lost: 0.53, average: -0.129 })
})

test('ties and sold trades count as trades, and neither as won nor as lost', () => {
  const even = { currency: 'USD', count: 17, stake: 1000, returned: 1000 }
  const trades = [...day.trades, { ...even, state: 'tie' }, { ...even, state: 'sold' }]
  expect(sumRecentResults(repeat(recentDays, { trades }))).toMatchObject({ trades: 2000, won: 0.24, lost: 0.26 })
})

test.each([
  ['a day is missing', repeat(recentDays - 1, { trades: [...day.trades, ...day.trades] })],
  ['there are fewer than 1000 trades', repeat(recentDays, { trades: day.trades.slice(0, 2) })],
  ['no day has 50 traders', repeat(recentDays, { traders: 49 })],
  ['there is nothing', []],
])('there are no figures if %s', (_why, days) => {
  expect(sumRecentResults(days)).toBe(null)
})

test('one day with 50 traders is enough', () => {
  expect(sumRecentResults([...repeat(1), ...repeat(recentDays - 1, { traders: 1 })])).not.toBe(null)
})
