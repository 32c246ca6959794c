import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startWithdrawalApp, type WithdrawalApp } from '../../../test/fixtures/withdrawal/withdrawal-app.ts'
import type { AppContext } from '../../context.ts'
import { confirmWithdrawal } from './confirm-withdrawal.ts'

let app: WithdrawalApp
beforeAll(async () => {
  app = await startWithdrawalApp()
})
afterAll(() => app.stop())

const violation = (constraint: string) => Object.assign(new pg.DatabaseError('refused', 0, 'error'), { constraint })

/** Confirms while each transaction ends with the error. */
async function confirmWith(error: Error) {
  let tries = 0
  const execute = async () => {
    tries += 1
    throw error
  }
  const db = { transaction: () => ({ execute }) } as unknown as AppContext['db']
  const result: unknown = await confirmWithdrawal(
    { ...app.context, db },
    { id: 1, isPractice: false },
    { withBonus: false, id: null },
  ).catch((reason: unknown) => (reason as Error).message)
  return { tries, result }
}

test.each(['ledger_balances_amount_check', 'ledger_balances_bonus_bound'])(
  'a withdrawal is confirmed again while the balance changes, five times (%s)',
  async (constraint) => {
    expect(await confirmWith(violation(constraint))).toEqual({
      tries: 5,
      result: { ok: false, code: 'withdrawal.changed' },
    })
  },
)

test.each([
  ['another rule of the database', violation('withdrawals_verified'), 'refused'],
  ['a lost connection', new Error('the connection is lost'), 'the connection is lost'],
])('a withdrawal that fails by %s is not confirmed again', async (_name, error, result) => {
  expect(await confirmWith(error)).toEqual({ tries: 1, result })
})
