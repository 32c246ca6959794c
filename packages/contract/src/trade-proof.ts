import * as z from 'zod/mini'

import { quote, trade } from './trade-view.ts'
import { timeMs } from './wire.ts'

/** A UTC day of simulated prices. */
export const marketDay = z.object({
  /** YYYY-MM-DD */
  date: z.string(),
  /** Root of the Merkle tree over the seeds of the day, in hex; published before the day. */
  root: z.string(),
  announcedAtMs: timeMs,
})
export type MarketDay = z.infer<typeof marketDay>

const walkState = z.object({ epochStartMs: timeMs, startPoints: z.number(), sum: z.number() })
/** Proof of prices. Bytes are in hex. `findPriceProblem` of the rules checks it. */
const priceProof = z.object({
  version: z.string(),
  /** State of the walk before the epoch of the first price. */
  from: walkState,
  seeds: z.readonly(
    z.array(z.object({ windowStartMs: timeMs, seed: z.string(), path: z.readonly(z.array(z.string())) })),
  ),
  rounds: z.readonly(z.array(z.object({ round: z.number(), signature: z.string() }))),
  /** Prices in points of the symbol. */
  prices: z.readonly(z.array(z.object({ atMs: timeMs, points: z.number() }))),
  to: z.nullable(walkState),
})

/** Data that is needed to compute the prices of a trade again. */
export const tradeProof = z.object({
  /** When the last of the seeds is published. */
  publicAtMs: timeMs,
  /**
   * Proofs of the opening price and of the prices around the closing price: one, or two if the trade was long. Null until the seeds are
   * published.
   */
  proofs: z.nullable(z.array(priceProof)),
  days: z.array(marketDay),
  /** Times in which the market stood still. */
  gaps: z.array(z.object({ fromMs: timeMs, toMs: timeMs })),
  /** The drand chain of the beacon. */
  chain: z.object({
    hash: z.string(),
    publicKey: z.string(),
    genesisSeconds: z.number(),
    groupHash: z.string(),
    beaconId: z.string(),
  }),
})
export type TradeProof = z.infer<typeof tradeProof>

/** A trade with the prices around its expiry, and the data to compute them again once the seeds of its prices are published. */
export const tradeDetails = {
  trade: z.optional(trade),
  quotes: z.optional(z.array(quote)),
  /**
   * Trades on the market in their order: the median of their prices is the closing price. Empty if none decided it, or if they are no
   * longer kept.
   */
  closingTrades: z.optional(z.array(quote)),
  /** Null: the trade is open, or the prices came from a market. */
  proof: z.optional(z.nullable(tradeProof)),
}
