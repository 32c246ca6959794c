import { randomUUID } from 'node:crypto'

import { getProcessor } from '@tradefront/processors/registry'
import { expect, test } from 'vitest'

import { createDepositsFixture } from '../../../../test/fixtures/deposits/deposits-fixture.ts'
import { insertAttempt } from './insert-attempt.ts'
import { findDepositById, insertDeposit } from '../../deposits/service.ts'

const settings = { dayLimit: 3, disabledProcessors: [] }

test('a second call of the same processor, made before the first was committed, finds its attempt instead of being refused', async () => {
  const fixture = await createDepositsFixture()
  const { deposits, clock } = fixture
  const { depositId, userId } = await fixture.insertAttempt({ processor: 'ORANGE', state: 'sent' })
  const deposit = await findDepositById(fixture.database.db, userId, depositId)
  if (deposit === null) throw new Error('no deposit')
  const beforeFirstCall = { ...deposit, attempts: [], version: deposit.version - 1 }
  const deps = { deposits, clock, getSettings: async () => settings, waitScale: 1 }
  expect(await insertAttempt(deps, beforeFirstCall, getProcessor('ORANGE'), null)).toBeNull()
})

test('a deposit that has ended since it was read gets no attempt', async () => {
  const { database, deposits, clock, query } = await createDepositsFixture()
  const [row] = await query<{ id: number }>(
    `insert into users (email, password_hash, first_name, last_name, country, currency, phone, language, confirmed_adult, terms_accepted_at, registered_at)
     values ('ada@example.com', '-', 'Ada', 'Lovelace', 'AU', 'USD', '61400000000', 'en', true, now(), now()) returning id`,
  )
  const open = await insertDeposit(
    database.db,
    {
      ...{ id: randomUUID(), userId: row?.id ?? 0, method: 'card', cardId: null, country: 'AU', currency: 'USD' },
      ...{
        instrumentKind: null,
        instrumentHint: null,
        amount: 100_000,
        bonus: 0,
        wageringRequired: 0,
        releaseMax: 0,
        isFixed: true,
      },
      ...{ processorOrder: ['ORANGE'], requestHash: null, idempotencyKey: null },
    },
    clock.now(),
  )
  if (open === null) throw new Error('no deposit')
  await deposits.updateDeposit({ id: open.id }, async (_deposit, commands) => {
    await commands.closeDeposit('deposits.canceled', clock.now())
  })
  const deps = { deposits, clock, getSettings: async () => settings, waitScale: 1 }
  expect(await insertAttempt(deps, open, getProcessor('ORANGE'), null)).toBeNull()
  expect(await query('select id from attempts')).toEqual([])
})
