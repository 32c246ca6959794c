import { randomUUID } from 'node:crypto'

import { getProcessor } from '@tradefront/processors/registry'
import { expect, test } from 'vitest'

import { insertUser } from '../../../../test/fixtures/database/insert-user.ts'
import { createDepositsFixture } from '../../../../test/fixtures/deposits/deposits-fixture.ts'
import { createAttempt } from './create-attempt.ts'
import { closeDeposit, findDepositById, insertDeposit, updateDeposit } from '../../deposits/service.ts'

test('a second call of the same processor, made before the first was committed, finds its attempt instead of being refused', async () => {
  const fixture = await createDepositsFixture()
  const { depositId, userId } = await fixture.insertAttempt({ processor: 'ORANGE', state: 'sent' })
  const deposit = await findDepositById(fixture.database.db, userId, depositId)
  if (deposit === null) throw new Error('no deposit')
  const beforeFirstCall = { ...deposit, attempts: [], version: deposit.version - 1 }
  expect(await createAttempt(fixture.context, beforeFirstCall, getProcessor('ORANGE'), null)).toBeNull()
})

test('a deposit that has ended since it was read gets no attempt', async () => {
  const { database, context, clock, query } = await createDepositsFixture()
  const userId = await insertUser(database)
  const open = await insertDeposit(
    database.db,
    {
      id: randomUUID(),
      userId: userId,
      method: 'card',
      cardId: null,
      country: 'AU',
      currency: 'USD',
      instrumentKind: null,
      instrumentHint: null,
      amount: 100_000,
      bonus: 0,
      wageringRequired: 0,
      releaseMax: 0,
      isFixed: true,
      processorOrder: ['ORANGE'],
      requestHash: null,
      idempotencyKey: null,
    },
    clock.now(),
  )
  if (open === null) throw new Error('no deposit')
  await updateDeposit(context, { id: open.id }, (deposit) =>
    closeDeposit(database.db, deposit, 'deposits.canceled', clock.now()),
  )
  expect(await createAttempt(context, open, getProcessor('ORANGE'), null)).toBeNull()
  expect(await query('select id from attempts')).toEqual([])
})
