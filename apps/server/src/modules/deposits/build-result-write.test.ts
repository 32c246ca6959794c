import { describe, expect, test } from 'vitest'

import {
  endedAttempt,
  otherCapture,
  sampleAttempt,
  sampleCapture,
  sampleDeposit,
} from '../../../test/fixtures/deposits/sample-deposit.ts'
import { createManualClock } from '../../platform/clock.ts'
import type { AttemptResult } from './attempt-result.ts'
import { buildResultWrite } from './build-result-write.ts'
import type { Attempt, Capture, Deposit } from './deposit.ts'
import { deriveRefundReference } from './derive-references.ts'

const now = new Date('2026-11-18T10:00:00Z')
const nowMs = now.getTime()
const secondMs = 1000
/** This factor makes waits twice as long. */
const waitScale = 2

const deposit: Deposit = { ...sampleDeposit, reason: 'deposits.review', reasonText: 'Try again' }
const capture = (change: Partial<Capture> = {}): Capture => ({ ...sampleCapture, ...change })
const success: AttemptResult = { source: 'webhook', state: 'succeeded' }

type Next = Parameters<typeof buildResultWrite>[4]
const credited: Next = { attempt: 'succeeded', deposit: 'succeeded', captureStatus: 'credited', raisesAlert: false }
const unchanged: Next = { attempt: 'pending', deposit: 'processing', captureStatus: null, raisesAlert: false }

const build = ({
  changes = {},
  attempt = {},
  result = success,
  next = credited,
}: {
  readonly changes?: Partial<Deposit>
  readonly attempt?: Partial<Attempt>
  readonly result?: AttemptResult
  readonly next?: Next
}) => {
  const changed = { ...sampleAttempt, ...attempt }
  return buildResultWrite(
    { clock: createManualClock(now), config: { waitScale } as Parameters<typeof buildResultWrite>[0]['config'] },
    { ...deposit, attempts: [changed, endedAttempt], ...changes },
    changed,
    result,
    next,
  )
}

test('a credited charge is written with its capture, entry, bonus and the terms for a promo code', () => {
  const result: AttemptResult = {
    ...success,
    processorReference: 'psp_2',
    money: { amount: 50_000, currency: 'EUR' },
    errorClass: 'late',
    nativeReply: { call: 'start', reply: { status: 'ok' } },
  }
  expect(build({ result })).toEqual({
    attempt: {
      id: 71,
      state: 'succeeded',
      processorReference: 'psp_2',
      errorClass: 'late',
      action: null,
      replayedReplies: { start: { status: 'ok' } },
      inquiryCount: 0,
      waitingSince: now,
      nextCheckAt: null,
    },
    deposit: { state: 'succeeded', reason: null, reasonText: 'Try again', ended: true },
    event: {
      source: 'webhook',
      reportedState: 'succeeded',
      stateBefore: 'pending',
      detail: {
        capture: 'credited',
        error: 'late',
        deposit: 'succeeded',
        processorReference: 'psp_2',
        amount: 50_000,
        currency: 'EUR',
      },
    },
    capture: {
      number: 1,
      movement: 1,
      amount: 50_000,
      currency: 'EUR',
      processor: 'ORANGE',
      processorReference: 'psp_2',
      status: 'credited',
      reason: null,
      refundReference: null,
      nextCheckAt: null,
    },
    entry: {
      kind: 'deposit.credited',
      subject: 'attempt:71',
      at: now,
      lines: [
        { account: 'clearing:ORANGE', userId: null, currency: 'EUR', amount: -50_000 },
        { account: 'cash', userId: 9, currency: 'EUR', amount: 50_000 },
        { account: 'bonus_expense', userId: null, currency: 'EUR', amount: -10_000 },
        { account: 'bonus', userId: 9, currency: 'EUR', amount: 10_000 },
      ],
    },
    wagering: {
      userId: 9,
      source: `deposit:${deposit.id}`,
      depositId: deposit.id,
      currency: 'EUR',
      bonus: 10_000,
      required: 300_000,
      releaseMax: 9000,
      gift: null,
      at: now,
    },
    promo: {
      depositId: deposit.id,
      userId: 9,
      currency: 'EUR',
      amount: 50_000,
      openedAt: new Date(deposit.createdAtMs),
      at: now,
    },
    audit: null,
    alert: null,
  })
})

test('a charge without reported money is of the amount of the deposit, and its event has no money', () => {
  const write = build({ attempt: { processorReference: null }, result: { ...success, processorReference: null } })
  expect(write.capture).toMatchObject({ amount: 50_000, currency: 'EUR', processorReference: null })
  expect(write.event.detail).toEqual({ capture: 'credited', error: null, deposit: 'succeeded' })
})

