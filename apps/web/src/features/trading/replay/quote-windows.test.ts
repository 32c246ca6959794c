import { pastQuotesMs } from '@tradefront/contract/trading'
import { describe, expect, test } from 'vitest'

import { findKnownUntil, findOpenWindow, listQuotesBetween, type QuoteWindow } from './quote-windows.ts'

const startMs = Date.UTC(2026, 10, 18, 12)
const nextMs = startMs + pastQuotesMs
const quote = (atMs: number) => ({ price: atMs - startMs, atMs })

function build(...windows: [startMs: number, times: number[], isComplete?: boolean][]) {
  return new Map<number, QuoteWindow>(
    windows.map(([start, times, isComplete = true]) => [
      start,
      { startMs: start, quotes: times.map(quote), isComplete, readAtMs: 0 },
    ]),
  )
}

describe('prices are known', () => {
  test.each([
    ['not at all before anything is read', build(), startMs - 1],
    ['until the end of the five minutes that are complete', build([startMs, [startMs]]), nextMs - 1],
    ['over several, also without a price', build([startMs, []], [nextMs, []]), nextMs + pastQuotesMs - 1],
    ['until the last price of those that are not', build([startMs, [startMs, startMs + 200], false]), startMs + 200],
    ['until the end before them if they have none yet', build([startMs, []], [nextMs, [], false]), nextMs - 1],
    ['not beyond five minutes that are missing', build([nextMs, [nextMs]]), startMs - 1],
  ])('%s', (_name, windows, expected) => {
    expect(findKnownUntil(windows, startMs + 100)).toBe(expected)
  })
})

test('the five minutes to read next are the first that are missing or incomplete', () => {
  expect(findOpenWindow(build(), nextMs - 1)).toBe(startMs)
  expect(findOpenWindow(build([startMs, []]), startMs)).toBe(nextMs)
  expect(findOpenWindow(build([startMs, []], [nextMs, [], false]), startMs)).toBe(nextMs)
})

describe('the prices of a frame', () => {
  const windows = build([startMs, [startMs, startMs + 200, nextMs - 200]], [nextMs, [nextMs, nextMs + 200]])
  const list = (afterMs: number, untilMs: number) =>
    listQuotesBetween(windows, afterMs, untilMs).map(({ atMs }) => atMs)

  test('are those after the frame before, up to its own time', () => {
    expect(list(startMs, startMs + 200)).toEqual([startMs + 200])
    expect(list(startMs - 1, startMs + 199.9)).toEqual([startMs])
  })

  test('are each price once, at whatever times the frames are', () => {
    const times = [startMs - 1, startMs + 0.4, startMs + 199, nextMs - 1, nextMs, nextMs + 1e6]
    const all = times.slice(1).flatMap((untilMs, index) => list(times[index] ?? 0, untilMs))
    expect(all).toEqual([startMs, startMs + 200, nextMs - 200, nextMs, nextMs + 200])
  })
})
