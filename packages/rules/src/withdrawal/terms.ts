import { multiplyExactly } from '../ledger/exact.ts'
import { convertFromBase } from '../ledger/money.ts'
import type { WithdrawalMethod } from './methods.ts'

/** Base currency. */
export type MethodTerms = {
  readonly feePercent: number
  readonly feeFixed: number
  readonly min: number
  readonly max: number
  /** Until the money usually has arrived, after the approval. */
  readonly hours: number
}

/** Minor units of the account's currency. */
export type AccountTerms = MethodTerms

const wallet: MethodTerms = { feePercent: 1, feeFixed: 0, min: 20, max: 10_000, hours: 24 }

/** Until an operator sets others. */
export const defaultTerms: Readonly<Record<WithdrawalMethod, MethodTerms>> = {
  card: { feePercent: 0, feeFixed: 0, min: 20, max: 10_000, hours: 120 },
  bitcoin: { feePercent: 0, feeFixed: 5, min: 50, max: 50_000, hours: 2 },
  eth: { feePercent: 0, feeFixed: 5, min: 50, max: 50_000, hours: 2 },
  skrill: wallet,
  neteller: wallet,
  paypal: wallet,
  perfect: wallet,
  yandex: wallet,
  qiwi: wallet,
  okpay: wallet,
  webmoney: wallet,
  bank: { feePercent: 0, feeFixed: 15, min: 100, max: 50_000, hours: 72 },
}

/** @param rate units of the currency per unit of base currency */
export function toAccountTerms(terms: MethodTerms, rate: number): AccountTerms {
  return {
    ...terms,
    feeFixed: convertFromBase(terms.feeFixed, rate, 'up'),
    min: convertFromBase(terms.min, rate, 'up'),
    max: convertFromBase(terms.max, rate, 'down'),
  }
}

/** Taken from the amount: the trader gets the rest. Minor units, rounded down. */
export function computeFee(amount: number, { feePercent, feeFixed }: AccountTerms): number {
  return feeFixed + multiplyExactly([amount, feePercent, 0.01], 'down')
}

/** Waiting for an operator or for the payout. Bounds what one trader can start. */
export const maxWaitingWithdrawals = 10

export type AmountRefusal = {
  readonly code:
    | 'withdrawal.amount_small'
    | 'withdrawal.amount_large'
    | 'withdrawal.no_money'
    | 'withdrawal.fee_too_high'
  /** That the text names, minor units. */
  readonly limit: number
}

/** Null: the amount can be withdrawn. Minor units. @param available without what a bonus keeps */
export function findAmountProblem(amount: number, terms: AccountTerms, available: number): AmountRefusal | null {
  if (amount > available) return { code: 'withdrawal.no_money', limit: available }
  if (amount < terms.min) return { code: 'withdrawal.amount_small', limit: terms.min }
  if (amount > terms.max) return { code: 'withdrawal.amount_large', limit: terms.max }
  const fee = computeFee(amount, terms)
  return fee >= amount ? { code: 'withdrawal.fee_too_high', limit: fee } : null
}
