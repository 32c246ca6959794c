import type { ratedCoins } from '../rates/simulated-rates.ts'

/** One provider of payouts. The steering by amounts is the same for all; see `payout-ledger.ts`. */
export type PayoutSimulator = {
  /** Folder of its calls, which also names its secret. */
  readonly slug: string
  readonly methods: readonly string[]
  /** Their own number of a payout. */
  readonly createReference: (hex: string) => string
  /** Converts to a coin at the simulated rate. */
  readonly coin?: { readonly name: string; readonly rate: (typeof ratedCoins)[number] }
}
