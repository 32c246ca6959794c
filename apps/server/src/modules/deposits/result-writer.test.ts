import { randomUUID } from 'node:crypto'

import { beforeAll, expect, test } from 'vitest'

import { buildSuccess, createDepositsFixture } from '../../../test/fixtures/deposits/deposits-fixture.ts'
import { warmPool } from '../../../test/fixtures/database/warm-pool.ts'

let fixture: Awaited<ReturnType<typeof createDepositsFixture>>
beforeAll(async () => {
  fixture = await createDepositsFixture()
  await warmPool(fixture.database.pool, 4)
})

test('results of two traders in one batch are not crossed', async () => {
  const [first, second] = [await fixture.insertAttempt(), await fixture.insertAttempt()]
  await Promise.all([
    fixture.applyResult(first.reference, buildSuccess()),
    fixture.applyResult(
      second.reference,
      buildSuccess({ processorReference: 'psp_2', money: { amount: 12_345, currency: 'USD' } }),
    ),
  ])
  const written = await fixture.query<{ id: string; statement: string }>(
    'select id, xmin::text as statement from deposits where id = any($1)',
    [[first.depositId, second.depositId]],
  )
  expect(new Set(written.map(({ statement }) => statement)).size, 'statements').toBe(1)
  expect(await fixture.readMoney(first)).toEqual({ cash: 100_000, suspense: 0, clearing: -100_000 })
  expect(await fixture.readMoney(second)).toEqual({ cash: 0, suspense: 12_345, clearing: -12_345 })
  expect(await fixture.readDeposit(first)).toMatchObject({ state: 'succeeded', captures: [{ amount: 100_000 }] })
  expect(await fixture.readDeposit(second)).toMatchObject({ state: 'review', captures: [{ amount: 12_345 }] })
})

test('in a batch with a deposit that is not credited, the stored code of a trader gives its bonus', async () => {
  const [first, second] = [await fixture.insertAttempt(), await fixture.insertAttempt()]
  await fixture.query(
    `with code as (
       insert into promo_codes (code, audience, percent, min_deposit, starts_at, max_uses_per_trader, created_at)
       values ('SPRING', 'everyone', 30, 50000, '2026-11-01Z', 1, '2026-11-01Z') returning code
     )
     insert into promo_redemptions (user_id, code, state, currency, percent, min_deposit, turnover_factor, release_factor, created_at)
     select $1, code, 'stored', 'USD', 30, 50000, 30, 1, '2026-11-01Z' from code`,
    [first.userId],
  )
  await Promise.all([
    fixture.applyResult(first.reference, buildSuccess()),
    fixture.applyResult(
      second.reference,
      buildSuccess({ processorReference: 'psp_3', money: { amount: 12_345, currency: 'USD' } }),
    ),
  ])
  const bonuses = await fixture.query(`select user_id as "userId", amount from ledger_balances where account = 'bonus'`)
  expect(bonuses).toEqual([{ userId: first.userId, amount: 30_000 }])
})

test.each([
  ['one cent less', { amount: 99_999, currency: 'USD' }],
  ['one cent more', { amount: 100_001, currency: 'USD' }],
  ['99 cents less', { amount: 99_901, currency: 'USD' }],
  ['99 cents more', { amount: 100_099, currency: 'USD' }],
  ['the same number in another currency', { amount: 100_000, currency: 'EUR' }],
])('a success of %s is not credited, but goes to suspense as reported', async (_what, money) => {
  const deposit = await fixture.insertAttempt()
  await fixture.applyResult(deposit.reference, buildSuccess({ money }))
  expect(await fixture.readMoney(deposit)).toEqual({ cash: 0, suspense: money.amount, clearing: -money.amount })
  const written = await fixture.readDeposit(deposit)
  expect(written).toMatchObject({ state: 'review', captures: [{ ...money, status: 'suspense' }] })
})

test('a late charge that was read before another one was credited is decided anew, and not credited too', async () => {
  const deposit = await fixture.insertAttempt()
  await fixture.applyResult(deposit.reference, { source: 'webhook', state: 'declined_soft' })
  const reference = randomUUID()
  await fixture.query(
    `insert into attempts (deposit_id, seq, processor, is_charging, state, reference, waiting_since, created_at, updated_at)
     values ($1, 2, 'CONCEPT', true, 'pending', $2, now(), now(), now())`,
    [deposit.depositId, reference],
  )
  const read = await fixture.readDeposit(deposit)
  await fixture.applyResult(reference, buildSuccess({ processorReference: 'psp_2' }))
  await fixture.applyResult(deposit.reference, buildSuccess(), read)
  expect(await fixture.readMoney(deposit)).toEqual({ cash: 100_000, suspense: 100_000, clearing: -100_000 })
})
