import { createCipheriv, createHmac, createSecretKey, type KeyObject } from 'node:crypto'

import { stepMs } from '@tradefront/rules/trading/closing-price'
import {
  buildDayPath,
  computeCandle,
  computeDayEnd,
  computeDayStart,
  computeMinute,
  type DayPath,
  getStepCounter,
  minuteWalkBytes,
  minuteWalkCounter,
  stepBytes,
  stepsPerMinute,
} from '@tradefront/rules/trading/simulated-prices'
import { buildCandles, type Candle, type CandleSeconds, mergeCandles } from '@tradefront/rules/trading/candles'
import type { TradingSymbol } from '@tradefront/rules/trading/symbols'
import { getMarketState } from '@tradefront/rules/trading/trading-hours'

import { dayMs, hourMs, minuteMs } from '../../platform/clock.ts'
import { createBoundedCache } from './bounded-cache.ts'
import { computeSeed, type MarketOrigin, toDate, toDay } from './simulated-days.ts'

export type SimulatedPrices = ReturnType<typeof createSimulatedPrices>

/** Charts begin here. */
export const firstDayMs = Date.UTC(2025, 0, 1)

/** Numbers of entries, which take about 12 KB, 2.5 KB, 4 KB and 2 KB each. */
const cacheSizes = { days: 200, minutes: 2000, hourCandles: 2000, dayCandles: 20_000 }

const minutesPerHour = 60

type Day = { readonly path: DayPath; readonly key: KeyObject }

