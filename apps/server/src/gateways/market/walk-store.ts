import type { BeaconChain } from '@tradefront/rules/trading/beacon/beacon-chain'
import type { BeaconRound } from '@tradefront/rules/trading/beacon/beacon-round'
import type { Candle, CandleSeconds } from '@tradefront/rules/trading/candles'
import type { MarketGap } from '@tradefront/rules/trading/walk/market-gap'
import type { WalkState } from '@tradefront/rules/trading/walk/price-walk'

/** The origin of all prices. It is made at the first call and never changes. */
export type MarketOrigin = {
  /** Secret of 32 bytes, from which all seeds follow. */
  readonly secret: Buffer
  readonly chain: BeaconChain
  readonly starts: Readonly<Partial<Record<string, SymbolStart>>>
}

/** Where the walk of a symbol begins: in the minute of the installation, or later if the symbol was added later. */
export type SymbolStart = { readonly atMs: number; /** In points. */ readonly points: number }

export type AnnouncedDay = {
  /** YYYY-MM-DD */
  readonly date: string
  /** Root of the Merkle tree over the seeds of the day. */
  readonly root: Buffer
  readonly announcedAt: Date
}

/** The walk of all symbols at the start of five minutes, and the candles of the five minutes before. */
export type RecordedWindow = {
  readonly startMs: number
  readonly states: readonly { readonly symbol: string; readonly state: WalkState }[]
  /** Candles of one minute each, in order. */
  readonly candles: readonly { readonly symbol: string; readonly candle: Candle }[]
}

/** `recordedUntilMs` is the end of the last five minutes that the candles are made of. Null: nothing is recorded. */
export type RecordedCandles = { readonly candles: readonly Candle[]; readonly recordedUntilMs: number | null }

/** Store that all servers share. */
export type WalkStore = {
  /** Returns the origin, and makes it at the first call. @param getChain returns the chain of the beacon, for the installation */
  readonly loadOrigin: (getChain: () => BeaconChain) => Promise<MarketOrigin>
  readonly listDays: () => Promise<readonly AnnouncedDay[]>
  /** Announces days. Those that were announced before stay as they are. */
  readonly announceDays: (days: readonly Omit<AnnouncedDay, 'announcedAt'>[], at: Date) => Promise<void>
  readonly listGaps: () => Promise<readonly MarketGap[]>
  /** Returns rounds in order, both ends included. */
  readonly readRounds: (from: number, to: number) => Promise<readonly BeaconRound[]>
  /** Adds rounds. A round that is stored already does not change. */
  readonly addRounds: (rounds: readonly BeaconRound[]) => Promise<void>
  /** Returns the latest recorded state of each symbol. Empty: none is recorded. */
  readonly findLatestStates: () => Promise<RecordedWindow['states']>
  /** Returns the states that are recorded at the start of five minutes, by symbol. */
  readonly listStates: (windowStartMs: number) => Promise<RecordedWindow['states']>
  readonly findState: (symbol: string, windowStartMs: number) => Promise<WalkState | null>
  /** Records nothing twice. */
  readonly recordWindow: (window: RecordedWindow) => Promise<void>
  /** Returns the latest `limit` candles that start before `beforeMs`, oldest first. Each has at least a minute. */
  readonly listCandles: (
    symbol: string,
    seconds: CandleSeconds,
    beforeMs: number,
    limit: number,
  ) => Promise<RecordedCandles>
  /** Makes this server the one that records, unless another one is. */
  readonly claimRecording: (holder: string, now: Date, leaseMs: number) => Promise<RecordingClaim>
  readonly endRecording: (holder: string, now: Date) => Promise<void>
  /** Records what the market skips after a stop of all servers. After a short stop it records nothing. */
  readonly skipGap: (chain: BeaconChain, restartedAt: Date) => Promise<void>
}

/** `idleMs`: for how long no server had recorded. */
export type RecordingClaim = { readonly isRecorder: boolean; readonly idleMs: number }
