import pg from 'pg'

import type { ConstraintName } from '../../platform/database/constraints.ts'
import { getViolatedConstraint } from '../../platform/http/errors.ts'

const needsOwner =
  'The role of the servers can neither decide for operators nor change settings: set DATABASE_OWNER_URL to the role that owns the tables.'

/** Sentences for refusals of the database, by the name of the rule. */
const sentences: Readonly<Partial<Record<ConstraintName, string>>> = {
  ledger_balances_amount_check: 'The trader’s account does not hold that much.',
  ledger_lines_suspense_covered: 'Suspense does not hold that much of this attempt’s money.',
  ledger_balanced: 'The booking does not add up.',
  ledger_entries_kind_subject_key: 'It is booked already.',
  ledger_lines_practice_apart: 'Practice money and real money cannot be in one booking.',
  ledger_real_owner: 'The trader has not opened a real account, so there is no real money.',
  captures_pkey: 'This charge is recorded already.',
  captures_one_credit: 'The deposit has its money already: send this back with refund.',
  captures_fixed: 'The amount, the currency and the attempt of money that was taken cannot change.',
  captures_steps: 'The money cannot go there from where it is now: look at it with show.',
  captures_movement: 'The money was moved by another command: look at it with show.',
  captures_currency: 'The money is not in the currency of the account: send it back with refund.',
  captures_second_charge: 'Only the first charge of an attempt can be credited as requested.',
  deposits_steps: 'The deposit cannot change to that state: look at it with show.',
  deposits_one_open: 'The trader has another open deposit.',
  attempts_steps: 'The attempt cannot change to that state: look at it with show.',
  attempts_one_active: 'Another processor is still being asked for this deposit.',
  attempts_one_success: 'Another attempt of this deposit has succeeded.',
  captures_paid_out: 'A withdrawal has sent a part of it back to the card.',
  payouts_within_capture: 'More would go back to the card than it has paid.',
  payouts_capture_owner: 'The charge cannot be refunded any more: it was taken back, or sent back.',
  withdrawals_steps: 'The withdrawal cannot change to that state: look at it with withdrawals show.',
  withdrawals_verified: 'The documents of the trader are not approved.',
  payouts_steps: 'The part cannot change to that state: look at it with withdrawals show.',
  audit_log_operator_proved: needsOwner,
  operators_by_operators: needsOwner,
  promo_codes_by_operators: needsOwner,
  settings_by_operators: needsOwner,
  withdrawals_ordered: needsOwner,
  daily_deposit_counts_check: 'The trader has reached the day limit.',
}

/** Sentences by SQLSTATE, for rules without a sentence. */
const sentencesByCode: Readonly<Record<string, string>> = {
  '23505': 'It was done already, or by another command at the same moment.',
  '23503': 'Something that it refers to does not exist.',
  '40001': 'Another change was made at the same moment.',
  '40P01': 'Another change was made at the same moment.',
  '55P03': 'Another change is being made.',
  '57014': 'It took too long.',
}

/** Explains an error in one sentence for the operator. Returns null if it is not a refusal of the database. */
export function explainDatabaseRefusal(error: unknown): string | null {
  if (!(error instanceof pg.DatabaseError)) return null
  const { code = '' } = error
  const constraint = getViolatedConstraint(error)
  const sentence = (constraint === null ? undefined : sentences[constraint]) ?? sentencesByCode[code]
  if (sentence !== undefined) return `${sentence} Nothing was changed.`
  const isRule = code.startsWith('23')
  return isRule
    ? `A rule of the database forbids it${constraint === null ? '' : ` (${constraint})`}. Nothing was changed.`
    : null
}
