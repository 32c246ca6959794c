import type { CalendarEvent } from '@tradefront/contract/news'
import { afterEach, expect, test, vi } from 'vitest'

import {
  type EventFilters,
  filterEvents,
  groupByDay,
  listCurrencies,
  noEventFilters,
  parseFilters,
  toFilterSearch,
} from './filter-events.ts'

const base = { title: '', previous: null, forecast: null, actual: null }
const events: CalendarEvent[] = [
  { ...base, id: 'a', atMs: Date.UTC(2026, 10, 22, 21), currency: 'USD', importance: 'high' },
  { ...base, id: 'b', atMs: Date.UTC(2026, 10, 22, 23, 30), currency: 'EUR', importance: 'low' },
  { ...base, id: 'c', atMs: Date.UTC(2026, 10, 23, 1), currency: 'USD', importance: 'medium' },
]
const toIds = (found: readonly CalendarEvent[]): string => found.map(({ id }) => id).join('')

afterEach(() => vi.unstubAllEnvs())

test.each([
  [noEventFilters, 'abc'],
  [{ importance: 'medium', currency: null }, 'ac'],
  [{ importance: 'high', currency: null }, 'a'],
  [{ importance: 'low', currency: 'EUR' }, 'b'],
  [{ importance: 'high', currency: 'EUR' }, ''],
] as const)('%j leaves the events %s', (filters, ids) => {
  expect(toIds(filterEvents(events, filters))).toBe(ids)
})

test('the currencies are those of the events', () => {
  expect(listCurrencies(events)).toEqual(['EUR', 'USD'])
})

test.each([
  ['UTC', 'ab c'],
  ['Europe/Zurich', 'a bc'],
])('days start at midnight in %s', (zone, days) => {
  vi.stubEnv('TZ', zone)
  expect(
    groupByDay(events)
      .map((day) => toIds(day.events))
      .join(' '),
  ).toBe(days)
})

test.each<[Record<string, unknown>, EventFilters, object]>([
  [{}, noEventFilters, {}],
  [
    { importance: 'high', currency: 'USD' },
    { importance: 'high', currency: 'USD' },
    { importance: 'high', currency: 'USD' },
  ],
  [{ importance: 'low', currency: 'GBP' }, noEventFilters, {}],
  [{ importance: 'huge', currency: 7 }, noEventFilters, {}],
])('the address %o means the filters %o', (search, filters, written) => {
  expect(parseFilters(search, ['EUR', 'USD'])).toEqual(filters)
  expect(toFilterSearch(filters)).toEqual(written)
})
