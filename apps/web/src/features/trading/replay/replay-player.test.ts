// @vitest-environment jsdom
import { type PriceCandle, pastQuotesMs, tradingCalls } from '@tradefront/contract/trading'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { setBootstrap } from '../../../platform/api/bootstrap.ts'
import { syncServerClock } from '../../../platform/clock.ts'
import { brokenReply, type CallHandler, stubCalls } from '../../../platform/testing/stub-calls.ts'
import { testBootstrap } from '../../../platform/testing/test-bootstrap.ts'
import { createReplayPlayer } from './replay-player.ts'

/** This is a Wednesday. The server has a price every 200 ms from noon on. */
const noon = Date.UTC(2026, 10, 18, 12)
const startMs = noon + 600_000
const stepMs = 200
let nowMs: number

/** The price is the number of steps since noon. */
const priceAt = (atMs: number): number => (atMs - noon) / stepMs

type Body = {
  readonly symbol: string
  readonly from: number
  readonly seconds: number
  readonly before: number
  readonly limit: number
}

const listQuotes: CallHandler = (body) => {
  const { from } = body as Body
  const endMs = Math.min(from + pastQuotesMs - stepMs, nowMs)
  const quotes = []
  for (let atMs = from; atMs <= endMs; atMs += stepMs) quotes.push([priceAt(atMs), atMs])
  return { json: { return: true, quotes, isComplete: from + pastQuotesMs <= nowMs } }
}
const listCandles: CallHandler = (body) => {
  const { seconds, before, limit } = body as Body
  const candles = []
  for (let at = before - seconds * 1000; at >= noon && candles.length < limit; at -= seconds * 1000) {
    const [open, close] = [priceAt(at), priceAt(at + seconds * 1000 - stepMs)]
    candles.unshift([at / 1000, open, close, open, close])
  }
  return { json: { return: true, candles } }
}

