import { attemptStates, type AttemptState } from '@tradefront/rules/deposits/deposit-state-machine'
import { processorNames } from '@tradefront/contract/processor-names'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { ProcessorAction, AttemptView, ReplyOutcome, Processor, ProcessorOperation } from './processor.ts'
import { getProcessor, processors } from './registry.ts'
import { buildCallBody } from './shared/requests.ts'
import { simulators } from './simulators.ts'
import { processorTestData } from './test-data.ts'

const card = {
  number: '4242424242424242',
  expMonth: 4,
  expYear: 2031,
  firstName: 'Ada',
  lastName: 'Canary',
  brand: 'visa',
}
const charge = {
  reference: '6f3b9d9e-0c53-4b0a-9f5c-5f8f6f0a7d11',
  amountMinor: 100_000,
  currency: 'USD',
  card,
  country: 'US',
  userId: '7',
  returnUrl: 'http://127.0.0.1:3000/return/x',
  notifyUrl: 'http://127.0.0.1:3000/hooks/x',
}

const url = 'https://pay.example/3ds/1'
const actions: readonly ProcessorAction[] = [
  { kind: 'redirect', url },
  { kind: 'dialog', dialog: 'entro_start', url },
  { kind: 'dialog', dialog: 'entro_pin' },
  {
    kind: 'tokenize',
    session: {
      key: 'k1',
      amount: 1000,
      scriptUrl: 'https://pay.example/zoom.js',
      fields: { number: 'a1', code: 'b1', expiry: 'c1' },
    },
  },
]
const errorClasses = [
  null,
  'limit',
  'day_limit',
  'bad_card',
  'cards.declined_contact',
  'Expired card',
  '0051',
  '0000',
  '0008',
  'failed',
]

/** A start reply can leave a state that it cannot express to the listen reply. */
const allowedOutcomes: Record<AttemptState, readonly ReplyOutcome['kind'][]> = {
  sent: ['poll'],
  pending: ['poll'],
  in_doubt: ['poll'],
  manual_review: ['poll'],
  requires_action: ['redirect', 'dialog', 'tokenize', 'poll'],
  succeeded: ['success'],
  declined_soft: ['next'],
  not_charged: ['next'],
  declined_hard: ['decline', 'message', 'stop'],
}

function listAttemptViews(): AttemptView[] {
  return attemptStates.flatMap((state) =>
    errorClasses.flatMap((errorClass) =>
      [null, ...actions].map((action) => ({
        reference: charge.reference,
        depositId: 'b1d4a4d2-94c5-44b5-9dcb-0c1b1f6fd2a3',
        state,
        errorClass,
        action: state === 'requires_action' ? action : null,
        amount: 1000,
        currency: 'USD',
      })),
    ),
  )
}

test('every processor is registered under its name, and the upstream folders differ', () => {
  expect(processors.map(({ name }) => name)).toEqual([...processorNames])
  for (const name of processorNames) expect(getProcessor(name).name).toBe(name)
  expect(new Set(processors.map(({ upstream }) => upstream.slug)).size).toBe(processors.length)
})

