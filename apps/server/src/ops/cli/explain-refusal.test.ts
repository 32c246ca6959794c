import pg from 'pg'
import { expect, test } from 'vitest'

import { explainDatabaseRefusal } from './explain-refusal.ts'

function buildError(code: string, constraint?: string): pg.DatabaseError {
  const error = new pg.DatabaseError('duplicate key value (17) violates …', 1, 'error')
  error.code = code
  error.constraint = constraint
  return error
}

test.each([
  ['23514', 'ledger_balances_amount_check', 'The trader’s account does not hold that much. Nothing was changed.'],
  [
    '23001',
    'captures_steps',
    'The money cannot go there from where it is now: look at it with show. Nothing was changed.',
  ],
  ['23505', 'some_other_key', 'It was done already, or by another command at the same moment. Nothing was changed.'],
  ['23514', 'some_check', 'A rule of the database forbids it (some_check). Nothing was changed.'],
  ['40P01', undefined, 'Another change was made at the same moment. Nothing was changed.'],
])('explains %s %s without the database’s words', (code, constraint, sentence) => {
  expect(explainDatabaseRefusal(buildError(code, constraint))).toBe(sentence)
})

test.each([new Error('x'), buildError('XX000')])('does not explain %s', (error) => {
  expect(explainDatabaseRefusal(error)).toBeNull()
})
