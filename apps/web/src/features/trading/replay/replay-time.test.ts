import { CalendarDate, Time } from '@internationalized/date'
import { describe, expect, test } from 'vitest'

import {
  advanceTime,
  findDayBounds,
  findDefaultStart,
  findOpening,
  isOpenAt,
  parseReplaySearch,
  replaySpeeds,
  toLocalMoment,
  toMomentMs,
} from './replay-time.ts'

const noon = Date.UTC(2026, 10, 18, 12)

describe('the time of the replay', () => {
  test.each(replaySpeeds)('runs %d times as fast as the clock', (speed) => {
    expect(advanceTime(noon, 16, speed, Infinity)).toBe(noon + 16 * speed)
  })

  test('waits for prices, and never runs back', () => {
    expect(advanceTime(noon, 16, 300, noon + 200)).toBe(noon + 200)
    expect(advanceTime(noon, 16, 300, noon - 1)).toBe(noon)
  })

  test('goes on from where it was after a time without frames', () => {
    expect(advanceTime(noon, 60_000, 1, Infinity)).toBe(noon + 250)
  })
})

test.each([
  ['always', Date.UTC(2026, 10, 18, 12, 0, 30), Date.UTC(2026, 10, 17, 12)],
  // This is a Monday: on the day before, currencies were closed, since Friday evening.
  ['week', Date.UTC(2026, 10, 23, 12), Date.UTC(2026, 10, 20, 20, 45)],
  // At this time of the day, no day is open.
  ['us', Date.UTC(2026, 10, 18, 3), Date.UTC(2026, 10, 16, 19, 45)],
] as const)(
  'without a time in the address, a market with the hours %s is replayed from a day ago, or the last open time before',
  (hours, nowMs, expected) => {
    expect(findDefaultStart(hours, nowMs)).toBe(expected)
    expect(isOpenAt({ hours, closed: [] }, expected)).toBe(true)
  },
)

test('a closed market says when it opens', () => {
  const week = { hours: 'week' as const, closed: [] }
  expect(findOpening(week, Date.UTC(2026, 10, 21))).toBe(Date.UTC(2026, 10, 22, 21))
  expect(findOpening(week, noon)).toBeNull()
  // The market has an announced pause.
  expect(findOpening({ ...week, closed: [{ fromMs: noon, toMs: noon + 60_000 }] }, noon)).toBe(noon + 60_000)
})

describe('day and time of day', () => {
  const zone = 'Europe/Zurich'

  test('are those of the time zone', () => {
    const { day, time } = toLocalMoment(noon, zone)
    expect([day.toString(), time.toString()]).toEqual(['2026-11-18', '13:00:00'])
    expect(toMomentMs({ day, time }, zone)).toBe(noon)
    expect(toMomentMs({ day: new CalendarDate(2026, 7, 1), time: new Time(0, 30) }, zone)).toBe(
      Date.UTC(2026, 5, 30, 22, 30),
    )
  })

  test.each([
    ['2026-11-18T12:00:00Z', 24],
    ['2026-10-25T12:00:00Z', 25],
    ['2026-03-29T12:00:00Z', 23],
  ])('the day of %s has %d hours', (at, hours) => {
    const { fromMs, toMs } = findDayBounds(Date.parse(at), zone)
    expect((toMs - fromMs) / 3_600_000).toBe(hours)
    expect(findDayBounds(fromMs, zone)).toEqual({ fromMs, toMs })
  })
})

test('an address names symbol and time, or is ignored', () => {
  expect(parseReplaySearch({ symbol: 'EURUSD', at: noon, more: 1 })).toEqual({ symbol: 'EURUSD', at: noon })
  expect(parseReplaySearch({})).toEqual({})
  for (const search of [null, { at: 'x' }, { at: -1 }, { symbol: 5 }]) expect(parseReplaySearch(search)).toEqual({})
})
