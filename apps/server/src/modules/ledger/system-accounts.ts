import { processors } from '@tradefront/processors/registry'
import { claimCodes } from '@tradefront/rules/deposits/claims'

/** Accounts that belong to no user. The ledger refuses lines of other ones without a user. */
export const systemAccounts: readonly string[] = [
  'bonus_expense',
  'corrections',
  'crypto_clearing',
  'fees',
  'offer_expense',
  'payout',
  'practice_house',
  'prize_expense',
  'suspense',
  'trade_house',
  ...processors.map(({ name }) => `clearing:${name}`),
  ...Object.values(claimCodes).map((code) => `clearing:${code}`),
]