test('a deposit without a bonus gets neither its own nor that of a promo code', () => {
  const write = build({ changes: { bonus: 0, isFixed: true } })
  expect(write).toMatchObject({ wagering: null, promo: null })
  expect(write.entry?.lines).toHaveLength(2)
  expect(build({ changes: { bonus: 0 } })).toMatchObject({ wagering: null, promo: { amount: 50_000 } })
  const least = build({ changes: { bonus: 1 } })
  expect(least).toMatchObject({ wagering: { bonus: 1 }, entry: { lines: [{}, {}, { amount: -1 }, { amount: 1 }] } })
})

describe('the capture', () => {
  const booked: Next = { ...unchanged, attempt: 'succeeded', raisesAlert: true }
  const money = { amount: 40_000, currency: 'USD' }

  test.each<[string, Partial<Deposit>, Next, AttemptResult, object, { kind: string; subject: string; to: object }]>([
    [
      'of another amount goes to suspense as reported',
      { captures: [otherCapture] },
      { ...booked, captureStatus: 'suspense' },
      { ...success, money },
      {
        ...money,
        number: 1,
        movement: 1,
        processorReference: 'psp_1',
        reason: 'amount_differs',
        refundReference: null,
      },
      { kind: 'deposit.suspense', subject: 'attempt:71', to: { account: 'suspense', userId: null, ...money } },
    ],
    [
      'of a second charge has the next number, and no reference of the first one',
      { captures: [capture({ movement: 2 }), otherCapture] },
      { ...booked, captureStatus: 'suspense' },
      { ...success, money },
      { ...money, number: 2, movement: 3, processorReference: null, reason: 'second_charge', refundReference: null },
      { kind: 'deposit.suspense', subject: 'attempt:71/3', to: { account: 'suspense', userId: null, ...money } },
    ],
    [
      'of a deposit that is paid already is refunded at once',
      { captures: [otherCapture] },
      { ...booked, captureStatus: 'refund_due' },
      { ...success, processorReference: 'psp_2' },
      {
        number: 1,
        movement: 1,
        processorReference: 'psp_2',
        reason: null,
        nextCheckAt: now,
        refundReference: deriveRefundReference(sampleAttempt.reference, 1),
      },
      {
        kind: 'deposit.refund_due',
        subject: 'attempt:71',
        to: { account: 'suspense', userId: null, amount: 50_000, currency: 'EUR' },
      },
    ],
    [
      'of a deposit that has failed is credited without its bonus',
      { state: 'failed' },
      { ...booked, deposit: 'failed', captureStatus: 'credited_late' },
      success,
      { number: 1, movement: 1, reason: null, refundReference: null, nextCheckAt: null },
      {
        kind: 'deposit.credited_late',
        subject: 'attempt:71',
        to: { account: 'cash', userId: 9, amount: 50_000, currency: 'EUR' },
      },
    ],
  ])('%s', (_name, changes, next, result, expected, { to, ...entry }) => {
    const write = build({ changes, next, result })
    expect(write.capture).toMatchObject({ processor: 'ORANGE', status: next.captureStatus, ...expected })
    expect(write.entry).toMatchObject({ ...entry, at: now, lines: [{ account: 'clearing:ORANGE' }, to] })
    expect(write.entry?.lines).toHaveLength(2)
    expect(write).toMatchObject({ wagering: null, promo: null })
  })

  test.each([
    ['BTC', 'crypto_clearing'],
    ['BANK', 'clearing:BANK'],
  ] as const)('of %s comes from the account %s', (processor, account) => {
    expect(build({ attempt: { processor } }).entry?.lines[0]).toMatchObject({ account })
  })

  test('is not written without money', () => {
    expect(build({ result: { ...success, state: 'pending' }, next: unchanged })).toMatchObject({
      capture: null,
      entry: null,
      wagering: null,
      promo: null,
      deposit: { ended: false },
    })
  })
})

