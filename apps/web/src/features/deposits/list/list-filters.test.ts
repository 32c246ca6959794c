import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { listPeriods, noFilters, parseFilters, toListQuery, toSearch } from './list-filters.ts'

beforeEach(() => vi.stubEnv('TZ', 'Europe/Zurich'))
afterEach(() => vi.unstubAllEnvs())

const now = Date.UTC(2026, 10, 22, 23, 30)

test('the address has the filters that are set, and reads them again', () => {
  const filters = { state: 'waiting', method: null, period: 'y2025' } as const
  expect(toSearch(filters)).toEqual({ state: 'waiting', period: 'y2025' })
  expect(parseFilters(toSearch(filters))).toEqual(filters)
  expect(toSearch(noFilters)).toEqual({})
})

test.each([[{ state: 'lost' }], [{ method: ['card'] }], [{ period: '9d' }], [{ period: 2026 }], [{ other: 'x' }]])(
  'an address with %j has no filter',
  (search) => {
    expect(parseFilters(search)).toEqual(noFilters)
  },
)

test.each([
  // In Zurich it is already the 23rd.
  ['30d', { from: String(Date.UTC(2026, 9, 24, 22)) }],
  ['y2025', { from: String(Date.UTC(2024, 11, 31, 23)), to: String(Date.UTC(2025, 11, 31, 23)) }],
] as const)('the period %s starts at midnight of the trader', (period, times) => {
  expect(toListQuery({ ...noFilters, period }, now)).toEqual(times)
  expect(toListQuery({ ...noFilters, period }, now - 60_000)).toEqual(times)
})

test('periods are the last days, and the years since the account was opened', () => {
  expect(listPeriods(now, Date.UTC(2024, 5, 1))).toEqual(['30d', '90d', 'y2026', 'y2025', 'y2024'])
  expect(listPeriods(now, now + 1)).toEqual(['30d', '90d', 'y2026'])
})
