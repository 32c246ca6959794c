import { getProcessor } from '@tradefront/processors/registry'
import { expect, test } from 'vitest'

import { createDepositsFixture } from '../../../../test/fixtures/deposits/deposits-fixture.ts'
import type { CardPaymentDeps } from './card-payment.ts'
import { createCompleteAttempt } from './complete-attempt.ts'

test('while a code is on its way to the processor, the attempt is committed as sent, and a second code is not passed on', async () => {
  const { database, deposits, clock, insertAttempt, query } = await createDepositsFixture()
  const { reference, userId } = await insertAttempt({ processor: 'ENTROPAY', state: 'requires_action' })
  await query(`update attempts set action = '{"kind": "dialog", "dialog": "entro_pin"}' where reference = $1`, [
    reference,
  ])
  const statesAtCall: unknown[] = []
  const sendRequest: CardPaymentDeps['gateway']['sendRequest'] = async () => {
    statesAtCall.push(await query('select state from attempts where reference = $1', [reference]))
    // Without the commit, the second code would be passed on as well.
    if (statesAtCall.length === 1) await complete()
    return { ok: false, fault: 'timeout' }
  }
  const completeAttempt = createCompleteAttempt({
    db: database.db,
    deposits,
    clock,
    waitScale: 1,
    markCardRisk: async () => undefined,
    gateway: { sendRequest, isSignatureValid: () => true, close: () => undefined },
  })
  const trader = { id: userId, language: 'en' } as Parameters<typeof completeAttempt>[0]
  const complete = () => completeAttempt(trader, getProcessor('ENTROPAY'), { cvv: '123' }, null)
  await complete()
  expect(statesAtCall).toEqual([[{ state: 'sent' }]])
})
