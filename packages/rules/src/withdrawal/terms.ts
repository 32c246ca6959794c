import { multiplyExactly } from '../ledger/exact.ts'
import type { Currency } from '../ledger/money.ts'
import { toThreshold } from '../ledger/thresholds.ts'
import type { WithdrawalMethod } from './methods.ts'

/** Amounts are in base currency. */
export type MethodTerms = {
  /** Cost of sending money out. */
  readonly feePercent: number
  readonly feeFixed: number
  /** Cost of taking money in and giving it back: charged on untraded money that goes back as it came. */
  readonly returnPercent: number
  readonly min: number
  readonly max: number
  /** Time in which the money usually arrives after the approval. */
  readonly hours: number
}

/** Amounts are in minor units of the account's currency. */
export type AccountTerms = MethodTerms

const wallet: MethodTerms = { feePercent: 1, feeFixed: 0, returnPercent: 3, min: 20, max: 10_000, hours: 24 }

/**
 * Costs of the processors, until an operator sets other terms. A refund of traded money costs nothing: the edge on its turnover has paid
 * for it.
 */
export const defaultTerms: Readonly<Record<WithdrawalMethod, MethodTerms>> = {
  card: { feePercent: 0, feeFixed: 0, returnPercent: 3, min: 20, max: 10_000, hours: 120 },
  bitcoin: { feePercent: 0, feeFixed: 5, returnPercent: 1, min: 50, max: 50_000, hours: 2 },
  eth: { feePercent: 0, feeFixed: 5, returnPercent: 1, min: 50, max: 50_000, hours: 2 },
  skrill: wallet,
  neteller: wallet,
  paypal: wallet,
  perfect: wallet,
  yandex: wallet,
  qiwi: wallet,
  okpay: wallet,
  webmoney: wallet,
  bank: { feePercent: 0, feeFixed: 15, returnPercent: 0, min: 100, max: 50_000, hours: 72 },
}

export function toAccountTerms(terms: MethodTerms, currency: Currency): AccountTerms {
  return {
    ...terms,
    feeFixed: toThreshold(terms.feeFixed, currency, 'up'),
    min: toThreshold(terms.min, currency, 'up'),
    max: toThreshold(terms.max, currency, 'down'),
  }
}

/** Computes the fee, which is taken from the amount: the trader gets the rest. Minor units, rounded down. */
export function computeFee(amount: number, { feePercent, feeFixed }: AccountTerms): number {
  return feeFixed + multiplyExactly([amount, feePercent, 0.01], 'down')
}

/** Computes the fee for untraded money that goes back as it came. Minor units, rounded up. */
export function computeReturnFee(amount: number, { returnPercent }: AccountTerms): number {
  return multiplyExactly([amount, returnPercent, 0.01], 'up')
}

/** A request can be confirmed in this time after it was made. */
export const requestLifetimeMs = 15 * 60_000

/** A trader can have this many withdrawals that wait for an operator or for the payout. */
export const maxWaitingWithdrawals = 10

type AmountProblem = {
  readonly code:
    | 'withdrawal.amount_small'
    | 'withdrawal.amount_large'
    | 'withdrawal.no_money'
    | 'withdrawal.fee_too_high'
  /** Limit that the text names, in minor units. */
  readonly limit: number
}

/**
 * Returns why an amount cannot be withdrawn. Null: it can. Amounts are in minor units.
 * @param available without what a bonus keeps
 */
export function findAmountProblem(amount: number, terms: AccountTerms, available: number): AmountProblem | null {
  if (amount > available) return { code: 'withdrawal.no_money', limit: available }
  if (amount < terms.min) return { code: 'withdrawal.amount_small', limit: terms.min }
  if (amount > terms.max) return { code: 'withdrawal.amount_large', limit: terms.max }
  const fee = computeFee(amount, terms)
  return fee >= amount ? { code: 'withdrawal.fee_too_high', limit: fee } : null
}
