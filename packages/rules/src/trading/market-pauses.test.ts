import { expect, test } from 'vitest'

import { hasClosingPrice } from './purchase-rules.ts'
import { getStateWithClosedTimes, listClosedTimes, type MarketPause } from './market-pauses.ts'
import { getMarketState, type TradingHours } from './trading-hours.ts'

/** Times are on a Wednesday, unless they have a date. */
const at = (time: string) => Date.parse(time.includes('T') ? `${time}Z` : `2026-11-18T${time}Z`)
const pause = (from: string, to: string, symbol: string | null = null): MarketPause => ({
  symbol,
  fromMs: at(from),
  toMs: at(to),
})
const read = (hours: TradingHours, pauses: readonly MarketPause[], time: string) =>
  getStateWithClosedTimes((ms) => getMarketState(hours, ms), listClosedTimes(pauses, 'X', at('00:00')), at(time))

test.each([
  ['before a pause', '10:00:00', '10:59:59.999', true, '11:00:00'],
  ['at its start', '10:00:00', '11:00:00', false, '12:00:00'],
  ['in it', '10:00:00', '11:59:59.999', false, '12:00:00'],
  ['at its end', '10:00:00', '12:00:00', true, null],
] as const)('a market that never closes is open or closed %s', (_name, _from, time, isOpen, changesAt) => {
  const expected = { isOpen, changesAtMs: changesAt === null ? null : at(changesAt) }
  expect(read('always', [pause('11:00:00', '12:00:00')], time)).toEqual(expected)
})

test.each([
  ['opens with its hours', [pause('15:00:00', '16:00:00')], '15:10:00', '2026-11-19T07:00:00'],
  ['opens after a pause over its opening', [pause('06:00:00', '08:00:00')], '05:00:00', '08:00:00'],
  [
    'opens after pauses that overlap',
    [pause('10:00:00', '11:00:00'), pause('10:30:00', '12:00:00')],
    '10:05:00',
    '12:00:00',
  ],
  [
    'opens after pauses without a gap',
    [pause('11:00:00', '12:00:00'), pause('10:00:00', '11:00:00')],
    '10:05:00',
    '12:00:00',
  ],
  [
    'opens after a pause of days and the next one',
    [pause('10:00:00', '2026-11-20T16:00:00'), pause('2026-11-23T06:00:00', '2026-11-23T09:00:00')],
    '10:05:00',
    '2026-11-23T09:00:00',
  ],
])('a market %s', (_name, pauses, time, opensAt) => {
  expect(read('europe', pauses, time)).toEqual({ isOpen: false, changesAtMs: at(opensAt) })
})

test('an open market closes at its end or at the next pause, whichever is first', () => {
  expect(read('europe', [pause('16:00:00', '17:00:00')], '10:00:00')).toEqual({
    isOpen: true,
    changesAtMs: at('15:30:00'),
  })
  const two = [pause('14:00:00', '14:10:00'), pause('12:00:00', '12:10:00'), pause('08:00:00', '09:00:00')]
  expect(read('europe', two, '10:00:00')).toEqual({ isOpen: true, changesAtMs: at('12:00:00') })
})

test('a symbol that is not traded stays so', () => {
  expect(getStateWithClosedTimes(() => null, [{ fromMs: 0, toMs: 10 }], 5)).toBeNull()
})

test('a pause is for one symbol or for all, until it is over', () => {
  const pauses = [pause('10:00:00', '11:00:00', 'BTCUSD'), pause('12:00:00', '13:00:00')]
  const list = (symbol: string, time: string) =>
    listClosedTimes(pauses, symbol, at(time)).map(({ fromMs, toMs }) => [fromMs - at('00:00'), toMs - at('00:00')])
  const hourMs = 3_600_000
  expect(list('BTCUSD', '00:00')).toEqual([
    [10 * hourMs, 11 * hourMs],
    [12 * hourMs, 13 * hourMs],
  ])
  expect(list('EURUSD', '00:00')).toEqual([[12 * hourMs, 13 * hourMs]])
  expect(list('BTCUSD', '10:59:59.999')).toHaveLength(2)
  expect(list('BTCUSD', '11:00')).toHaveLength(1)
})

test.each([
  ['10:59:59.800', true],
  ['10:59:59.801', false],
  ['11:30:00', false],
  ['12:00:04.800', false],
  ['12:00:04.801', true],
])('with the trades of five seconds, an option that ends at %s is sold: %s', (time, expected) => {
  const closed = listClosedTimes([pause('11:00:00', '12:00:00')], 'X', at('00:00'))
  const getState = (ms: number) => getStateWithClosedTimes((each) => getMarketState('always', each), closed, ms)
  expect(hasClosingPrice(getState, at(time), 5000)).toBe(expected)
})
