import { beforeEach, expect, test } from 'vitest'

import {
  buildSuccess,
  createDepositsFixture,
  type InsertedAttempt,
} from '../../../../test/fixtures/deposits/deposits-fixture.ts'
import { deriveRefundReference } from '../derive-references.ts'
import { changeCapture } from './refund-store.ts'

const fixture = await createDepositsFixture()
const { applyResult, clock, query, readDeposit } = fixture
const operator = { actor: 'Anna', osUser: 'tester', reason: 'as the bank said' }
const secondMs = 1000
const otherAmount = buildSuccess({ money: { amount: 90_000, currency: 'USD' } })

let deposit: InsertedAttempt
let other: InsertedAttempt
beforeEach(async () => {
  deposit = await fixture.insertAttempt()
  other = await fixture.insertAttempt()
})

const readCaptures = ({ id }: InsertedAttempt) =>
  query(
    `select number, movement, status, reason, refund_reference as refund, refund_inquiry_count as inquiries, next_check_at as due,
            kept_at as kept, updated_at as updated from captures where attempt_id = $1 order by number`,
    [id],
  )
const readState = async ({ id, depositId }: InsertedAttempt) => {
  const [row] = await query(
    `select d.state, d.reason, d.ended_at as ended, d.updated_at as updated, a.state as attempt, a.next_check_at as due, a.updated_at as "attemptUpdated"
       from deposits d join attempts a on a.deposit_id = d.id where d.id = $1 and a.id = $2`,
    [depositId, id],
  )
  return row
}
const readLastEvent = async ({ id }: InsertedAttempt) => {
  const [row] = await query(
    `select source, reported_state as reported, state_before as before, state_after as after, detail, created_at as at
       from attempt_events where attempt_id = $1 order by id desc limit 1`,
    [id],
  )
  return row
}
const readLastAudit = async ({ depositId }: InsertedAttempt) => {
  const [row] = await query(
    `select actor, action, detail, os_user as user, reason, created_at as at from audit_log where subject = $1 order by id desc limit 1`,
    [`deposit:${depositId}`],
  )
  return row
}
const readEntries = ({ id }: InsertedAttempt) =>
  query(
    `select e.kind, e.subject, e.created_at as at, array_agg(l.account || ' ' || l.amount order by l.amount) as lines
       from ledger_entries e join ledger_lines l on l.entry_id = e.id where e.attempt_id = $1 group by e.id order by e.id`,
    [id],
  )
const listAlerts = ({ id }: InsertedAttempt) =>
  query('select kind, resolved_at is null as open from alerts where subject = $1 order by id', [`attempt:${id}`])
const getCapture = async (number = 1) => {
  const capture = (await readDeposit(deposit)).captures.find((each) => each.number === number)
  if (capture === undefined) throw new Error('no capture')
  return capture
}
const details = { processor: 'ORANGE', currency: 'USD' }

