import { getProcessor } from '@tradefront/processors/registry'
import { expect, test } from 'vitest'

import { createDepositsFixture } from '../../../../test/fixtures/deposits/deposits-fixture.ts'
import type { ProcessorGateway } from '../../../gateways/processor-gateway.ts'
import type { Trader } from '../trader.ts'
import { completeAttempt } from './complete-attempt.ts'

test('while a code is on its way to the processor, the attempt is committed as sent, and a second code is not passed on', async () => {
  const { context, insertAttempt, query } = await createDepositsFixture()
  const { reference, userId } = await insertAttempt({ processor: 'ENTROPAY', state: 'requires_action' })
  await query(`update attempts set action = '{"kind": "dialog", "dialog": "entro_pin"}' where reference = $1`, [
    reference,
  ])
  const statesAtCall: unknown[] = []
  const sendRequest: ProcessorGateway['sendRequest'] = async () => {
    statesAtCall.push(await query('select state from attempts where reference = $1', [reference]))
    // Without the commit, the second code would be passed on as well.
    if (statesAtCall.length === 1) await complete()
    return { ok: false, fault: 'timeout' }
  }
  const trader = { id: userId, language: 'en' } as Trader
  const processors = {
    sendRequest,
    isWebhookGenuine: async () => true,
    isConnected: async () => true,
    close: () => undefined,
  }
  const complete = () =>
    completeAttempt({ ...context, processors }, trader, getProcessor('ENTROPAY'), { cvv: '123' }, null)
  await complete()
  expect(statesAtCall).toEqual([[{ state: 'sent' }]])
})

test('in quarantine no code goes to the processor, which could take money that cannot be booked', async () => {
  const { context, insertAttempt, query } = await createDepositsFixture()
  const { reference, userId } = await insertAttempt({ processor: 'ENTROPAY', state: 'requires_action' })
  const trader = { id: userId, language: 'en' } as Trader
  const complete = completeAttempt(
    { ...context, quarantine: { isOpen: async () => true } },
    trader,
    getProcessor('ENTROPAY'),
    { cvv: '123' },
    null,
  )
  await expect(complete).rejects.toMatchObject({ code: 'errors.maintenance' })
  expect(await query('select state from attempts where reference = $1', [reference])).toEqual([
    { state: 'requires_action' },
  ])
})
