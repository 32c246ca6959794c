import { expect, test } from 'vitest'

import { readTradeFilter } from './trade-search.ts'

test.each([
  [
    { day: '2026-11-27', symbol: 'BTCUSD', trader: '12' },
    { day: '2026-11-27', symbol: 'BTCUSD', trader: '12' },
  ],
  // A number in an address is read as one.
  [{ trader: 12 }, { trader: '12' }],
  [{ day: '27.11.2026', symbol: 'NONE', trader: '0' }, {}],
  [{ day: 20261127, trader: '1 or 1=1', other: 'x' }, {}],
])('the filter %j of an address is %j', (search, filter) => {
  expect(readTradeFilter(search)).toEqual(filter)
})
