import { expect, test } from 'vitest'

import { createExchangeClock } from './exchange-clock.ts'

test('the error is what the quickest message was quicker than the quickest round trip', () => {
  const clock = createExchangeClock()
  clock.noteDelay(70, 0)
  expect(clock.getErrorMs()).toBeNull()
  clock.noteRoundTrip(120)
  expect(clock.getErrorMs()).toBe(50)
  clock.noteDelay(60, 10)
  clock.noteDelay(90, 20)
  clock.noteRoundTrip(100)
  clock.noteRoundTrip(150)
  expect(clock.getErrorMs()).toBe(40)
  // The time of the trade is in the future: the clock of the exchange is ahead.
  clock.noteDelay(-200, 30)
  expect(clock.getErrorMs()).toBe(300)
})

test('without a trade, or with trades that all came late, it is not measured, or nothing', () => {
  const clock = createExchangeClock()
  clock.noteRoundTrip(100)
  expect(clock.getErrorMs()).toBeNull()
  clock.noteDelay(101, 0)
  expect(clock.getErrorMs()).toBe(0)
})

test('a wrong time of a trade is forgotten after one to two minutes', () => {
  const clock = createExchangeClock()
  clock.noteRoundTrip(100)
  clock.noteDelay(-4000, 0)
  for (const seconds of [1, 59, 60, 119]) {
    clock.noteDelay(80, seconds * 1000)
    expect(clock.getErrorMs()).toBe(4100)
  }
  clock.noteDelay(80, 120_000)
  expect(clock.getErrorMs()).toBe(20)
})