test('each step of a refund changes one charge, and nothing of another charge or trader', async () => {
  for (const { reference } of [deposit, other]) {
    await applyResult(reference, { source: 'webhook', state: 'declined_hard' })
    await applyResult(reference, buildSuccess())
    await applyResult(
      reference,
      buildSuccess({ processorReference: 'psp_2', money: { amount: 7000, currency: 'USD' } }),
    )
  }
  const before = [await readCaptures(other), await readState(other), await readEntries(other)]
  const [, second] = await readCaptures(deposit)
  const { id, reference } = deposit

  clock.advance(secondMs)
  let now = clock.now()
  await fixture.refundLateSuccess(await readDeposit(deposit), operator)
  const due = {
    number: 1,
    movement: 3,
    status: 'refund_due',
    reason: null,
    inquiries: 0,
    due: now,
    kept: null,
    updated: now,
    refund: deriveRefundReference(reference, 3),
  }
  expect(await readCaptures(deposit)).toEqual([due, second])
  expect(await readLastAudit(deposit)).toEqual({
    actor: 'Anna',
    action: 'deposit.refund',
    user: 'tester',
    reason: 'as the bank said',
    at: now,
    detail: {
      before: { ...details, amount: 100_000, money: 'credited_late' },
      after: { ...details, amount: 100_000, money: 'refund_due' },
    },
  })
  expect((await readEntries(deposit)).at(-1)).toEqual({
    kind: 'deposit.late_returned',
    subject: `attempt:${id}/3`,
    at: now,
    lines: ['cash -100000', 'suspense 100000'],
  })

  fixture.setRefundAnswer(async () => null)
  await fixture.sendRefundNow(await getCapture())
  expect(await readCaptures(deposit)).toEqual([
    { ...due, inquiries: 1, due: new Date(now.getTime() + 10 * secondMs) },
    second,
  ])

  clock.advance(secondMs)
  now = clock.now()
  fixture.setRefundAnswer(async () => 'refused')
  await fixture.sendRefundNow(await getCapture())
  const refused = {
    number: 1,
    movement: 4,
    status: 'suspense',
    reason: 'refund_refused',
    refund: null,
    inquiries: 0,
    due: null,
    kept: null,
    updated: now,
  }
  expect(await readCaptures(deposit)).toEqual([refused, second])
  expect(await listAlerts(deposit)).toContainEqual({ kind: 'deposit.refund_refused', open: true })

  clock.advance(secondMs)
  now = clock.now()
  const stateBefore = (await readState(deposit)) as object
  await fixture.refundSuspense(await getCapture(), operator)
  const again = {
    ...refused,
    movement: 5,
    status: 'refund_due',
    refund: deriveRefundReference(reference, 5),
    due: now,
    updated: now,
  }
  expect(await readCaptures(deposit)).toEqual([again, second])
  expect(await readState(deposit)).toEqual({ ...stateBefore, updated: now })
  expect(await readLastEvent(deposit)).toEqual({
    source: 'operator',
    reported: 'declined_hard',
    before: 'declined_hard',
    after: 'declined_hard',
    at: now,
    detail: { capture: 'refund_due', deposit: 'failed' },
  })
  fixture.setRefundAnswer(async () => 'refunded')
  await fixture.sendRefundNow(await getCapture())
  expect(await readCaptures(deposit)).toEqual([{ ...again, movement: 6, status: 'refunded', due: null }, second])
  expect((await readEntries(deposit)).at(-1)).toMatchObject({
    kind: 'deposit.refunded',
    lines: ['suspense -100000', 'clearing:ORANGE 100000'],
  })

  await fixture.creditSuspense(await getCapture(2), operator)
  clock.advance(secondMs)
  await fixture.keepLateSuccess(await readDeposit(deposit))
  expect((await readCaptures(deposit))[1]).toMatchObject({
    movement: 7,
    status: 'credited_late',
    kept: clock.now(),
    updated: clock.now(),
  })
  await fixture.reverseCredit(await readDeposit(deposit), await getCapture(2), operator)
  expect((await readCaptures(deposit))[1]).toMatchObject({
    movement: 8,
    status: 'reversed',
    reason: 'second_charge',
    refund: null,
    due: null,
  })
  expect(await readLastAudit(deposit)).toMatchObject({
    action: 'deposit.reverse',
    detail: {
      before: { ...details, amount: 7000, money: 'credited_late' },
      after: { ...details, amount: 7000, money: 'reversed', taken: 7000, owed: 0, bonusTaken: 0 },
    },
  })
  expect([await readCaptures(other), await readState(other), await readEntries(other)]).toEqual(before)
})