/** A function of the origin of the market, symbol and time. The caller must not ask for the future, and must announce its days. */
export function createSimulatedPrices({ secret, day: firstDay, startPoints }: MarketOrigin) {
  /** Start prices of the days since the market began, and of those before it, backwards; by symbol. */
  const starts = new Map<string, { readonly since: number[]; readonly before: number[] }>()
  const seeds = new Map<number, KeyObject>()
  const days = createBoundedCache<Day>(cacheSizes.days)
  const minutes = createBoundedCache<Float64Array>(cacheSizes.minutes)
  const minuteCandles = createBoundedCache<readonly Candle[]>(cacheSizes.hourCandles)
  const hourCandles = createBoundedCache<readonly Candle[]>(cacheSizes.dayCandles)

  return {
    findDayStart,

    /** There are prices also while the market is closed. @param atMs on the grid of `stepMs` */
    getPoints(symbol: TradingSymbol, atMs: number): number {
      const minuteStartMs = atMs - (atMs % minuteMs)
      return getMinute(symbol, minuteStartMs)[(atMs - minuteStartMs) / stepMs] ?? 0
    },

    /** The candles of one minute, from prices before `untilMs`. `seconds` must divide a minute. */
    listShortCandles(symbol: TradingSymbol, minuteStartMs: number, seconds: CandleSeconds, untilMs: number): Candle[] {
      if (!getMarketState(symbol.hours, minuteStartMs).isOpen) return []
      return buildCandles(listMinute(symbol, minuteStartMs, untilMs), seconds)
    },

    /** A candle per minute of an hour, from prices before `untilMs`. */
    listMinuteCandles,

    /** A candle per hour of a day, from prices before `untilMs`. */
    listHourCandles(symbol: TradingSymbol, dayStartMs: number, untilMs: number): readonly Candle[] {
      const isOver = untilMs >= dayStartMs + dayMs
      const key = `${symbol.name}/${dayStartMs}`
      const cached = isOver ? hourCandles.get(key) : undefined
      if (cached !== undefined) return cached
      const candles: Candle[] = []
      for (let startMs = dayStartMs; startMs < Math.min(dayStartMs + dayMs, untilMs); startMs += hourMs)
        candles.push(...(isOver ? computeHour(symbol, startMs) : listHour(symbol, startMs, untilMs)))
      if (isOver) hourCandles.set(key, candles)
      return candles
    },
  }

  function listHour(symbol: TradingSymbol, startMs: number, untilMs: number): Candle[] {
    return mergeCandles(listMinuteCandles(symbol, startMs, untilMs), 3600)
  }

  function listMinuteCandles(symbol: TradingSymbol, hourStartMs: number, untilMs: number): readonly Candle[] {
    const key = `${symbol.name}/${hourStartMs}`
    const cached = minuteCandles.get(key)
    if (cached !== undefined) return cached
    if (untilMs >= hourStartMs + hourMs) {
      const computed = computeMinutes(symbol, hourStartMs)
      minuteCandles.set(key, computed)
      return computed
    }
    const candles: Candle[] = []
    for (let startMs = hourStartMs; startMs < untilMs; startMs += minuteMs) {
      if (!getMarketState(symbol.hours, startMs).isOpen) continue
      const [candle] = buildCandles(listMinute(symbol, startMs, untilMs), 60)
      if (candle !== undefined) candles.push(candle)
    }
    return candles
  }

  function computeMinutes(symbol: TradingSymbol, hourStartMs: number): Candle[] {
    const open = listOpenMinutes(symbol, hourStartMs)
    if (open.length === 0) return []
    const { path, first, keystream } = readHour(symbol, hourStartMs)
    return open.map((index) => ({
      startMs: hourStartMs + index * minuteMs,
      ...computeCandle(path, first + index, 1, keystream.subarray(index * stepBytes, (index + 1) * stepBytes)),
    }))
  }

  /** Returns one candle, or none. A market opens or closes at most once within an hour. */
  function computeHour(symbol: TradingSymbol, startMs: number): Candle[] {
    const open = listOpenMinutes(symbol, startMs)
    const [from] = open
    if (from === undefined) return []
    const { path, first, keystream } = readHour(symbol, startMs)
    const own = keystream.subarray(from * stepBytes, (from + open.length) * stepBytes)
    return [{ startMs, ...computeCandle(path, first + from, open.length, own) }]
  }

  /** Reads the keystream once for the whole hour. */
  function readHour(symbol: TradingSymbol, startMs: number): { path: DayPath; first: number; keystream: Buffer } {
    const { path, key } = getDay(symbol, toDay(startMs))
    const first = (startMs % dayMs) / minuteMs
    return { path, first, keystream: readKeystream(key, getStepCounter(first), minutesPerHour * stepBytes) }
  }

  /** Quotes of a minute, before `untilMs`. */
  function listMinute(symbol: TradingSymbol, startMs: number, untilMs: number): { points: number; atMs: number }[] {
    const count = Math.min(stepsPerMinute, Math.ceil((untilMs - startMs) / stepMs))
    return Array.from(getMinute(symbol, startMs).subarray(0, count), (points, step) => ({
      points,
      atMs: startMs + step * stepMs,
    }))
  }

  function getMinute(symbol: TradingSymbol, startMs: number): Float64Array {
    const key = `${symbol.name}/${startMs}`
    const cached = minutes.get(key)
    if (cached !== undefined) return cached
    const { path, key: dayKey } = getDay(symbol, toDay(startMs))
    const minute = (startMs % dayMs) / minuteMs
    const prices = computeMinute(path, minute, readKeystream(dayKey, getStepCounter(minute), stepBytes))
    minutes.set(key, prices)
    return prices
  }

  function getDay(symbol: TradingSymbol, day: number): Day {
    const key = `${symbol.name}/${day}`
    const cached = days.get(key)
    if (cached !== undefined) return cached
    const built = buildDay(symbol, day, findDayStart(symbol, day))
    days.set(key, built)
    return built
  }

  /** The walk goes on from the price with which the market began. Charts also show days before it, computed backwards from that price. */
  function findDayStart(symbol: TradingSymbol, day: number): number {
    const known = starts.get(symbol.name) ?? { since: [getFirstPoints(symbol)], before: [] }
    starts.set(symbol.name, known)
    const { since, before } = known
    for (let next = firstDay + since.length; next <= day; next += 1)
      since.push(skipDay(symbol, next - 1, since.at(-1) ?? 0, computeDayEnd))
    for (let next = firstDay - before.length - 1; next >= day; next -= 1)
      before.push(skipDay(symbol, next, before.at(-1) ?? since[0] ?? 0, computeDayStart))
    return (day >= firstDay ? since[day - firstDay] : before[firstDay - day - 1]) ?? 0
  }

  function getFirstPoints({ name }: TradingSymbol): number {
    const points = startPoints[name]
    if (points === undefined) throw new Error(`the market has no first price of ${name}`)
    return points
  }

  function skipDay(symbol: TradingSymbol, day: number, points: number, compute: typeof computeDayEnd): number {
    const keystream = readKeystream(deriveKey(symbol, day), minuteWalkCounter, minuteWalkBytes)
    const other = compute(symbol, points, keystream)
    // Freed now: those of all days would take 60 MB until the next garbage collection.
    keystream.buffer.transfer(0)
    return other
  }

  function buildDay(symbol: TradingSymbol, day: number, startPoints: number): Day {
    const key = deriveKey(symbol, day)
    return { key, path: buildDayPath(symbol, startPoints, readKeystream(key, minuteWalkCounter, minuteWalkBytes)) }
  }

  function deriveKey(symbol: TradingSymbol, day: number): KeyObject {
    const seed = seeds.get(day) ?? createSecretKey(computeSeed(secret, toDate(day)))
    seeds.set(day, seed)
    return createSecretKey(createHmac('sha256', seed).update(symbol.name).digest())
  }
}

/** Minutes of an hour, from 0 to 59. */
function listOpenMinutes({ hours }: TradingSymbol, hourStartMs: number): number[] {
  const { isOpen, changesAtMs } = getMarketState(hours, hourStartMs)
  const change =
    changesAtMs === null ? minutesPerHour : Math.min(minutesPerHour, (changesAtMs - hourStartMs) / minuteMs)
  const [from, to] = isOpen ? [0, change] : [change, minutesPerHour]
  return Array.from({ length: to - from }, (_, index) => from + index)
}

const zeros = Buffer.alloc(minutesPerHour * stepBytes)

/** @param counter of blocks of 16 bytes */
function readKeystream(key: KeyObject, counter: number, bytes: number): Buffer<ArrayBuffer> {
  const block = Buffer.alloc(16)
  block.writeUInt32BE(counter, 12)
  return createCipheriv('aes-256-ctr', key, block).update(zeros.subarray(0, bytes))
}
