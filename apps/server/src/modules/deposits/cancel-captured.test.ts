import { beforeAll, beforeEach, expect, test } from 'vitest'

import {
  createDepositsFixture,
  type DepositsFixture,
  succeededCharge,
} from '../../../test/fixtures/deposits/deposits-fixture.ts'

let fixture: DepositsFixture
beforeAll(async () => {
  fixture = await createDepositsFixture()
})
beforeEach(() => {
  fixture.requests.length = 0
})

const operator = { by: { actor: 'ada', osUser: 'ada', reason: 'the trader asked' }, action: 'deposit.ask' }
const listPaths = () => fixture.requests.map(({ path }) => path)

test('an operator who asks about a credited charge sends no cancel', async () => {
  const { reference } = await fixture.insertAttempt()
  await fixture.receiveWebhook('orange', reference, succeededCharge)
  await fixture.inquireAttempt(reference, false, operator)
  expect(listPaths()).toEqual(['/orange/status'])
})

test('an operator who asks about a charge that the processor does not know sends no cancel', async () => {
  const { reference } = await fixture.insertAttempt()
  fixture.replies.next = async () => ({ ok: true, json: { status: 'not_found' } })
  expect(await fixture.inquireAttempt(reference, false, operator)).toEqual({
    reported: 'not_found',
    changed: false,
  })
  expect(listPaths()).toEqual(['/orange/status'])
})

test('a charge of another amount is cancelled neither by its trader nor by an operator nor by time', async () => {
  const { depositId, reference, userId } = await fixture.insertAttempt()
  await fixture.receiveWebhook('orange', reference, { ...succeededCharge, amount: 99_999 })
  await fixture.cancelStep(userId, depositId, 'card')
  await fixture.cancelStep(userId, depositId, 'processor')
  await fixture.inquireAttempt(reference, true, operator)
  await fixture.inquireAttempt(reference)
  expect(new Set(listPaths())).toEqual(new Set(['/orange/status']))
})
