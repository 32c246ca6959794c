import type { AttemptState } from '@tradefront/rules/deposits/deposit-state-machine'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { AttemptView, ReplyOutcome, Processor, ProcessorOperation } from '../processor.ts'
import { buildCallBody } from '../shared/requests.ts'
import { findStartCall, walletFields, hostileReplies, listAttemptViews, unreadableReplies } from './conformance-data.ts'
import type { ProcessorTestData } from './processor-test-data.ts'

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

/** Tests that browser and server understand each reply of the processor, and that calls take what the browser sends. */
export function describeReplies(
  processor: Processor,
  { specCalls, additionalCalls, requests }: Pick<ProcessorTestData, 'specCalls' | 'additionalCalls' | 'requests'>,
): void {
  const buildRequest = (operation: ProcessorOperation): Record<string, unknown> => {
    const payment = { amount: 1000, fixed: 0, bonus: 1 }
    const usual = { listen: { transaction_id: 't', id: 'd' }, cancel: {} }
    return { start: payment, complete: {}, forward: {}, ...usual, ...requests }[operation]
  }

  describe(`replies of ${processor.name}`, () => {
    test('has the calls of the specification and those listed as ours', () => {
      const calls = processor.calls.map(({ call }) => `${call.method} ${call.path}`)
      expect(calls.toSorted()).toEqual([...specCalls, ...additionalCalls].toSorted())
    })

    test('has one start call, and each call fits its operation', () => {
      expect(processor.calls.filter(({ operation }) => operation === 'start')).toHaveLength(1)
      for (const step of processor.calls) {
        expect(step.call.method).toBe(step.operation === 'forward' ? 'GET' : 'POST')
        expect(step.call.access).toBe('client')
        if (step.operation === 'start')
          expect(step.parsePayment?.(buildRequest(step.operation))).toMatchObject({ amount: 1000 })
        if (step.operation === 'listen')
          expect(processor.buildListenReply !== undefined && processor.interpretListenReply !== undefined).toBe(true)
        if (step.operation === 'listen') {
          const body = buildRequest(step.operation)
          const references = { transactionId: 't', ...('id' in body && { id: 'd' }) }
          expect(step.parseReferences?.({ body, params: {}, query: {} })).toEqual(references)
        }
        if (step.operation === 'complete')
          expect(Object.keys(step.parseSecret?.(buildRequest(step.operation)) ?? {})).toHaveLength(1)
      }
    })

    test('accepts exactly the fields of its requests', () => {
      for (const { operation, call } of processor.calls.filter(({ call: { body } }) => body !== undefined)) {
        const body = buildRequest(operation)
        expect(call.body?.safeParse(body).success).toBe(true)
        expect(call.body?.safeParse({ ...body, extra: 1 }).success).toBe(false)
        for (const field of Object.keys(body).filter((each) => each !== 'not3d')) {
          expect(call.body?.safeParse({ ...body, [field]: undefined }).success).toBe(false)
        }
      }
    })

    test.each([
      { amount: 1000, fixed: 1, bonus: 0 },
      { amount: 1000, fixed: 0, bonus: 1 },
      // This trader wants only the bonus of a promo code.
      { amount: 1000, fixed: 0, bonus: 0 },
    ] as const)('the browser builds valid requests for the payment %o', (payment) => {
      const secrets = { token: 'tok_12345678', cvv: '123' }
      const input = { payment, transactionId: 't', id: 'd', ...secrets, wallet: walletFields }
      for (const step of processor.calls.filter(({ call: { body } }) => body !== undefined)) {
        const body = buildCallBody(step, input)
        expect([step.operation, step.call.body?.safeParse(body).success]).toEqual([step.operation, true])
        expect(step.isForRequest?.(body)).not.toBe(false)
        const { fixed = null, bonus = null } = step.parsePayment?.(body) ?? {}
        // The call of a card can leave out both: its open deposit has them.
        if (processor.kind === 'wallet' ? step.operation === 'start' : fixed !== null)
          expect({ amount: 1000, fixed, bonus }).toEqual(payment)
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
        // The call of our own path finds the page itself.
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
      for (const junk of unreadableReplies) {
        expect(processor.interpretStartReply(junk)).toBeNull()
        expect(processor.interpretListenReply?.(junk) ?? null).toBeNull()
      }
      // A check without flags has passed.
      expect(processor.interpretStartReply({})).toEqual(processor.canCharge ? null : { kind: 'next', reason: 'passed' })
      expect(processor.interpretListenReply?.({}) ?? null).toBeNull()
    })

    test('hostile replies never throw, never read as success, and never redirect to an unsafe URL', () => {
      fc.assert(
        fc.property(hostileReplies, (reply) => {
          for (const outcome of [
            processor.interpretStartReply(reply),
            processor.interpretListenReply?.(reply) ?? null,
          ]) {
            expect(outcome?.kind).not.toBe('success')
            if (outcome?.kind === 'redirect') expect(outcome.url).toMatch(/^(https?:\/\/|\/api\/)/)
          }
        }),
        { numRuns: 300 },
      )
    })
  })
}

/** Returns the outcome of the start reply, or of the listen reply if the start reply means poll. */
function resolveOutcome(
  processor: Processor,
  view: AttemptView,
  outcome: ReplyOutcome | null,
): ReplyOutcome['kind'] | null {
  const isOver = !allowedOutcomes[view.state].includes('poll')
  if (outcome?.kind !== 'poll' || !isOver || processor.buildListenReply === undefined) return outcome?.kind ?? null
  return processor.interpretListenReply?.(processor.buildListenReply(view))?.kind ?? null
}