beforeEach(() => {
  vi.useFakeTimers()
  setBootstrap({ ...testBootstrap, now: noon })
  setNow(noon + 7_200_000)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function setNow(atMs: number): void {
  nowMs = atMs
  // Replays keep one second back, and two before they read the same window again: tests choose times after that.
  syncServerClock(atMs)
}

const refuseBeforeNoon: CallHandler = (body) =>
  (body as Body).from < noon
    ? { json: { return: false, error: 'trading.no_past_prices', message: 'We have no prices.', firstAtMs: noon } }
    : listQuotes(body)

/** Requests have no delay here. */
const settle = () => vi.advanceTimersByTimeAsync(0)

async function open(
  options: {
    readonly atMs?: number
    readonly isTimeChosen?: boolean
    readonly seconds?: 1 | 60 | 900
    readonly quotes?: CallHandler
    readonly candles?: CallHandler
  } = {},
) {
  const { atMs = startMs, isTimeChosen = true, seconds = 60, quotes = listQuotes, candles = listCandles } = options
  const bodies = stubCalls([
    [tradingCalls.listPastQuotes, quotes],
    [tradingCalls.listCandles, candles],
  ])
  const player = createReplayPlayer({ symbol: 'BTCUSD', seconds, atMs }, 'next_step', { isTimeChosen })
  let shown: readonly PriceCandle[] = []
  const show = (list: readonly PriceCandle[]) => {
    shown = [...list]
  }
  const feed = player.startFeed('BTCUSD', seconds, {
    onReset: show,
    onUpdate: show,
    onHistory: show,
    onFailure: () => undefined,
  })
  player.load()
  await settle()
  return {
    player,
    feed,
    getShown: () => shown,
    readFrom: () =>
      (bodies.get(tradingCalls.listPastQuotes) ?? []).map((body) => ((body as Body).from - noon) / pastQuotesMs),
    /** Plays frames as a screen with 60 frames a second does. */
    play: async (seconds: number) => {
      for (let frame = 0; frame < seconds * 60; frame += 1) {
        player.advance(1000 / 60)
        await settle()
      }
    },
  }
}

/** Builds candles of all prices from noon until a time, as the market had them. */
function buildCandles(untilMs: number, seconds: number): PriceCandle[] {
  const candles: PriceCandle[] = []
  for (let atMs = noon; atMs <= untilMs; atMs += seconds * 1000) {
    const [open, close] = [
      priceAt(atMs),
      priceAt(Math.min(untilMs - (untilMs % stepMs), atMs + seconds * 1000 - stepMs)),
    ]
    candles.push({ startMs: atMs, open, high: close, low: open, close })
  }
  return candles
}

describe('a replay', () => {
  test.each([1, 60, 900] as const)(
    'starts with what was there, with candles of %d s: nothing later is shown or in a candle',
    async (seconds) => {
      const atMs = startMs + 123_450
      const { player, getShown } = await open({ atMs, seconds })
      expect(player.get()).toMatchObject({ phase: 'ready', price: priceAt(startMs + 123_400), atMs, isPlaying: false })
      const built = buildCandles(atMs, seconds)
      // 300 candles are loaded before the five minutes of the start.
      expect(getShown()).toEqual(built.slice(-getShown().length))
      expect(getShown().length).toBe(Math.min(built.length, seconds === 1 ? 300 + 124 : Infinity))
    },
  )

  test.each([1, 5, 20, 60, 300] as const)('plays all prices at %d times the speed', async (speed) => {
    const { player, play, getShown } = await open()
    player.setSpeed(speed)
    player.setPlaying(true)
    await play(5)
    const atMs = startMs + 5000 * speed
    expect(Math.abs(player.get().atMs - atMs)).toBeLessThan(1)
    expect(getShown()).toEqual(buildCandles(player.get().atMs, 60))
  })

  test('reads each five minutes once, before they are needed', async () => {
    const { player, play, readFrom } = await open()
    expect(readFrom()).toEqual([2])
    player.setPlaying(true)
    player.setSpeed(300)
    await play(0.05)
    // Prices are loaded four seconds ahead.
    expect(readFrom()).toEqual([2, 3, 4, 5, 6])
    await play(2)
    expect(readFrom()).toEqual([2, 3, 4, 5, 6, 7, 8])
  })

  test('stands still while it is paused', async () => {
    const { player, play } = await open()
    player.setPlaying(true)
    await play(1)
    player.setPlaying(false)
    const { atMs } = player.get()
    await play(1)
    expect(player.get().atMs).toBe(atMs)
  })

  test('keeps its place when speed or time frame change, and its trades', async () => {
    const { player, play, getShown } = await open()
    player.setPlaying(true)
    player.order({
      id: 'one',
      symbol: { name: 'BTCUSD', payout: 0.8 },
      direction: 'up',
      stake: 10,
      currency: 'USD',
      expiry: 30,
    })
    await play(1)
    player.setSpeed(20)
    player.show({ seconds: 1 })
    await settle()
    expect(player.get()).toMatchObject({
      isPlaying: true,
      speed: 20,
      trades: [{ state: 'open', openPrice: priceAt(startMs + 200) }],
    })
    expect(Math.abs(player.get().atMs - startMs - 1000)).toBeLessThan(1)
    expect(getShown().at(-1)?.startMs).toBe(startMs + (player.get().atMs < startMs + 1000 ? 0 : 1000))
    await play(2)
    expect(player.get().trades).toMatchObject([{ state: 'won', closePrice: priceAt(startMs + 30_200), returned: 18 }])
  })

  test('a jump removes open trades, and keeps those that have ended', async () => {
    const { player, feed, play } = await open()
    const order = { symbol: { name: 'BTCUSD', payout: 0.8 }, stake: 10, currency: 'USD', expiry: 30 } as const
    player.order({ ...order, id: 'ended', direction: 'down' })
    player.setPlaying(true)
    player.setSpeed(60)
    await play(1)
    player.order({ ...order, id: 'open', direction: 'up' })
    player.show({ atMs: startMs })
    await settle()
    expect(player.get()).toMatchObject({ atMs: startMs, phase: 'ready', price: priceAt(startMs) })
    // The chart counts down to the end of trades by the time of the replay.
    expect(feed.getNow()).toBe(startMs)
    expect(player.get().trades.map(({ id, state }) => [id, state])).toEqual([['ended', 'lost']])
    player.show({ symbol: 'ETHUSD' })
    await settle()
    expect(player.get()).toMatchObject({ symbol: 'ETHUSD', phase: 'ready', trades: [{ id: 'ended' }] })
  })
})

describe('the end of the prices', () => {
  test('is the present: the replay stops there, and goes on with what has come since', async () => {
    setNow(startMs + 10_000)
    const { player, play, readFrom } = await open()
    player.order({
      id: 'one',
      symbol: { name: 'BTCUSD', payout: 0.8 },
      direction: 'up',
      stake: 10,
      currency: 'USD',
      expiry: 30,
    })
    player.setPlaying(true)
    player.setSpeed(20)
    await play(1)
    // The last second is left out, since clocks can differ by it.
    expect(player.get()).toMatchObject({ phase: 'ended', isPlaying: false, atMs: startMs + 9000 })
    expect(player.get().trades).toMatchObject([{ state: 'open' }])
    expect(readFrom()).toEqual([2])
    setNow(startMs + 40_000)
    player.setPlaying(true)
    await play(2)
    expect(player.get()).toMatchObject({ phase: 'ended', atMs: startMs + 39_000, trades: [{ state: 'won' }] })
    expect(readFrom()).toEqual([2, 2])
  })

  test('a jump ahead of it leads to it', async () => {
    setNow(startMs + 10_000)
    const { player } = await open()
    player.show({ atMs: startMs + 3_600_000 })
    await settle()
    expect(player.get()).toMatchObject({ phase: 'ready', atMs: startMs + 9000 })
  })
})

describe('prices that do not come', () => {
  test('are loaded again', async () => {
    let isDown = true
    const { player } = await open({ quotes: (body) => (isDown ? brokenReply : listQuotes(body)) })
    expect(player.get()).toMatchObject({ phase: 'failed', price: null })
    isDown = false
    await vi.advanceTimersByTimeAsync(3000)
    expect(player.get()).toMatchObject({ phase: 'ready', price: priceAt(startMs) })
  })

  test('stop the replay where they are missing, and it goes on with them', async () => {
    let isDown = false
    const { player, play, readFrom, getShown } = await open({
      quotes: (body) => (isDown ? brokenReply : listQuotes(body)),
    })
    isDown = true
    player.setPlaying(true)
    player.setSpeed(300)
    await play(2)
    expect(player.get()).toMatchObject({ phase: 'failed', atMs: startMs + pastQuotesMs - 1, isPlaying: true })
    expect(readFrom()).toEqual([2, 3])
    isDown = false
    await vi.advanceTimersByTimeAsync(3000)
    await play(0.2)
    expect(player.get().phase).toBe('ready')
    expect(getShown()).toEqual(buildCandles(player.get().atMs, 60))
  })

  test('are refused by the server with its reason, and another time is shown instead', async () => {
    const { player, play, readFrom } = await open({ quotes: refuseBeforeNoon, atMs: noon - 3_600_000 })
    expect(player.get()).toMatchObject({
      phase: 'refused',
      refusal: { message: 'We have no prices.', firstAtMs: noon },
    })
    player.setPlaying(true)
    await play(1)
    expect(player.get().isPlaying).toBe(false)
    expect(readFrom()).toHaveLength(1)
    player.show({ atMs: noon })
    await settle()
    expect(player.get()).toMatchObject({ phase: 'ready', refusal: null, price: 0 })
  })
  test.each([
    ['half an hour after the first one', 7_200_000, 1_800_000],
    ['five minutes before now', 1_200_000, 899_000],
    ['with the first one', 60_000, 0],
  ])('are shown %s if no time was chosen and there are none a day ago', async (_name, sinceNoonMs, startsMs) => {
    setNow(noon + sinceNoonMs)
    const { player } = await open({ quotes: refuseBeforeNoon, atMs: noon - 3_600_000, isTimeChosen: false })
    expect(player.get()).toMatchObject({ phase: 'ready', atMs: noon + startsMs, refusal: null })
  })

  test('stay refused at a time that is chosen later', async () => {
    const { player } = await open({ quotes: refuseBeforeNoon, isTimeChosen: false })
    player.show({ atMs: noon - 3_600_000 })
    await settle()
    expect(player.get()).toMatchObject({ phase: 'refused', atMs: noon - 3_600_000 })
  })
})
