import type { Currency } from '@tradefront/rules/ledger/money'

import type { PayoutInstruction } from '../../../src/gateways/payouts/payout-channel.ts'
import { conversionRates } from '../../fixtures/rates/test-rates.ts'
import type { Random } from '../../fixtures/seeded-random.ts'

/** Coins in satoshi or wei. */
export type SentCoins = {
  readonly units: bigint
  /** Coins that are worth the amount at the rate of the moment. */
  readonly atRate: bigint
}

type Coin = {
  readonly digits: number
  /** Price at first, in minor units of USD per coin. */
  readonly price: number
}

const coins: Readonly<Record<string, Coin>> = {
  bitcoin: { digits: 8, price: 10_000_000 },
  eth: { digits: 18, price: 250_000 },
}

export type CoinProvider = ReturnType<typeof createCoinProvider>

/** Creates a provider that converts amounts to coins at rates that move. */
export function createCoinProvider(random: Random) {
  const sent = new Map<string, SentCoins>()
  const percents = new Map<string, number>()
  const getPercent = (name: string) => percents.get(name) ?? 100

  return {
    /** Moves the rates of coins by a lot, of currencies by a little. */
    moveRates: (): void => {
      for (const method of Object.keys(coins)) percents.set(method, 40 + random.below(120))
      for (const currency of Object.keys(conversionRates)) percents.set(currency, 90 + random.below(21))
    },

    /** Converts an instruction. Does nothing for methods without coins. An instruction that got lost is replaced by its repetition. */
    convert: ({ reference, method, amount, currency, mostCoins }: PayoutInstruction): void => {
      const coin = coins[method]
      if (coin === undefined) return
      const perUsd = conversionRates[currency as Currency]
      const rate = Math.round((coin.price * perUsd * getPercent(method) * getPercent(currency)) / 10_000)
      const atRate = (BigInt(amount) * 10n ** BigInt(coin.digits)) / BigInt(rate)
      const most = mostCoins === null ? atRate : toUnits(mostCoins, coin)
      sent.set(reference, { units: most < atRate ? most : atRate, atRate })
    },

    /** Finds the sent coins. Returns null if the instruction was not about coins. */
    findSent: (reference: string): SentCoins | null => sent.get(reference) ?? null,
  }
}

function toUnits(amount: string, { digits }: Coin): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(digits, '0'))
}
