import type {
  ChargeReply,
  ChargeStatus,
  Decline,
  Processor,
  ProcessorAction,
  ReplyOutcome,
} from '@tradefront/processors/processor'
import { expect, test } from 'vitest'

import type { AttemptResult } from '../deposits/service.ts'
import { deriveResultFromReply, deriveResultFromStatus } from './derive-attempt-result.ts'

const session = {
  key: 'k',
  amount: 1,
  scriptUrl: 'https://zoom.example/',
  fields: { number: 'n', code: 'c', expiry: 'e' },
}
const charge: ChargeReply = {
  processorReference: 'psp_1',
  amountMinor: 50_000,
  currency: 'EUR',
  redirectUrl: null,
  reply: {},
}
const long = 'x'.repeat(400)
const page = 'https://page.example/'
const unreadable = { state: 'in_doubt', errorClass: 'unreadable' } as const

const deriveFromReply = (outcome: ReplyOutcome | null, change: Partial<ChargeReply> = {}, canCharge = true) =>
  deriveResultFromReply({ canCharge } as Processor, { ...charge, ...change }, outcome)

test.each<[string, ReplyOutcome | null, Partial<ChargeReply>, Partial<AttemptResult>]>([
  ['unreadable', null, {}, unreadable],
  ['a success', { kind: 'success' }, {}, { state: 'succeeded', money: { amount: 50_000, currency: 'EUR' } }],
  [
    'a success without an amount',
    { kind: 'success' },
    { amountMinor: null },
    { state: 'in_doubt', errorClass: 'unverified' },
  ],
  [
    'a success without a currency',
    { kind: 'success' },
    { currency: null },
    { state: 'in_doubt', errorClass: 'unverified' },
  ],
  ['undecided', { kind: 'poll' }, {}, { state: 'pending' }],
  [
    'a soft decline',
    { kind: 'next', reason: long, code: 'cards.check_refused' },
    {},
    { state: 'declined_soft', errorClass: 'x'.repeat(100), reason: 'cards.check_refused' },
  ],
  [
    'a soft decline without a text',
    { kind: 'next', reason: 'busy' },
    {},
    { state: 'declined_soft', errorClass: 'busy' },
  ],
  [
    'a decline with its own text',
    { kind: 'message', message: long },
    {},
    {
      state: 'declined_hard',
      errorClass: 'x'.repeat(100),
      reason: 'cascade_card.failed',
      reasonText: 'x'.repeat(300),
    },
  ],
  [
    'a decline',
    { kind: 'decline', code: 'cards.check_refused' },
    {},
    { state: 'declined_hard', errorClass: 'cards.check_refused', reason: 'cards.check_refused' },
  ],
  [
    'a limit',
    { kind: 'stop', reason: 'day_limit' },
    {},
    { state: 'declined_hard', errorClass: 'day_limit', reason: 'cards.day_limit' },
  ],
])('a reply that is %s leads to that result', (_name, outcome, change, result) => {
  expect(deriveFromReply(outcome, change)).toEqual({ source: 'reply', processorReference: 'psp_1', ...result })
})

test('a pre-check declines nothing: the cascade continues, or the check itself has refused the card', () => {
  expect(deriveFromReply({ kind: 'next', reason: 'busy' }, {}, false)).toMatchObject({ state: 'not_charged' })
  expect(deriveFromReply({ kind: 'message', message: 'No' }, {}, false)).toMatchObject({
    reason: 'cards.check_refused',
  })
})

test.each<[string, ReplyOutcome, string | null, ProcessorAction | null]>([
  ['a page', { kind: 'redirect', url: page }, null, { kind: 'redirect', url: page }],
  ['a page of its own', { kind: 'redirect', url: 'ref' }, page, { kind: 'redirect', url: page }],
  ['a page without an address', { kind: 'redirect', url: 'ref' }, null, null],
  ['a page that is a script', { kind: 'redirect', url: 'javascript:alert(1)' }, null, null],
  ['a page that is an invalid address', { kind: 'redirect', url: 'https://' }, null, null],
  ['a dialog', { kind: 'dialog', dialog: 'entro_pin' }, null, { kind: 'dialog', dialog: 'entro_pin' }],
  [
    'a dialog with a page',
    { kind: 'dialog', dialog: 'entro_pin' },
    page,
    { kind: 'dialog', dialog: 'entro_pin', url: page },
  ],
  [
    'a dialog with a script',
    { kind: 'dialog', dialog: 'entro_pin' },
    'javascript:alert(1)',
    { kind: 'dialog', dialog: 'entro_pin' },
  ],
  ['a token', { kind: 'tokenize', session }, page, { kind: 'tokenize', session }],
])('a reply with %s waits for the trader, if the step can be taken', (_name, outcome, redirectUrl, action) => {
  expect(deriveFromReply(outcome, { redirectUrl })).toEqual({
    source: 'reply',
    processorReference: 'psp_1',
    ...(action === null ? unreadable : { state: 'requires_action', action }),
  })
})

