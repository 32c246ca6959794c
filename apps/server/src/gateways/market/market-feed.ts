import type { BeaconChain } from '@tradefront/rules/trading/beacon/beacon-chain'
import type { BeaconRound } from '@tradefront/rules/trading/beacon/beacon-round'
import type { Candle, CandleSeconds } from '@tradefront/rules/trading/candles'
import type { MeasuredVolatility } from '@tradefront/rules/trading/measured-volatility'
import type { TradingSymbol } from '@tradefront/rules/trading/symbols'
import type { MarketState } from '@tradefront/rules/trading/trading-hours'
import type { MarketGap } from '@tradefront/rules/trading/walk/market-gap'
import type { WalkState } from '@tradefront/rules/trading/walk/price-walk'
import type { PriceProof, PublishedSeed } from '@tradefront/rules/trading/walk/verify-prices'

import type { RelayReport } from '../beacon/beacon-gateway.ts'

/** Price in points of the symbol. */
export type Quote = { readonly symbol: string; readonly points: number; readonly atMs: number }

/** A price of an exchange, with the trades since the price before. The last of these trades has the price. */
export type RecordedQuote = Quote & {
  /** The earliest time at which this last trade can have happened, by the clock of our servers. */
  readonly tradedAtMs: number
  /** Prices of the trades, in points and in their order. */
  readonly trades: readonly number[]
}

/** A UTC day of simulated prices, for those who check the prices. */
export type MarketDay = {
  /** YYYY-MM-DD */
  readonly date: string
  /** Root of the Merkle tree over the seeds of the day: the commitment to them. */
  readonly root: Buffer
  readonly announcedAt: Date
}

/** The chain of the beacon, and the times at which the market had stopped. */
export type ProofFacts = { readonly chain: BeaconChain; readonly gaps: readonly MarketGap[] }

/** The origin of simulated prices: the chain of the beacon, the first price of each symbol, and when the whole market had stopped. */
export type MarketRecord = {
  readonly chain: BeaconChain
  readonly starts: readonly { readonly symbol: string; readonly atMs: number; readonly points: number }[]
  readonly gaps: readonly MarketGap[]
}

/** Recorded prices of one minute of a real market, by time and then by symbol. */
export type RecordedMinute = { readonly startMs: number; readonly quotes: readonly RecordedQuote[] }

/** Five minutes of simulated prices that are over, as they are published. */
export type PublishedWindow = {
  readonly seed: PublishedSeed
  /** Recorded rounds of the beacon. A time without market has none. */
  readonly rounds: readonly BeaconRound[]
  /** The walk at the start of the five minutes. Empty: the market began in them. */
  readonly states: readonly { readonly symbol: string; readonly state: WalkState }[]
}

/** The market has no prices although it is open: the beacon that they follow from is late. `sinceMs`: the first time without a price. */
export type MarketFreeze = { readonly sinceMs: number }

/** Time of a sealed price: the first price of an epoch whose `round` of the beacon is not published yet. The round is due at `roundAtMs`. */
export type SealedEntry = { readonly atMs: number; readonly round: number; readonly roundAtMs: number }

/** How many quotes one list has at most. Five minutes have at most 1,500. */
export const maxListedQuotes = 2000

/** Where prices come from. Each server has one. Symbols are those of rules/trading/symbols. */
export type MarketFeed = {
  readonly isSimulated: boolean
  /**
   * How long before a time the prices can come that decide its closing price. 0: there is a price at each step of `stepMs`, except in an
   * outage.
   */
  readonly closingSpanMs: number
  /** Returns the trading hours. Null: the feed has no prices of this symbol, or there is no such symbol. */
  getMarketState(symbol: string, atMs: number): MarketState | null
  /** Returns the latest price. Null: the market is closed, or there was none yet. The caller checks how old it is. */
  getQuote(symbol: string): Promise<Quote | null>
  /** Waits up to a second for the first price that is sure to be later than an order. Null: there was none. */
  waitForQuote(symbol: string, arrivedAtMs: number): Promise<Quote | null>
  /** Finds the sealed price of an order that comes at a time. Null: prices are not simulated. */
  findSealedEntry(arrivedAtMs: number): Promise<SealedEntry | null>
  /** The first price at or after a time, up to `untilMs`. `undefined`: not known yet. Null: there is none. The same on every server and at any time. */
  findFirstQuote(symbol: string, fromMs: number, untilMs: number): Promise<Quote | null | undefined>
  /**
   * The price at which options end at a time: the simulated one, or the median of trades of an exchange. `undefined`: not known yet. Null: there is
   * none within a minute. The same on every server and at any time.
   */
  findClosingPrice(symbol: string, atMs: number): Promise<Quote | null | undefined>
  /**
   * Returns the trades whose median is the closing price at a past time, in order. Empty: prices are simulated, or the price was no median.
   */
  listClosingTrades(symbol: string, atMs: number): Promise<readonly Quote[]>
  /** Returns quotes in order, both ends included, at most the first `maxListedQuotes`. */
  listQuotes(symbol: string, fromMs: number, toMs: number): Promise<readonly Quote[]>
  /** Returns the latest `limit` candles that start before `beforeMs`, oldest first. */
  listCandles(symbol: string, seconds: CandleSeconds, beforeMs: number, limit: number): Promise<readonly Candle[]>
  /** Measures how much the price of a symbol moves. */
  findVolatility(symbol: TradingSymbol): Promise<MeasuredVolatility>
  /** Price in points with which the day of a time starts: simulated prices move in proportion to it. Null unless prices are simulated, and for later days. */
  findDayStart(symbol: string, atMs: number): Promise<number | null>
  /** Returns days of simulated prices, newest first: the announced ones from `pastDays` before today. */
  listDays(pastDays: number): Promise<readonly MarketDay[]>
  /** Returns the facts that are needed to check proofs. Null: prices are not simulated. */
  findProofFacts(symbol: string): Promise<ProofFacts | null>
  /**
   * Proves the prices of a symbol at times of the grid, in order. Null: prices are not simulated, the market had none then, or the seeds are not
   * public yet.
   */
  proveQuotes(symbol: string, times: readonly number[]): Promise<PriceProof | null>
  /** Proves that the walk of these five minutes leads to the state that is recorded after them. Null as for `proveQuotes`. */
  proveWindow(symbol: string, windowStartMs: number): Promise<PriceProof | null>
  /** Returns the record for the public log. Null: prices are not simulated. */
  findMarketRecord(): Promise<MarketRecord | null>
  /** Returns null if prices are not simulated, or if the five minutes are not over or not recorded. */
  findPublishedWindow(windowStartMs: number): Promise<PublishedWindow | null>
  /**
   * The first minute with a recorded price at or after a time. Null: prices are simulated, there is none, or more can be recorded in it.
   */
  findRecordedMinute(fromMs: number): Promise<RecordedMinute | null>
  /** Returns null while the market has prices, or is closed. */
  getFreeze(): Promise<MarketFreeze | null>
  /** Asks the relays of the beacon, for the operator. Empty: prices are not simulated. */
  checkBeacon(): Promise<readonly RelayReport[]>
  /** Fixes the seeds of the next days of simulated prices. */
  announceDays(): Promise<void>
  /** The listener gets new prices, several per call, each symbol at most once. Returns a function to stop. */
  subscribe(listener: (quotes: readonly Quote[]) => void): () => void
  /** Starts the feed. Never rejects. */
  start(): Promise<void>
  stop(): Promise<void>
}