describe.each(processors.map((processor) => [processor.name, processor] as const))('%s', (name, processor) => {
  test('has a simulator with the same slug, and test data', () => {
    const found = simulators.filter((simulator) => simulator.name === name)
    expect(found.map(({ slug }) => slug)).toEqual([processor.upstream.slug])
    expect(found[0]?.chargesAt === 'never').toBe(!processor.canCharge)
    expect(findTestData(name)?.chargeFlows).not.toHaveLength(0)
  })

  test('has the calls of the specification and those listed as ours', () => {
    const { specCalls = [], additionalCalls = [] } = findTestData(name) ?? {}
    const calls = processor.calls.map(({ call }) => `${call.method} ${call.path}`)
    expect(calls.toSorted()).toEqual([...specCalls, ...additionalCalls].toSorted())
  })

  test('has one start call, and each call fits its operation', () => {
    expect(processor.calls.filter(({ operation }) => operation === 'start')).toHaveLength(1)
    for (const step of processor.calls) {
      expect(step.call.method).toBe(step.operation === 'forward' ? 'GET' : 'POST')
      expect(step.call.access).toBe('client')
      if (step.operation === 'start')
        expect(step.parsePayment?.(buildRequest(step.operation, name))).toMatchObject({ amount: 1000 })
      if (step.operation === 'listen')
        expect(processor.buildListenReply !== undefined && processor.interpretListenReply !== undefined).toBe(true)
      if (step.operation === 'listen')
        expect(step.parseReferences?.({ body: buildRequest(step.operation, name), params: {}, query: {} })).toEqual({
          transactionId: 't',
          id: 'd',
        })
      if (step.operation === 'complete')
        expect(Object.keys(step.parseSecret?.(buildRequest(step.operation, name)) ?? {})).toHaveLength(1)
    }
  })

  test('accepts exactly the fields of its requests', () => {
    for (const { operation, call } of processor.calls.filter(({ call: { body } }) => body !== undefined)) {
      const body = buildRequest(operation, name)
      expect(call.body?.safeParse(body).success).toBe(true)
      expect(call.body?.safeParse({ ...body, extra: 1 }).success).toBe(false)
      for (const field of Object.keys(body).filter((each) => each !== 'not3d')) {
        expect(call.body?.safeParse({ ...body, [field]: undefined }).success).toBe(false)
      }
    }
  })

  test('the browser builds valid requests', () => {
    const payment = { amount: 1000, fixed: 0, bonus: 1 } as const
    const input = { payment, transactionId: 't', id: 'd', token: 'tok_12345678', cvv: '123' }
    for (const step of processor.calls.filter(({ call: { body } }) => body !== undefined)) {
      const body = buildCallBody(step, input)
      expect([step.operation, step.call.body?.safeParse(body).success]).toEqual([step.operation, true])
      expect(step.isForRequest?.(body)).not.toBe(false)
    }
  })

  test('a start reply in any state can be read, agrees with the state and fits its schema', () => {
    for (const view of listAttemptViews()) {
      const reply = processor.buildStartReply(view)
      const outcome = processor.interpretStartReply(reply)
      if (!processor.canCharge && allowedOutcomes[view.state].includes('poll')) expect(outcome?.kind).toBe('next')
      else if (!processor.canCharge) expect(allowedOutcomes[view.state].concat('next')).toContain(outcome?.kind)
      else
        expect([reply, resolveOutcome(processor, view, outcome)]).toEqual([
          reply,
          expect.toBeOneOf([...allowedOutcomes[view.state]]),
        ])
      for (const extra of [{}, { in_progress: true, deposit: null }]) {
        expect(processor.interpretStartReply({ ...reply, ...extra })).toEqual(outcome)
      }
      expect(findStartCall(processor).reply.safeParse(reply)).toEqual({ success: true, data: reply })
    }
  })

  test('the action of an attempt survives a start reply', () => {
    const carried = listAttemptViews().flatMap((view): [unknown, unknown][] => {
      const outcome = processor.interpretStartReply(processor.buildStartReply(view))
      const { action } = view
      if (outcome?.kind === 'tokenize' && action?.kind === 'tokenize') return [[outcome.session, action.session]]
      if (outcome?.kind === 'dialog' && action?.kind === 'dialog') return [[outcome.dialog, action.dialog]]
      // Our own path finds the page itself.
      if (outcome?.kind !== 'redirect' || action?.kind !== 'redirect') return []
      return [[outcome.url, outcome.url.startsWith('/api/') ? outcome.url : action.url]]
    })
    expect(carried.length > 0).toBe(processor.canCharge)
    expect(carried.map(([told]) => told)).toEqual(carried.map(([, kept]) => kept))
  })

  test('a listen reply in any state can be read, agrees with the state and fits its schema', () => {
    const { buildListenReply, interpretListenReply } = processor
    const call = processor.calls.find(({ operation }) => operation === 'listen')?.call
    expect(call === undefined).toBe(buildListenReply === undefined)
    if (buildListenReply === undefined || interpretListenReply === undefined) return
    for (const view of listAttemptViews()) {
      const reply = buildListenReply(view)
      expect([reply, interpretListenReply(reply)?.kind]).toEqual([
        reply,
        expect.toBeOneOf([...allowedOutcomes[view.state]]),
      ])
      expect(call?.reply.safeParse(reply)).toEqual({ success: true, data: reply })
    }
  })

  test('interprets our own refusals', () => {
    const refused = (error: string) => ({
      ...processor.rejectionReplies?.[error],
      return: false,
      error,
      message: 'why',
      deposit: null,
    })
    expect(processor.interpretStartReply(refused('cards.limit'))).toEqual({ kind: 'stop', reason: 'limit' })
    expect(processor.interpretStartReply(refused('cards.day_limit'))).toEqual({ kind: 'stop', reason: 'day_limit' })
    expect(processor.interpretStartReply(refused('cards.bad_card'))).toEqual({ kind: 'stop', reason: 'bad_card' })
    expect(processor.interpretStartReply(refused('cards.no_card'))).toEqual({ kind: 'message', message: 'why' })
  })

  test('returns null for anything that is not a reply', () => {
    for (const junk of [null, undefined, 0, 1, '', 'ok', '<html>502</html>', true, [], [{}], Number.NaN]) {
      expect(processor.interpretStartReply(junk)).toBeNull()
      expect(processor.interpretListenReply?.(junk) ?? null).toBeNull()
      expect(processor.upstream.parseChargeReply(junk)).toBeNull()
      expect(processor.upstream.parseChargeStatus(junk)).toBeNull()
      expect(processor.upstream.parseRefundStatus(junk)).toBeNull()
      expect(processor.upstream.parseWebhook(junk)).toBeNull()
    }
    // A check without flags has passed; an empty charge reply is unreadable.
    expect(processor.interpretStartReply({})).toEqual(processor.canCharge ? null : { kind: 'next', reason: 'passed' })
    expect(processor.interpretListenReply?.({}) ?? null).toBeNull()
  })

  test('hostile replies never throw, never read as success, and never redirect to an unsafe URL', () => {
    fc.assert(
      fc.property(hostile, (reply) => {
        for (const outcome of [processor.interpretStartReply(reply), processor.interpretListenReply?.(reply) ?? null]) {
          expect(outcome?.kind).not.toBe('success')
          if (outcome?.kind === 'redirect') expect(outcome.url).toMatch(/^(https?:\/\/|\/api\/)/)
        }
        expect(processor.upstream.parseChargeStatus(reply)?.status).not.toBe('succeeded')
        expect(processor.upstream.parseWebhook(reply)).toBeNull()
        expect(processor.upstream.parseRefundStatus(reply)?.status).not.toBe('refunded')
      }),
      { numRuns: 300 },
    )
  })

  test('a reply keeps only the fields of its schema, and no card number or code', () => {
    const native = {
      ...processor.buildStartReply({ ...listAttemptViews()[0]!, state: 'declined_hard', errorClass: 'limit' }),
      message: `card ${card.number} refused`,
    }
    const read = processor.upstream.parseChargeReply({
      psp_ref: 'psp-1',
      amount: null,
      currency: null,
      redirect_url: null,
      reply: { ...native, card, cvv: '987', deposit: { number: card.number }, number: card.number },
    })
    expect(read).not.toBeNull()
    const said = JSON.stringify(read)
    expect(said).not.toContain(card.number)
    expect(said).not.toContain('987')
    expect(said).not.toContain('deposit')
    expect(findStartCall(processor).reply.safeParse(read?.reply).success).toBe(true)
  })

  test('sends the card in the start request only, and the reference afterwards', () => {
    const { upstream } = processor
    const start = upstream.buildStartRequest(charge)
    expect(start.path).toBe(`/${upstream.slug}/start`)
    expect(start.body).toMatchObject({
      ref: charge.reference,
      amount: 100_000,
      currency: 'USD',
      card: { number: card.number, exp_year: 2031 },
    })
    const later = [
      upstream.buildCompleteRequest(charge.reference, { token: 'tok_12345678' }),
      upstream.buildStatusRequest(charge.reference),
      upstream.buildCancelRequest(charge.reference),
      upstream.buildRefundRequest(charge.reference, 'refund-1', 5, 'USD'),
    ]
    expect(JSON.stringify(later)).not.toContain(card.number)
    for (const { path, body } of later) {
      expect(path.startsWith(`/${upstream.slug}/`)).toBe(true)
      expect(body['ref']).toBe(charge.reference)
    }
  })

  test('interprets a decline in a status by its hardness', () => {
    for (const status of ['declined_soft', 'declined_hard'] as const) {
      for (const reason of errorClasses.filter((each) => each !== null)) {
        const kind =
          processor.interpretDecline?.({ status, reason, processorReference: null }).kind ??
          (status === 'declined_soft' ? 'next' : 'decline')
        const finals = status === 'declined_hard' ? ['decline', 'message'] : ['next', 'message']
        expect(finals).toContain(kind)
      }
    }
  })

  test('a status that waits for the trader includes the reply, if it can be read', () => {
    const { upstream } = processor
    const waits = { status: 'requires_action', psp_ref: 'p' }
    const unsaid = { status: 'requires_action', processorReference: 'p', actionReply: null }
    expect(upstream.parseChargeStatus(waits)).toEqual(unsaid)
    expect(upstream.parseChargeStatus({ ...waits, redirect_url: 'javascript:alert(1)', reply: {} })).toEqual(unsaid)
    expect(upstream.parseChargeStatus({ ...waits, redirect_url: null, reply: 'nonsense' })).toEqual(unsaid)
    for (const view of listAttemptViews().filter(({ action }) => action !== null)) {
      const reply = processor.buildStartReply(view)
      expect(upstream.parseChargeStatus({ ...waits, redirect_url: url, reply })).toEqual({
        ...unsaid,
        actionReply: upstream.parseChargeReply({
          psp_ref: 'p',
          amount: null,
          currency: null,
          redirect_url: url,
          reply,
        }),
      })
    }
  })

  test.each(['refunded', 'reversed', 'chargeback'] as const)('reads %s in a status and in a webhook', (status) => {
    const { upstream } = processor
    const charge = { status, psp_ref: 'p', amount: 100, currency: 'USD' }
    const read = { status, processorReference: 'p', amountMinor: 100, currency: 'USD' }
    expect(upstream.parseChargeStatus(charge)).toEqual(read)
    expect(upstream.parseChargeStatus({ ...charge, amount: undefined })).toBeNull()
    expect(upstream.parseWebhook({ event_id: 'e', ref: 'r', charge })).toMatchObject({ charge: read, body: { charge } })
  })

  test('a success without amount, currency or reference is unreadable', () => {
    const { parseChargeStatus } = processor.upstream
    const whole = { status: 'succeeded', psp_ref: 'p', amount: 100, currency: 'USD' }
    expect(parseChargeStatus(whole)).toEqual({
      status: 'succeeded',
      processorReference: 'p',
      amountMinor: 100,
      currency: 'USD',
    })
    for (const broken of [
      { amount: undefined },
      { amount: '100' },
      { amount: 1.5 },
      { amount: -100 },
      { currency: '' },
      { psp_ref: null },
    ]) {
      expect(parseChargeStatus({ ...whole, ...broken })).toBeNull()
    }
  })
})

