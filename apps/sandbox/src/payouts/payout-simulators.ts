import type { ratedCoins } from '../rates/simulated-rates.ts'

/** A provider of payouts. Amounts steer all providers in the same way; see `payout-ledger.ts`. */
export type PayoutSimulator = {
  /** Folder of its calls, which also names its secret. */
  readonly slug: string
  readonly methods: readonly string[]
  /** Creates the provider's own number of a payout. */
  readonly createReference: (hex: string) => string
  /** Coin to which the provider converts at the simulated rate. */
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
