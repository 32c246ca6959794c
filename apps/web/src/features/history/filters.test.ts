import { parseDate } from '@internationalized/date'
import { expect, test } from 'vitest'

import { parseFilters, toRange, toSearch, withDays } from './filters.ts'

const options = { status: ['done', 'failed'], type: ['trade'] }
const day = (text: string) => parseDate(text)

test('the address has the filters that are set, and reads them again', () => {
  const filters = parseFilters({ from: '2026-11-18', status: 'done' }, options)
  expect(toSearch(filters)).toEqual({ from: '2026-11-18', status: 'done' })
  expect(filters).toMatchObject({ to: null, choices: { status: 'done', type: '' } })
  expect(toSearch(parseFilters({}, options))).toEqual({})
})

test.each([
  [{ status: 'won' }],
  [{ type: ['trade'] }],
  [{ from: '18.11.2026' }],
  [{ from: '2026-13-40' }],
  [{ to: '0001-01-01' }],
  [{ other: 'x' }],
])('an address with %j has no filter', (search) => {
  expect(toSearch(parseFilters(search, options))).toEqual({})
})

test('an end before the start is cleared, in the address and when it is chosen', () => {
  expect(toSearch(parseFilters({ from: '2026-11-18', to: '2026-11-17' }, options))).toEqual({ from: '2026-11-18' })
  const filters = parseFilters({}, options)
  const [from, to] = [day('2026-11-18'), day('2026-11-17')]
  expect(withDays(filters, { from, to })).toMatchObject({ isRefused: true, filters: { to: null } })
  expect(withDays(filters, { from, to: from })).toMatchObject({ isRefused: false, filters: { from, to: from } })
  expect(withDays(filters, { from: null, to })).toMatchObject({ isRefused: false, filters: { to } })
})

test('days begin and end at midnight of the time zone, and end now at the latest', () => {
  const defaults = { fromMs: 5, toMs: Date.UTC(2026, 10, 22, 12) }
  const range = { from: day('2026-11-18'), to: day('2026-11-18') }
  expect(toRange(range, 'Asia/Kathmandu', defaults)).toEqual({
    fromMs: Date.UTC(2026, 10, 17, 18, 15),
    toMs: Date.UTC(2026, 10, 18, 18, 15) - 1,
  })
  // The clocks go back, so that the day has 25 hours.
  const { fromMs, toMs } = toRange({ from: day('2026-10-25'), to: day('2026-10-25') }, 'Europe/Zurich', defaults)
  expect(toMs - fromMs).toBe(25 * 3_600_000 - 1)
  expect(toRange({ from: null, to: null }, 'UTC', defaults)).toEqual(defaults)
  expect(toRange({ from: null, to: day('2026-11-22') }, 'UTC', defaults).toMs).toBe(defaults.toMs)
  expect(toRange({ from: day('2027-01-01'), to: null }, 'UTC', defaults)).toEqual({
    fromMs: Date.UTC(2027, 0, 1),
    toMs: Date.UTC(2027, 0, 1),
  })
})
