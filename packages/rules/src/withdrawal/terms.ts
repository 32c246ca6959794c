import { multiplyExactly } from '../ledger/exact.ts'
import type { Currency } from '../ledger/money.ts'
import { toThreshold } from '../ledger/thresholds.ts'
import type { WithdrawalMethod } from './methods.ts'

/** Base currency. */
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

/** Minor units of the account's currency. */
export type AccountTerms = MethodTerms

const wallet: MethodTerms = { feePercent: 1, feeFixed: 0, returnPercent: 3, min: 20, max: 10_000, hours: 24 }

/**
 * The processors' costs, until an operator sets others. A refund of traded money costs nothing: the edge on its turnover has paid for it.
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

/** Taken from the amount: the trader gets the rest. Minor units, rounded down. */
export function computeFee(amount: number, { feePercent, feeFixed }: AccountTerms): number {
  return feeFixed + multiplyExactly([amount, feePercent, 0.01], 'down')
}

/** For untraded money that goes back as it came. Minor units, rounded up. */
export function computeReturnFee(amount: number, { returnPercent }: AccountTerms): number {
  return multiplyExactly([amount, returnPercent, 0.01], 'up')
}

/** Time in which a request can be confirmed after it was made. */
export const requestLifetimeMs = 15 * 60_000

/** Waiting for an operator or for the payout. Bounds what one trader can start. */
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

/** Null: the amount can be withdrawn. Minor units. @param available without what a bonus keeps */
export function findAmountProblem(amount: number, terms: AccountTerms, available: number): AmountProblem | null {
  if (amount > available) return { code: 'withdrawal.no_money', limit: available }
  if (amount < terms.min) return { code: 'withdrawal.amount_small', limit: terms.min }
  if (amount > terms.max) return { code: 'withdrawal.amount_large', limit: terms.max }
  const fee = computeFee(amount, terms)
  return fee >= amount ? { code: 'withdrawal.fee_too_high', limit: fee } : null
}
