import { processors } from '@tradefront/processors/registry'

/** Accounts that belong to no user. The ledger refuses lines of others. */
export const systemAccounts: readonly string[] = [
  'bonus_expense',
  'fees',
  'practice_house',
  'suspense',
  ...processors.map(({ name }) => `clearing:${name}`),
]
