import { convertToCoin } from '@tradefront/rules/crypto/coin-amounts'
import { computeMostCoins } from '@tradefront/rules/crypto/coin-return'
import { applySpread, computeCredit, computeLockedMax, type CreditTerms } from '@tradefront/rules/crypto/credit'

import { createRandom, type Random } from '../fixtures/seeded-random.ts'
import { bestPayout, type Gain, type Game, settings, summarizeGains } from './strategy.ts'

/** The rules that a strategy plays against; tests replace one to plant a fault. Amounts of money are in cents. */
export type CoinRules = {
  readonly settings: typeof settings
  readonly computeCredit: typeof computeCredit
  /** Part of the money that leaves as anything but the coins that came: what trading it once costs on average. */
  readonly turnCost: number
  /** Computes the coins that are sent for untraded money. @param rate cents per coin */
  readonly computeCoinsBack: (amount: number, came: bigint, rate: bigint) => bigint
}

export const productRules: CoinRules = {
  settings,
  computeCredit,
  turnCost: 1 - (1 + bestPayout / 100) / 2,
  computeCoinsBack: (amount, came, rate) => {
    const most = computeMostCoins(amount, { units: came, amount })
    const worth = convertToCoin(amount, rate, 'BTC')
    return worth < most ? worth : most
  },
}

/** Rate of 100,000.00 a coin. */
export const startRate = 10_000_000n
export const hourMs = 3_600_000

/** Opens an invoice at the start price. @param amount cents */
export function openInvoice(
  amount: number,
  { settings: terms }: Pick<CoinRules, 'settings'> = productRules,
): CreditTerms & { readonly amountDue: bigint } {
  const spreadPercent = terms.crypto_spread_percent
  const rate = applySpread(startRate, spreadPercent)
  const amountDue = convertToCoin(amount, rate, 'BTC')
  const lockedMax = computeLockedMax(amountDue, terms.crypto_overpay_percent)
  const blockUntilMs = hourMs + terms.crypto_late_block_hours * hourMs
  return { coin: 'BTC', rate, spreadPercent, amountDue, lockedMax, blockUntilMs }
}

const dayVolatility = 0.03
const jumpsPerDay = 0.3
const jumpVolatility = 0.08

/** Draws the rate of a market without a trend, with crashes. @returns cents per coin after a time */
export function drawMarketRate(random: Random, ms: number): bigint {
  const days = ms / (24 * hourMs)
  const deviation = dayVolatility * Math.sqrt(days)
  let factor = Math.exp(deviation * drawNormal(random) - deviation ** 2 / 2)
  for (let left = days * jumpsPerDay; left > 0; left -= 0.05) {
    if (random.chance(Math.min(left, 0.05)))
      factor *= 1 + Math.max(-0.9, Math.min(0.9, jumpVolatility * drawNormal(random)))
  }
  return BigInt(Math.round(Number(startRate) * factor))
}

/** Converts base units to whole coins as a number, for values. */
export function toCoins(units: bigint): number {
  return Number(units) / 1e8
}

/** Plays payments. @param payments invoices or deposits @param play gain as a part of the value that was paid in; null: nothing was paid */
export function playCoins({ seed, runs }: Game, payments: number, play: (random: Random) => number | null): Gain {
  const random = createRandom(seed)
  const gains: number[] = []
  for (let payment = 0; payment < payments * runs; payment += 1) {
    const gain = play(random)
    if (gain !== null) gains.push(gain)
  }
  return summarizeGains(gains)
}

/** Draws a normal number, by Box and Muller. */
function drawNormal(random: Random): number {
  const uniform = () => (random.below(2 ** 30) + 1) / (2 ** 30 + 1)
  return Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
}
