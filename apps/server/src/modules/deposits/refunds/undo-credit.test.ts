import pg from 'pg'
import { expect, test } from 'vitest'

import { createDepositsFixture, succeededCharge } from '../../../../test/fixtures/deposits/deposits-fixture.ts'
import type { PayoutStop } from './payout-stop.ts'
import { reverseCredit } from './undo-credit.ts'

const fixture = await createDepositsFixture()
const violation = (constraint: string) => Object.assign(new pg.DatabaseError('refused', 0, 'error'), { constraint })

/** Reverses a credit while each attempt fails with the error. Returns the number of attempts and the error of the last one. */
async function countTries(error: Error): Promise<{ readonly tries: number; readonly message: unknown }> {
  const attempt = await fixture.insertAttempt()
  await fixture.receiveWebhook('orange', attempt.reference, { ...succeededCharge, psp_ref: attempt.reference })
  let tries = 0
  const payoutStop: PayoutStop = {
    lockPayouts: async () => {
      tries += 1
      throw error
    },
    buildStop: () => {
      throw new Error('nothing is stopped')
    },
    announceStop: async () => undefined,
  }
  const by = { actor: 'tester', reason: 'the processor has not taken it' }
  const context = { ...fixture.context, payoutStop }
  const reversal = reverseCredit(context, await fixture.readDeposit(attempt), { attemptId: attempt.id, number: 1 }, by)
  const message: unknown = await reversal.then(
    () => null,
    (reason: unknown) => (reason as Error).message,
  )
  return { tries, message }
}

test.each(['ledger_balances_amount_check', 'ledger_debt_first'])(
  'a reversal is tried ten times while the trader changes the balance (%s)',
  async (constraint) => {
    expect(await countTries(violation(constraint))).toEqual({
      tries: 10,
      message: 'the balance changed too often during a reversal',
    })
  },
)

test.each([
  ['a lost connection', new Error('the connection is lost'), 'the connection is lost'],
  ['another rule of the database', violation('ledger_entries_balanced'), 'refused'],
])('a reversal that fails by %s is not tried again', async (_name, error, message) => {
  expect(await countTries(error)).toEqual({ tries: 1, message })
})
