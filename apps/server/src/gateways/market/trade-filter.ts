import type { StreamTrade } from './trade-stream.ts'

export type TradeFilter = { readonly accept: (trade: StreamTrade, nowMs: number) => boolean }

/** If the time of a trade differs more from our clock, the trade is late or wrong, and its price would not be the present one. */
export const maxDifferenceMs = 5000
/** If a trade is this much later and has a lower id, the exchange has restarted its numbering. */
const recountMs = 60_000

/** Lets only trades pass that are newer than all before, so that repeated and overtaken ones are dropped. */
export function createTradeFilter(): TradeFilter {
  const latest = new Map<string, StreamTrade>()
  return {
    accept(trade, nowMs) {
      if (Math.abs(nowMs - trade.atMs) > maxDifferenceMs) return false
      const last = latest.get(trade.name)
      if (last !== undefined && trade.id <= last.id && trade.atMs < last.atMs + recountMs) return false
      latest.set(trade.name, trade)
      return true
    },
  }
}
