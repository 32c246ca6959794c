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

export const payoutSimulators: readonly PayoutSimulator[] = [
  {
    slug: 'payout-wallet',
    methods: ['skrill', 'neteller', 'paypal', 'perfect', 'yandex', 'qiwi', 'okpay', 'webmoney'],
    createReference: (hex) => `W${hex.slice(0, 12).toUpperCase()}`,
  },
  {
    slug: 'payout-bank',
    methods: ['bank'],
    createReference: (hex) => `TRF-${hex.slice(0, 10).toUpperCase()}`,
  },
  {
    slug: 'payout-bitcoin',
    methods: ['bitcoin'],
    createReference: (hex) => hex,
    coin: { name: 'BTC', rate: 'bitcoin' },
  },
  {
    slug: 'payout-ethereum',
    methods: ['eth'],
    createReference: (hex) => `0x${hex}`,
    coin: { name: 'ETH', rate: 'ethereum' },
  },
]
