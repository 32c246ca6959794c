import { getProcessor } from '@tradefront/processors/registry'
import { expect, test } from 'vitest'

import { createDepositsServiceFixture } from '../../../testing/deposits/deposits-service-fixture.ts'
import { insertAttempt } from './insert-attempt.ts'

test('a second call of the same processor, made before the first was committed, finds its attempt instead of being refused', async () => {
  const fixture = await createDepositsServiceFixture()
  const { deposits, clock } = fixture
  const { depositId, userId } = await fixture.insertAttempt({ processor: 'ORANGE', state: 'sent' })
  const deposit = await deposits.store.findById(userId, depositId)
  if (deposit === null) throw new Error('no deposit')
  const getSettings = async () => ({ dayLimit: 3, disabledProcessors: [] })
  const beforeFirstCall = { ...deposit, attempts: [], version: deposit.version - 1 }
  expect(
    await insertAttempt({ deposits, clock, getSettings, waitScale: 1 }, beforeFirstCall, getProcessor('ORANGE')),
  ).toBeNull()
})
