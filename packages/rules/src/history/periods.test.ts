import { expect, test } from 'vitest'

import { choosePeriodUnit, findWholePeriods, hasUtcHours, isTimeZone } from './periods.ts'

const day = 86_400_000

test.each([
  [0, 'hour'],
  [3, 'hour'],
  [3.5, 'day'],
  [100, 'day'],
  [101, 'week'],
  [700, 'week'],
  [701, 'month'],
])('a range of %d days is drawn by the %s', (days, unit) => {
  expect(choosePeriodUnit(1000, 1000 + days * day)).toBe(unit)
})

test.each([
  ['UTC', true],
  ['Europe/Zurich', true],
  ['America/Argentina/Buenos_Aires', true],
  ['Asia/Kathmandu', true],
  ['Mars/Olympus', false],
  ["UTC'; drop table users", false],
  // PostgreSQL would read the sign of an offset in the opposite way.
  ['+05:30', false],
  ['', false],
])('%j is a time zone: %s', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected)
})

test.each([
  ['2026-11-18T00:00:00.000Z', '2026-11-18T23:59:59.999Z', '2026-11-18', '2026-11-19'],
  ['2026-11-18T00:00:00.001Z', '2026-11-20T23:59:59.998Z', '2026-11-19', '2026-11-20'],
  ['2026-11-18T00:00:00.001Z', '2026-11-19T23:59:59.998Z', null, null],
  ['2026-11-18T10:00:00.000Z', '2026-11-18T11:00:00.000Z', null, null],
])('the whole days from %s to %s are from %s to before %s', (from, to, first, last) => {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)]
  const toStart = (text: string | null) => (text === null ? toMs + 1 : Date.parse(text))
  expect(findWholePeriods({ fromMs, toMs }, 'day')).toEqual({ firstMs: toStart(first), lastMs: toStart(last) })
})

test('a range can have whole hours without a whole day', () => {
  const range = { fromMs: Date.parse('2026-11-18T10:30:00Z'), toMs: Date.parse('2026-11-18T12:30:00Z') }
  expect(findWholePeriods(range, 'hour')).toEqual({
    firstMs: Date.parse('2026-11-18T11:00:00Z'),
    lastMs: Date.parse('2026-11-18T12:00:00Z'),
  })
})

test.each<[zone: string, expected: boolean, from?: string, to?: string]>([
  ['UTC', true],
  ['Europe/Zurich', true],
  // Its offset had half an hour until 1981.
  ['Asia/Singapore', true],
  ['Asia/Kolkata', false],
  ['Asia/Kathmandu', false],
  // Its offset has half an hour in winter, and none in summer.
  ['Australia/Lord_Howe', false],
  ['Australia/Lord_Howe', false, '2026-01-10T10:20:00Z', '2026-05-01T10:20:00Z'],
])(
  'hours of %s begin with those of UTC: %s',
  (zone, expected, from = '2025-12-01T10:20:00Z', to = '2026-11-18T10:20:00Z') => {
    expect(hasUtcHours(zone, { fromMs: Date.parse(from), toMs: Date.parse(to) })).toBe(expected)
  },
)