describe('the attempt', () => {
  const action = { kind: 'redirect', url: 'https://bank.example' } as Attempt['action']
  const newAction = { kind: 'redirect', url: 'https://other.example' } as Attempt['action']
  const running: AttemptResult = { source: 'webhook', state: 'in_doubt' }
  const move = (attempt: Attempt['state']): Next => ({ ...unchanged, attempt })

  test.each<[string, Partial<Attempt>, AttemptResult, Attempt['state'], object]>([
    [
      'keeps its timers in the same state',
      {},
      { ...running, state: 'pending' },
      'pending',
      {
        inquiryCount: 3,
        waitingSince: new Date(sampleAttempt.waitingSinceMs),
        nextCheckAt: new Date(nowMs + 10 * secondMs),
      },
    ],
    [
      'keeps having no next inquiry in the same state',
      { nextCheckAtMs: null },
      running,
      'pending',
      { nextCheckAt: null },
    ],
    [
      'counts on between states that wait for the processor',
      {},
      running,
      'in_doubt',
      {
        inquiryCount: 3,
        waitingSince: new Date(sampleAttempt.waitingSinceMs),
        nextCheckAt: new Date(nowMs + 2 * 180 * secondMs),
      },
    ],
    [
      'starts to wait again when the trader has to act',
      {},
      { ...running, action: newAction ?? undefined } as AttemptResult,
      'requires_action',
      { inquiryCount: 0, waitingSince: now, nextCheckAt: new Date(nowMs + 2 * 10 * secondMs), action: newAction },
    ],
    [
      'starts to wait again when the trader has acted, and forgets the action',
      { state: 'requires_action', action },
      running,
      'pending',
      { inquiryCount: 0, waitingSince: now, nextCheckAt: new Date(nowMs + 2 * 10 * secondMs), action: null },
    ],
    [
      'keeps the action that it waits for',
      { state: 'requires_action', action },
      running,
      'requires_action',
      { action },
    ],
    [
      'is inquired late after a decline',
      {},
      { ...running, state: 'declined_soft' },
      'declined_soft',
      { inquiryCount: 0, waitingSince: now, nextCheckAt: expect.any(Date) },
    ],
    [
      'is not inquired late if it only checks the card',
      { isCharging: false },
      { ...running, state: 'declined_hard' },
      'declined_hard',
      { nextCheckAt: null },
    ],
  ])('%s', (_name, attempt, result, state, expected) => {
    expect(build({ attempt, result, next: move(state) }).attempt).toMatchObject({ id: 71, state, ...expected })
  })

  test.each<[string, { changes?: Partial<Deposit>; attempt?: Partial<Attempt> }, AttemptResult, object]>([
    ['keeps its reference and error without another', {}, running, { processorReference: 'psp_1', errorClass: 'slow' }],
    [
      'takes the reported reference and error',
      {},
      { ...running, processorReference: 'psp_2', errorClass: 'late' },
      { processorReference: 'psp_2', errorClass: 'late' },
    ],
    [
      'keeps the reference and error of its captured money',
      { changes: { captures: [capture()] } },
      { ...success, processorReference: 'psp_2', errorClass: 'late' },
      { processorReference: 'psp_1', errorClass: 'slow' },
    ],
    [
      'gets the reference of its captured money, which an operator did not know',
      { attempt: { processorReference: null }, changes: { captures: [capture({ processorReference: null })] } },
      { ...success, processorReference: 'psp_2' },
      { processorReference: 'psp_2' },
    ],
    [
      'does not get the reference of a second charge',
      { attempt: { processorReference: null }, changes: { captures: [capture()] } },
      { ...success, processorReference: 'psp_2' },
      { processorReference: null },
    ],
    [
      'takes the reported reference although another attempt has captured money',
      { changes: { captures: [otherCapture] } },
      { ...running, processorReference: 'psp_2' },
      { processorReference: 'psp_2' },
    ],
    [
      'stays contested until an operator decides',
      { attempt: { errorClass: 'other_reference' } },
      { ...running, errorClass: 'late' },
      { processorReference: 'psp_1', errorClass: 'other_reference' },
    ],
    [
      'has no reference after an operator has found it paid although it is contested',
      { attempt: { errorClass: 'other_reference' } },
      { ...success, source: 'operator' },
      { processorReference: null },
    ],
    [
      'keeps its reference after a processor has reported a contested one paid',
      { attempt: { errorClass: 'other_reference' } },
      success,
      { processorReference: 'psp_1' },
    ],
    [
      'keeps its reference after an operator has found it paid',
      {},
      { ...success, source: 'operator' },
      { processorReference: 'psp_1' },
    ],
    [
      'keeps its reference after an operator has found a contested one unpaid',
      { attempt: { errorClass: 'other_reference' } },
      { source: 'operator', state: 'not_charged' },
      { processorReference: 'psp_1' },
    ],
  ])('%s', (_name, { changes = {}, attempt = {} }, result, expected) => {
    expect(build({ changes, attempt, result, next: unchanged }).attempt).toMatchObject(expected)
  })

  test('that is contested and found paid by an operator has captured money without a reference', () => {
    const result: AttemptResult = { ...success, source: 'operator' }
    expect(build({ attempt: { errorClass: 'other_reference' }, result }).capture?.processorReference).toBeNull()
  })
})