test.each<[string, () => Promise<unknown>, object, object, object | null]>([
  [
    'credits',
    async () => fixture.creditSuspense(await getCapture(), operator),
    { status: 'credited_late', attempt: 'succeeded', reason: 'deposits.other_amount', source: 'operator' },
    { kind: 'deposit.suspense_credited', lines: ['suspense -90000', 'cash 90000'] },
    { action: 'deposit.accept' },
  ],
  [
    'refunds',
    async () => fixture.refundSuspense(await getCapture(), operator),
    { status: 'refund_due', attempt: 'succeeded', reason: 'deposits.other_amount', source: 'operator' },
    { kind: 'deposit.suspense' },
    { action: 'deposit.refund' },
  ],
  [
    'reverses',
    async () => fixture.reverseSuspense(await getCapture(), operator),
    { status: 'reversed', attempt: 'not_charged', reason: 'deposits.not_charged', source: 'operator' },
    { kind: 'deposit.reversed', lines: ['suspense -90000', 'clearing:ORANGE 90000'] },
    { action: 'deposit.reverse' },
  ],
  [
    'takes back',
    () => applyResult(deposit.reference, { ...otherAmount, source: 'inquiry', takenBackAs: 'chargeback' }),
    { status: 'taken_back', attempt: 'succeeded', reason: 'deposits.not_charged', source: 'inquiry' },
    { kind: 'deposit.taken_back', lines: ['suspense -90000', 'clearing:ORANGE 90000'] },
    null,
  ],
  [
    'takes back, as an operator has asked the processor,',
    () =>
      applyResult(deposit.reference, {
        ...otherAmount,
        source: 'inquiry',
        takenBackAs: 'reversed',
        operatorAction: { by: operator, action: 'deposit.ask' },
      }),
    { status: 'taken_back', attempt: 'succeeded', reason: 'deposits.not_charged', source: 'inquiry' },
    { kind: 'deposit.taken_back' },
    { action: 'deposit.ask' },
  ],
])('a decision that %s suspense ends the review of its deposit only', async (_name, decide, expected, entry, audit) => {
  const { status, attempt, reason, source } = expected as Record<string, string>
  for (const { reference } of [deposit, other]) await applyResult(reference, otherAmount)
  const before = [await readCaptures(other), await readState(other), await readEntries(other)]
  clock.advance(secondMs)
  const now = clock.now()
  await decide()
  expect(await fixture.refundSuspense({ attemptId: deposit.id, number: 1 })).toMatchObject({
    code: 'deposits.suspense_gone',
  })
  expect(await readState(deposit)).toEqual({
    state: 'failed',
    reason,
    ended: now,
    updated: now,
    attempt,
    due: null,
    attemptUpdated: now,
  })
  expect(await readCaptures(deposit)).toMatchObject([
    { movement: 2, status, due: status === 'refund_due' ? now : null, updated: now },
  ])
  expect(await readLastEvent(deposit)).toEqual({
    source,
    reported: attempt,
    before: 'manual_review',
    after: attempt,
    at: now,
    detail: { capture: status, deposit: 'failed' },
  })
  expect((await readEntries(deposit)).at(-1)).toMatchObject(entry)
  if (audit === null) expect(await readLastAudit(deposit)).toBeUndefined()
  else
    expect(await readLastAudit(deposit)).toMatchObject({
      actor: 'Anna',
      at: now,
      ...audit,
      detail: {
        before: { ...details, amount: 90_000, deposit: 'review', attempt: 'manual_review', money: 'suspense' },
        after: { ...details, amount: 90_000, deposit: 'failed', attempt, money: status },
      },
    })
  const alerts = [{ kind: 'deposit.suspense', open: false }]
  expect(await listAlerts(deposit)).toEqual(
    status === 'taken_back' ? [...alerts, { kind: 'deposit.taken_back', open: true }] : alerts,
  )
  expect(await listAlerts(other)).toEqual([{ kind: 'deposit.suspense', open: true }])
  expect([await readCaptures(other), await readState(other), await readEntries(other)]).toEqual(before)
})

test('a change of a charge that has changed since it was read writes nothing', async () => {
  await applyResult(deposit.reference, { source: 'webhook', state: 'declined_hard' })
  await applyResult(deposit.reference, buildSuccess())
  const known = await readDeposit(deposit)
  const capture = await getCapture()
  const change = {
    ...({ status: 'taken_back', refundReference: null, nextCheckAt: null, entry: null } as const),
    audit: {
      by: operator,
      action: 'test',
      subject: `deposit:${deposit.depositId}`,
      before: {},
      after: {},
      at: clock.now(),
    },
    alert: 'deposit.taken_back' as const,
  }
  const before = { open: 1, frozen: 0, released: 0 }
  const version = { ...capture, nextMovement: 2 }
  const bonuses = { depositId: deposit.depositId, before }
  expect(await changeCapture(fixture.database.db, version, { ...change, bonuses }, clock.now())).toBe(false)
  expect(await fixture.refundLateSuccess(known, operator)).toMatchObject({ ok: true })
  const rows = await readCaptures(deposit)
  expect(await fixture.refundLateSuccess(known, operator)).toMatchObject({ code: 'deposits.refund_ordered' })
  expect(await fixture.keepLateSuccess(known)).toMatchObject({ ok: false })
  expect(await changeCapture(fixture.database.db, version, change, clock.now())).toBe(false)
  expect(await readCaptures(deposit)).toEqual(rows)
  expect(await query('select action from audit_log where subject = $1', [`deposit:${deposit.depositId}`])).toEqual([
    { action: 'deposit.refund' },
  ])
  expect(await listAlerts(deposit)).toEqual([])
})

test.each([
  ['pending', 'review'],
  ['declined_soft', 'failed'],
])('a decision about suspense next to an attempt that is %s leaves the deposit %s', async (other, after) => {
  await query(`update attempts set state = 'declined_soft' where id = $1`, [deposit.id])
  await applyResult(deposit.reference, otherAmount)
  await query(
    `insert into attempts (deposit_id, seq, processor, is_charging, state, reference, waiting_since, created_at, updated_at)
     values ($1, 2, 'CONCEPT', true, $2, gen_random_uuid(), now(), now(), now())`,
    [deposit.depositId, other],
  )
  expect(await readState(deposit)).toMatchObject({ state: 'review', ended: null })
  await fixture.refundSuspense(await getCapture(), operator)
  const ended = after === 'failed' ? clock.now() : null
  expect(await readState(deposit)).toMatchObject({ state: after, ended, attempt: 'declined_soft' })
})
