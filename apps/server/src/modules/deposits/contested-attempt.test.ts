import { expect, test } from 'vitest'

import { createDepositsFixture, succeededCharge } from '../../../test/fixtures/deposits/deposits-fixture.ts'
import { findDepositByReference } from './deposit-store.ts'
import { resolveReview } from './operator.ts'

const fixture = await createDepositsFixture()
const { applyResult, context, insertAttempt, receiveWebhook, getCash, listAlerts } = fixture
const operator = { actor: 'operator@example.com', reason: 'the support of the processor was asked' }

test.each([
  ['paid', { kind: 'paid', amount: 100_000, currency: 'USD' } as const, 100_000],
  ['unpaid', { kind: 'unpaid' } as const, 0],
])('an operator can decide at once that a charge with two references is %s', async (_name, finding, cash) => {
  const { reference, userId } = await insertAttempt({ state: 'sent' })
  await receiveWebhook('orange', reference, { status: 'pending', psp_ref: 'psp_1' })
  await receiveWebhook('orange', reference, { ...succeededCharge, psp_ref: 'psp_2' })
  expect(await listAlerts()).toContainEqual(expect.objectContaining({ kind: 'attempt.other_reference' }))
  const deposit = await findDepositByReference(context, reference)
  const [attempt] = deposit?.attempts ?? []
  if (deposit === null || attempt === undefined) throw new Error('no attempt')
  expect(await resolveReview(context, { deposit, attempt }, attempt, finding, operator)).toEqual({
    ok: true,
    value: 'resolved',
  })
  expect(await getCash(userId)).toBe(cash)
})

test.each([
  [
    'the same charge changes nothing',
    { kind: 'paid', amount: 100_000, currency: 'USD' },
    { ok: true, value: 'unchanged' },
  ],
  ['another amount is refused', { kind: 'paid', amount: 100_001, currency: 'USD' }, { ok: false }],
  ['another currency is refused', { kind: 'paid', amount: 100_000, currency: 'EUR' }, { ok: false }],
  ['no charge is refused', { kind: 'unpaid' }, { ok: false }],
] as const)('once a charge is captured, an operator who finds %s', async (_name, finding, result) => {
  const { reference, userId } = await insertAttempt({ state: 'sent' })
  await receiveWebhook('orange', reference, { ...succeededCharge, psp_ref: 'psp_1' })
  const deposit = await findDepositByReference(context, reference)
  const [attempt] = deposit?.attempts ?? []
  if (deposit === null || attempt === undefined) throw new Error('no attempt')
  const expected = result.ok ? result : { ok: false, code: 'deposits.review_captured' }
  expect(await resolveReview(context, { deposit, attempt }, attempt, finding, operator)).toMatchObject(expected)
  expect(await getCash(userId)).toBe(100_000)
})

test.each([
  ['the reference of the statement', 'psp_2', []],
  ['no reference', undefined, [{ kind: 'deposit.second_charge' }]],
])('a charge that is reported after a review ended with %s', async (_name, processorReference, alerts) => {
  await fixture.query('update alerts set resolved_at = now()')
  const { reference, userId } = await insertAttempt({ state: 'sent' })
  await receiveWebhook('orange', reference, { status: 'pending', psp_ref: 'psp_1' })
  await applyResult(reference, { source: 'time', state: 'manual_review', errorClass: 'unresolved' })
  const deposit = await findDepositByReference(context, reference)
  const [attempt] = deposit?.attempts ?? []
  if (deposit === null || attempt === undefined) throw new Error('no attempt')
  const finding = { kind: 'paid', amount: 100_000, currency: 'USD', processorReference } as const
  await resolveReview(context, { deposit, attempt }, attempt, finding, operator)
  await receiveWebhook('orange', reference, { ...succeededCharge, psp_ref: 'psp_2' })
  expect(await getCash(userId)).toBe(100_000)
  expect(await listAlerts()).toMatchObject(alerts)
})
