import { expect, test } from 'vitest'

import { choosePeriodUnit, isTimeZone } from './periods.ts'

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
  ['', false],
])('%j is a time zone: %s', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected)
})
