import { multiplyExactly } from '../ledger/exact.ts'
import { convertFromCoin } from './coin-amounts.ts'
import { type Coin, coinDecimals } from './coins.ts'

/** Terms of an invoice. Coins are in satoshi or wei, rates in minor units per whole coin. */
export type CreditTerms = {
  readonly coin: Coin
  /** The locked rate, after the spread. */
  readonly rate: bigint
  /** The locked rate holds for at most this many coins. */
  readonly lockedMax: bigint
  /** The locked rate holds for payments whose block comes before this time. */
  readonly blockUntilMs: number
  readonly spreadPercent: number
}

/** A payment that is in a block. */
export type MinedPayment = {
  readonly value: bigint
  readonly minedAtMs: number
  /** Rate of the market when it was mined, before the spread. */
  readonly marketRate: bigint
}

/**
 * The locked rate is at most this much above the market's rate when the payment was mined. That is less than one turn of the money costs on
 * average at the most generous terms that the settings allow, also for a trader who uses the rounding of prices (1.25 %:
 * `computeLowestEdge`). So it never pays to wait for a crash.
 */
export const lockGainPercent = 1

/** Returns the rate after the spread, rounded down. */
export function applySpread(marketRate: bigint, spreadPercent: number): bigint {
  return changeByPercent(marketRate, -toThousandths(spreadPercent))
}

/** Returns the coins for which the locked rate holds: the requested ones and a little more. */
export function computeLockedMax(amountDue: bigint, overpayPercent: number): bigint {
  return changeByPercent(amountDue, toThousandths(overpayPercent))
}

/** Returns how much can be missing of an invoice that counts as paid. */
export function computeTolerance(amountDue: bigint, tolerancePercent: number): bigint {
  return (amountDue * toThousandths(tolerancePercent)) / 100_000n
}

/** Returns the rate of coins that the lock does not cover: the lower of the locked rate and the rate when they were mined. */
export function findRestRate({ rate, spreadPercent }: CreditTerms, { marketRate }: MinedPayment): bigint {
  return smaller(rate, applySpread(marketRate, spreadPercent))
}

/**
 * Returns the money for one more payment, in minor units. It is computed from the sum and rounded once, so that the parts are worth the
 * same as the whole, to the cent.
 * @param earlier payments that were credited before, in any order: they have used the lock first
 */
export function computeCredit(terms: CreditTerms, earlier: readonly MinedPayment[], payment: MinedPayment): number {
  const unit = 10n ** BigInt(coinDecimals[terms.coin])
  const before = sumWorth(terms, earlier)
  const minor = Number(sumWorth(terms, [...earlier, payment]) / unit - before / unit)
  if (!Number.isSafeInteger(minor)) throw new Error('invariant: more money than exists')
  return minor
}

/** Returns true for a payment that is worth less than the smallest unit of money, whatever else has arrived. */
export function isDust(terms: CreditTerms, payment: MinedPayment): boolean {
  return convertFromCoin(payment.value, findRestRate(terms, payment), terms.coin) === 0
}

/** Returns minor units times base units of the coin, which are not rounded. */
function sumWorth(terms: CreditTerms, payments: readonly MinedPayment[]): bigint {
  let left = terms.lockedMax
  let worth = 0n
  for (const payment of payments) {
    const locked = payment.minedAtMs < terms.blockUntilMs ? smaller(payment.value, left) : 0n
    left -= locked
    worth += locked * findLockedRate(terms, payment) + (payment.value - locked) * findRestRate(terms, payment)
  }
  return worth
}

function findLockedRate({ rate }: CreditTerms, { marketRate }: MinedPayment): bigint {
  return smaller(rate, changeByPercent(marketRate, toThousandths(lockGainPercent)))
}

function toThousandths(percent: number): bigint {
  return BigInt(multiplyExactly([percent, 1000], 'nearest'))
}

function changeByPercent(value: bigint, thousandths: bigint): bigint {
  return (value * (100_000n + thousandths)) / 100_000n
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
