import {
  type CalendarDate,
  fromAbsolute,
  Time,
  toCalendarDate,
  toCalendarDateTime,
  toTime,
  toZoned,
} from '@internationalized/date'
import type { MarketSymbol } from '@tradefront/contract/trading'
import { getStateWithClosedTimes } from '@tradefront/rules/trading/market-pauses'
import { getMarketState, type TradingHours } from '@tradefront/rules/trading/trading-hours'
import * as z from 'zod/mini'

export const replaySpeeds = [1, 5, 20, 60, 300] as const
export type ReplaySpeed = (typeof replaySpeeds)[number]

const dayMs = 86_400_000
const minuteMs = 60_000
/** Longer frames count as this long: a hidden tab draws no frames, and the replay continues where it was. */
const maxFrameMs = 250

/**
 * Returns the time of the replay after a frame.
 * @param frameMs time since the frame before
 * @param knownUntilMs no later price is loaded yet
 */
export function advanceTime(atMs: number, frameMs: number, speed: ReplaySpeed, knownUntilMs: number): number {
  const nextMs = atMs + Math.min(frameMs, maxFrameMs) * speed
  return Math.max(atMs, Math.min(nextMs, knownUntilMs))
}

/** Returns the time a day ago, or the last time before it, in steps of a quarter of an hour, at which the market was open. */
export function findDefaultStart(hours: TradingHours, nowMs: number): number {
  const stepMs = 15 * minuteMs
  let atMs = nowMs - (nowMs % minuteMs) - dayMs
  for (let steps = 0; steps < (7 * dayMs) / stepMs && !getMarketState(hours, atMs).isOpen; steps += 1) atMs -= stepMs
  return atMs
}

/** Hours of a symbol, and the announced times in which it was closed. */
type MarketTimes = Pick<MarketSymbol, 'hours' | 'closed'>

export function isOpenAt({ hours, closed }: MarketTimes, atMs: number): boolean {
  return getStateWithClosedTimes((ms) => getMarketState(hours, ms), closed, atMs)?.isOpen === true
}

/** Returns when a market opens that is closed at a time. Null: it is open. */
export function findOpening({ hours, closed }: MarketTimes, atMs: number): number | null {
  const state = getStateWithClosedTimes((ms) => getMarketState(hours, ms), closed, atMs)
  return state === null || state.isOpen ? null : state.changesAtMs
}

export type LocalMoment = { readonly day: CalendarDate; readonly time: Time }

export function toLocalMoment(atMs: number, zone: string): LocalMoment {
  const local = fromAbsolute(atMs, zone)
  return { day: toCalendarDate(local), time: toTime(local) }
}

export function toMomentMs({ day, time }: LocalMoment, zone: string): number {
  return toZoned(toCalendarDateTime(day, time), zone).toDate().getTime()
}

/** Returns the midnights before and after a time. Days on which clocks change have 23 or 25 hours. */
export function findDayBounds(atMs: number, zone: string): { readonly fromMs: number; readonly toMs: number } {
  const { day } = toLocalMoment(atMs, zone)
  const midnight = new Time()
  return {
    fromMs: toMomentMs({ day, time: midnight }, zone),
    toMs: toMomentMs({ day: day.add({ days: 1 }), time: midnight }, zone),
  }
}

const searchSchema = z.object({ symbol: z.optional(z.string()), at: z.optional(z.int().check(z.positive())) })

/** Reads what a link to the replay opens, e.g. `#/show/replay?symbol=EURUSD&at=1763829000000`. */
export function parseReplaySearch(search: unknown): z.infer<typeof searchSchema> {
  const parsed = searchSchema.safeParse(search)
  return parsed.success ? parsed.data : {}
}