describe('the reason', () => {
  const failed: Next = { ...unchanged, attempt: 'declined_hard', deposit: 'failed' }
  const reported: AttemptResult = { source: 'webhook', state: 'declined_hard' }
  const reason = 'deposits.other_amount'

  test.each<[string, Partial<Deposit>, AttemptResult, Next, string | null]>([
    ['of a success is none', { reason }, success, credited, null],
    ['is kept in the same state', { reason }, reported, unchanged, reason],
    ['is kept in review', { reason, state: 'review' }, reported, { ...unchanged, deposit: 'review' }, reason],
    ['is kept after a failure', { reason, state: 'failed' }, reported, failed, reason],
    ['is kept in another open state', { reason, state: 'open' }, reported, unchanged, reason],
    ['of a review is its own', { reason: null }, reported, { ...unchanged, deposit: 'review' }, 'deposits.review'],
    ['of a cancelled deposit is kept', { reason, isCloseRequested: true }, reported, failed, reason],
    [
      'of a cancelled deposit in review is the cancelling',
      { isCloseRequested: true, state: 'review' },
      reported,
      failed,
      'deposits.canceled',
    ],
    [
      'of a failure is the reported one',
      {},
      { ...reported, reason: 'deposits.switched_off' as never },
      failed,
      'deposits.switched_off',
    ],
    [
      'of a failure can be that nothing was charged',
      {},
      { ...reported, state: 'not_charged' },
      failed,
      'deposits.not_charged',
    ],
    ['of a failure is a decline otherwise', {}, reported, failed, 'cascade_card.failed'],
  ])('%s', (_name, changes, result, next, expected) => {
    expect(build({ changes, result, next }).deposit.reason).toBe(expected)
  })

  test('has the text of the processor if the deposit fails uncharged', () => {
    const result: AttemptResult = { ...reported, reasonText: 'Do not honour' }
    const getText = (changes: Partial<Deposit>, next: Next, given = result) =>
      build({ changes, result: given, next }).deposit.reasonText
    expect(getText({}, failed)).toBe('Do not honour')
    expect(getText({ captures: [otherCapture] }, failed)).toBe('Do not honour')
    expect(getText({ captures: [capture()] }, failed)).toBe('Try again')
    expect(getText({}, unchanged)).toBe('Try again')
    expect(getText({}, failed, reported)).toBe('Try again')
    expect(build({ result, next: failed }).deposit.ended).toBe(true)
  })
})

test.each<[Next['captureStatus'], Partial<Attempt>, readonly Capture[], string]>([
  ['credited', {}, [], 'crypto.overpaid'],
  ['credited_part', {}, [capture()], 'crypto.overpaid'],
  ['suspense', {}, [capture()], 'deposit.second_charge'],
  ['suspense', {}, [otherCapture], 'deposit.suspense'],
  ['refund_due', {}, [otherCapture], 'deposit.refund_due'],
  [null, {}, [], 'deposit.manual_review'],
  [null, { processor: 'BANK' }, [], 'claim.reported'],
])('an alert about a charge that is %s at %o after %j is %s', (captureStatus, attempt, captures, kind) => {
  const next = { ...unchanged, captureStatus, raisesAlert: true }
  expect(build({ attempt, changes: { captures }, next }).alert).toEqual({ kind, subject: 'attempt:71' })
})

test('what an operator finds is audited with the states and the money', () => {
  const operatorAction = { by: { actor: 'Anna' }, action: 'deposit.found_paid' }
  const result: AttemptResult = { ...success, source: 'operator', operatorAction }
  const changes = { state: 'review' } as const
  const audit = {
    ...operatorAction,
    subject: `deposit:${deposit.id}`,
    before: { deposit: 'review', processor: 'ORANGE', attempt: 'manual_review' },
    at: now,
  }
  expect(build({ changes, attempt: { state: 'manual_review' }, result }).audit).toEqual({
    ...audit,
    after: {
      deposit: 'succeeded',
      processor: 'ORANGE',
      attempt: 'succeeded',
      money: 'credited',
      amount: 50_000,
      currency: 'EUR',
    },
  })
  const next: Next = { ...unchanged, attempt: 'not_charged', deposit: 'failed' }
  expect(build({ changes, attempt: { state: 'manual_review' }, result, next }).audit).toEqual({
    ...audit,
    after: { deposit: 'failed', processor: 'ORANGE', attempt: 'not_charged' },
  })
})
