import { isDeepStrictEqual } from 'node:util'

import type { DepositView } from '@tradefront/contract/deposits'
import type { Processor } from '@tradefront/processors/processor'
import { getProcessor } from '@tradefront/processors/registry'

import { AppError } from '../../../platform/http/errors.ts'
import type { CardCallReply } from '../service.ts'
import { getTestData } from './native-replies.ts'
import type { SimulatedProcessors } from './simulated-processors.ts'
import { type Violation, properties } from './properties.ts'
import type { SimulationFixture } from './simulation-fixture.ts'

/** Whether the payment of each idempotency key has a bonus. */
const bonusByKey = { 'key-number-1': 1, 'key-number-2': 0, 'key-number-3': 1 } as const
export const idempotencyKeys = ['key-number-1', 'key-number-2', 'key-number-3'] as const
export type IdempotencyKey = (typeof idempotencyKeys)[number]

type BrowserDeps = {
  readonly fixture: SimulationFixture
  readonly processors: SimulatedProcessors
  /** The processors of the trader's plan, in order. */
  readonly plan: readonly Processor[]
  readonly recordViolations: (broken: readonly Violation[]) => void
}

export type SimulatedBrowser = ReturnType<typeof createSimulatedBrowser>

/** A browser that checks the replies it gets. */
export function createSimulatedBrowser({ fixture, processors, plan, recordViolations }: BrowserDeps) {
  const { cards, trader, sessionHash } = fixture
  /** The first reply to each call with a key. */
  const repliesByKey = new Map<string, { readonly native: object; readonly repeat: () => Promise<unknown> }>()

  const depositIdByKey = new Map<IdempotencyKey, string>()

  const payment = (key: IdempotencyKey | null) =>
    ({ amount: 1000, fixed: 0, bonus: bonusByKey[key ?? 'key-number-1'] }) as const

  const recordReply = (callName: string, reply: CardCallReply, repeat: () => Promise<unknown>) => {
    if (!reply.deposit || reply.in_progress !== undefined) return
    const native = stripEnvelope(reply)
    // Not compared as text: jsonb does not keep field order.
    if (!isDeepStrictEqual(repliesByKey.get(callName)?.native ?? native, native))
      recordViolations([properties.sameAnswer])
    repliesByKey.set(callName, { native, repeat })
  }

  const startAttempt = async (processor: Processor, key: IdempotencyKey | null): Promise<void> => {
    const reply = await cards.startAttempt(trader, processor, payment(key), key)
    if (key === null) return
    if (reply.deposit) depositIdByKey.set(key, reply.deposit.id)
    recordReply(`${key} ${processor.name}`, reply, () => startAttempt(processor, key))
  }

  const completeAttempt = async (processor: Processor, key: IdempotencyKey | null): Promise<void> => {
    const call = processor.calls.find(({ operation }) => operation === 'complete')
    const secret = call?.parseSecret?.(getTestData(processor.upstream.slug).requests?.complete) ?? {}
    const reply = await cards.completeAttempt(trader, processor, secret, key)
    // A reply can change if it asks for a code or the key belongs to another deposit.
    const asksForMore = ['dialog', 'tokenize'].includes(processor.interpretStartReply(reply)?.kind ?? '')
    if (key === null || asksForMore || depositIdByKey.get(key) !== reply.deposit?.id) return
    recordReply(`${key} ${processor.name} complete`, reply, () => completeAttempt(processor, key))
  }

  const visitRedirectPage = async (step: NonNullable<DepositView['step']>): Promise<void> => {
    const processor = getProcessor(step.processor)
    if (processor.calls.some(({ operation }) => operation === 'forward'))
      await cards.findRedirectUrl(trader, processor, {})
    const charge = processors.charges.get(step.transaction_id)
    if (charge !== undefined) processors.visitPage(charge)
    await cards.handleReturn(step.transaction_id)
  }

  return {
    startAttempt,
    completeAttempt,

    /** False if there is nothing to do. */
    async performNextStep(key: IdempotencyKey | null): Promise<boolean> {
      const deposit = await fixture.findOpenDepositView()
      const next = deposit === null ? plan[0] : deposit.next === null ? undefined : getProcessor(deposit.next)
      if (next !== undefined) {
        await startAttempt(next, key)
        return true
      }
      const step = deposit?.step
      if (step?.action == null) return false
      const asksForPage =
        step.action.kind === 'redirect' ||
        (step.action.kind === 'dialog' &&
          getProcessor(step.processor).dialogs?.[step.action.dialog]?.kind === 'forward')
      if (asksForPage) await visitRedirectPage(step)
      else await completeAttempt(getProcessor(step.processor), key)
      return true
    },

    /** Polls, and checks that a reported success is one. */
    async pollAttempt(reference: string, depositId: string, processor: Processor): Promise<void> {
      const reply = await cards.answerPoll(sessionHash, [processor], { transactionId: reference, id: depositId })
      const meaning = processor.interpretListenReply?.(reply)
      if (meaning?.kind === 'success' && processors.charges.get(reference)?.state !== 'succeeded')
        recordViolations([properties.truthful])
    },

    /** The replies must be the same. */
    async repeatCalls(): Promise<void> {
      for (const { repeat } of [...repliesByKey.values()]) {
        await repeat().catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error
          recordViolations([properties.sameAnswer])
        })
      }
    },
  }
}

function stripEnvelope({ deposit: _deposit, message: _message, ...native }: CardCallReply): object {
  return native
}