const deriveFromStatus = (status: ChargeStatus, interpretDecline?: (decline: Decline) => ReplyOutcome) =>
  deriveResultFromStatus(
    'webhook',
    {
      interpretStartReply: (reply: { url: string }) => ({ kind: 'redirect', url: reply.url }),
      ...(interpretDecline !== undefined && { interpretDecline }),
    } as unknown as Processor,
    status,
  )
const money = { amountMinor: 50_000, currency: 'EUR' }
const processorReference = 'psp_1'

test.each<[ChargeStatus, Partial<AttemptResult> | null]>([
  [
    { status: 'succeeded', processorReference, ...money },
    { state: 'succeeded', processorReference, money: { amount: 50_000, currency: 'EUR' } },
  ],
  ...(['refunded', 'reversed', 'chargeback'] as const).map((status): [ChargeStatus, Partial<AttemptResult>] => [
    { status, processorReference, ...money },
    { state: 'succeeded', takenBackAs: status, processorReference, money: { amount: 50_000, currency: 'EUR' } },
  ]),
  [
    { status: 'pending', processorReference },
    { state: 'pending', processorReference },
  ],
  [
    { status: 'requires_action', processorReference, actionReply: null },
    { state: 'requires_action', processorReference },
  ],
  [
    { status: 'requires_action', processorReference, actionReply: { ...charge, reply: { url: 'ref' } } },
    { state: 'requires_action', processorReference },
  ],
  [
    { status: 'requires_action', processorReference, actionReply: { ...charge, reply: { url: page } } },
    { state: 'requires_action', processorReference, action: { kind: 'redirect', url: page } },
  ],
  [{ status: 'cancelled' }, { state: 'not_charged', errorClass: 'cancelled' }],
  [{ status: 'not_found' }, null],
])('the status %o leads to %o', (status, result) => {
  expect(deriveFromStatus(status)).toEqual(result === null ? null : { source: 'webhook', ...result })
})

test.each<[Decline['status'], ReplyOutcome | undefined, Partial<AttemptResult>]>([
  ['declined_hard', undefined, { state: 'declined_hard', errorClass: 'busy', reason: 'cascade_card.failed' }],
  ['declined_soft', undefined, { state: 'declined_soft', errorClass: 'busy', reason: 'cascade_card.failed' }],
  [
    'declined_hard',
    { kind: 'next', reason: 'busy' },
    { state: 'declined_soft', errorClass: 'busy', reason: 'cascade_card.failed' },
  ],
  [
    'declined_hard',
    { kind: 'next', reason: 'busy', code: 'cards.check_refused' },
    { state: 'declined_soft', errorClass: 'busy', reason: 'cards.check_refused' },
  ],
  [
    'declined_soft',
    { kind: 'decline', code: 'cards.check_refused' },
    { state: 'declined_hard', errorClass: 'cards.check_refused', reason: 'cards.check_refused' },
  ],
  [
    'declined_soft',
    { kind: 'message', message: long },
    { state: 'declined_hard', errorClass: 'busy', reason: 'cascade_card.failed', reasonText: 'x'.repeat(300) },
  ],
])('a decline that is %s, and that the processor explains as %o, leads to %o', (status, outcome, result) => {
  const decline: Decline = { status, processorReference, reason: 'busy' }
  const found = deriveFromStatus(decline, outcome === undefined ? undefined : () => outcome)
  expect(found).toEqual({ source: 'webhook', processorReference, ...result })
})

test('the reason of a decline is cut', () => {
  const decline: Decline = { status: 'declined_hard', processorReference, reason: long }
  expect(deriveFromStatus(decline)?.errorClass).toHaveLength(100)
})