/** From the listen reply if the start reply says poll. */
function resolveOutcome(
  processor: Processor,
  view: AttemptView,
  outcome: ReplyOutcome | null,
): ReplyOutcome['kind'] | null {
  const isOver = !allowedOutcomes[view.state].includes('poll')
  if (outcome?.kind !== 'poll' || !isOver || processor.buildListenReply === undefined) return outcome?.kind ?? null
  return processor.interpretListenReply?.(processor.buildListenReply(view))?.kind ?? null
}

function findTestData(name: string) {
  return processorTestData.find((data) => data.name === name)
}

function findStartCall(processor: Processor): Processor['calls'][number]['call'] {
  const found = processor.calls.find(({ operation }) => operation === 'start')
  if (found === undefined) throw new Error('no start call')
  return found.call
}

function buildRequest(operation: ProcessorOperation, name: string): Record<string, unknown> {
  const payment = { amount: 1000, fixed: 0, bonus: 1 }
  const usual = { listen: { transaction_id: 't', id: 'd' }, cancel: {} }
  return { start: payment, complete: {}, forward: {}, ...usual, ...findTestData(name)?.requests }[operation]
}

/** Real field names, for objects with meaningless values. */
const fieldNames = [
  'status',
  'data',
  'return',
  'code',
  'session',
  'error',
  'redirect',
  'hashed_id',
  'event',
  'R1',
  'links',
  'charge',
  'attributes',
  'deposit',
  '__proto__',
]
const nonsense = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('APPROVED ', 'Successful', 'SUCCESS', '0', 'true', 'javascript:alert(1)', -0.5, 1e308, null),
)
const hostile = fc
  .oneof(
    fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true }),
    fc.dictionary(
      fc.constantFrom(...fieldNames),
      fc.oneof(nonsense, fc.dictionary(fc.constantFrom(...fieldNames), nonsense)),
    ),
  )
  .filter((reply) => !isSuccess(reply))

function isSuccess(reply: unknown): boolean {
  if (typeof reply !== 'object' || reply === null) return false
  const { code, status, event } = reply as Record<string, unknown>
  return code === 0 || status === 'success' || status === 'APPROVED' || event === 'successful'
}
