import { createCipheriv, createHmac } from 'node:crypto'

import { stepMs } from '@tradefront/rules/trading/closing-price'
import {
  buildDayPath,
  computeDayEnd,
  computeMinute,
  type DayPath,
  getStepCounter,
  minuteWalkBytes,
  minuteWalkCounter,
  stepBytes,
} from '@tradefront/rules/trading/simulated-prices'
import type { TradingSymbol } from '@tradefront/rules/trading/symbols'

import { dayMs, minuteMs } from '../../platform/clock.ts'

type PublishedDay = {
  readonly path: DayPath
  readonly keystreamKey: Buffer
  readonly minutes: Map<number, Float64Array>
}

export type PublishedPrices = ReturnType<typeof createPublishedPrices>

/**
 * Prices from what is published: the seeds of days that are over, and the prices with which they start. Shares the arithmetic with the
 * browser, and nothing with the feed. @param seeds by date
 */
export function createPublishedPrices(
  seeds: ReadonlyMap<string, Buffer>,
  findDayStart: (symbol: string, atMs: number) => Promise<number | null>,
) {
  const days = new Map<string, Promise<PublishedDay | null>>()
  const continuity = new Map<string, Promise<boolean>>()

  return {
    /** Null: the day is not over, or not published. @param atMs on the grid of `stepMs` */
    async getPoints(symbol: TradingSymbol, atMs: number): Promise<number | null> {
      const day = await getDay(symbol, atMs)
      if (day === null) return null
      const minute = Math.floor((atMs % dayMs) / minuteMs)
      const prices =
        day.minutes.get(minute) ??
        computeMinute(day.path, minute, readKeystream(day.keystreamKey, getStepCounter(minute), stepBytes))
      day.minutes.set(minute, prices)
      return prices[(atMs % minuteMs) / stepMs] ?? null
    },

    /** Whether the day starts where the one before has ended. True if that one is not published. */
    isContinuous(symbol: TradingSymbol, atMs: number): Promise<boolean> {
      const key = `${symbol.name} ${Math.floor(atMs / dayMs)}`
      const known = continuity.get(key) ?? compareWithDayBefore(symbol, atMs)
      continuity.set(key, known)
      return known
    },

    /** Days are kept in memory until then. */
    forget: () => days.clear(),
  }

  async function compareWithDayBefore(symbol: TradingSymbol, atMs: number): Promise<boolean> {
    const [day, before] = await Promise.all([getDay(symbol, atMs), getDay(symbol, atMs - dayMs)])
    if (day === null || before === null) return true
    const { keystreamKey, path } = before
    const end = computeDayEnd(symbol, path.startPoints, readKeystream(keystreamKey, minuteWalkCounter, minuteWalkBytes))
    return end === day.path.startPoints
  }

  function getDay(symbol: TradingSymbol, atMs: number): Promise<PublishedDay | null> {
    const date = new Date(atMs).toISOString().slice(0, 10)
    const key = `${symbol.name} ${date}`
    const day = days.get(key) ?? buildDay(symbol, atMs, seeds.get(date))
    days.set(key, day)
    return day
  }

  async function buildDay(symbol: TradingSymbol, atMs: number, seed: Buffer | undefined): Promise<PublishedDay | null> {
    const start = await findDayStart(symbol.name, atMs)
    if (seed === undefined || start === null) return null
    const keystreamKey = createHmac('sha256', seed).update(symbol.name).digest()
    const path = buildDayPath(symbol, start, readKeystream(keystreamKey, minuteWalkCounter, minuteWalkBytes))
    return { path, keystreamKey, minutes: new Map() }
  }
}

/** @param counter of blocks of 16 bytes */
function readKeystream(key: Buffer, counter: number, bytes: number): Buffer {
  const block = Buffer.alloc(16)
  block.writeUInt32BE(counter, 12)
  return createCipheriv('aes-256-ctr', key, block).update(Buffer.alloc(bytes))
}
