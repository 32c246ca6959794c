import { isDeepStrictEqual } from 'node:util'

import type { DepositView } from '@tradefront/contract/deposits'
import type { Processor } from '@tradefront/processors/processor'
import { getProcessor } from '@tradefront/processors/registry'

import { AppError } from '../../../platform/http/errors.ts'
import type { CardCallReply } from '../service.ts'
import { getTestData } from './native-replies.ts'
import type { SimulatedProcessors } from './simulated-processors.ts'
import { type Violation, properties } from './properties.ts'
import { type IdempotencyKey, idempotencyKeys, type SimulatedTrader } from './simulated-trader.ts'
import type { SimulatedServer } from './simulation-fixture.ts'

type BrowserDeps = {
  readonly trader: SimulatedTrader
  readonly processors: SimulatedProcessors
  /** The processors of the trader's plan, in order. */
  readonly plan: readonly Processor[]
  readonly recordViolations: (broken: readonly Violation[]) => void
  readonly markAtStake: (property: Violation) => void
}

export type SimulatedBrowser = ReturnType<typeof createSimulatedBrowser>

/** A browser that checks the replies it gets. */
export function createSimulatedBrowser({ trader, processors, plan, recordViolations, markAtStake }: BrowserDeps) {
  /** The first reply to each call with a key. */
  const repliesByKey = new Map<
    string,
    { readonly native: object; readonly repeat: (server: SimulatedServer) => Promise<unknown> }
  >()

  const depositIdByKey = new Map<IdempotencyKey, string>()

  /** Each tab polls its own step, also after the deposit has ended. */
  const knownSteps = new Map<string, NonNullable<DepositView['step']>>()
  const rememberStep = (deposit: DepositView | null | undefined) => {
    if (deposit?.step != null) knownSteps.set(deposit.step.transaction_id, deposit.step)
  }

  const payment = (key: IdempotencyKey | null) => trader.payments[key ?? idempotencyKeys[0]]

  const recordReply = (
    callName: string,
    reply: CardCallReply,
    repeat: (server: SimulatedServer) => Promise<unknown>,
  ) => {
    if (!reply.deposit || reply.in_progress !== undefined) return
    const native = stripEnvelope(reply)
    // Not compared as text: jsonb does not keep field order.
    if (!isDeepStrictEqual(repliesByKey.get(callName)?.native ?? native, native))
      recordViolations([properties.sameAnswer])
    repliesByKey.set(callName, { native, repeat })
  }

  const startAttempt = async (
    { calls }: SimulatedServer,
    processor: Processor,
    key: IdempotencyKey | null,
  ): Promise<void> => {
    const reply = await calls.startAttempt(trader, processor, payment(key), key).catch((error: unknown) => {
      // This trader has used the key for this payment only.
      if (error instanceof AppError && error.code === 'errors.other_key_body') recordViolations([properties.sameAnswer])
      throw error
    })
    rememberStep(reply.deposit)
    if (key === null) return
    if (reply.deposit) depositIdByKey.set(key, reply.deposit.id)
    recordReply(`${key} ${processor.name}`, reply, (server) => startAttempt(server, processor, key))
  }

  const completeAttempt = async (
    { calls }: SimulatedServer,
    processor: Processor,
    key: IdempotencyKey | null,
  ): Promise<void> => {
    const call = processor.calls.find(({ operation }) => operation === 'complete')
    const secret = call?.parseSecret?.(getTestData(processor.upstream.slug).requests?.complete) ?? {}
    const reply = await calls.completeAttempt(trader, processor, secret, key)
    // A reply can change if it asks for a code or the key belongs to another deposit.
    const asksForMore = ['dialog', 'tokenize'].includes(processor.interpretStartReply(reply)?.kind ?? '')
    if (key === null || asksForMore || depositIdByKey.get(key) !== reply.deposit?.id) return
    // A new code gets a new answer, e.g. after a late message has asked for it again.
    const sent = processors.completionRequests.filter((each) => each === reply['transaction_id']).length
    recordReply(`${key} ${processor.name} complete ${sent}`, reply, (server) => completeAttempt(server, processor, key))
  }

  const visitRedirectPage = async (
    { calls }: SimulatedServer,
    step: NonNullable<DepositView['step']>,
  ): Promise<void> => {
    const processor = getProcessor(step.processor)
    if (processor.calls.some(({ operation }) => operation === 'forward')) await calls.forwardToPage(trader, processor)
    const charge = processors.charges.get(step.transaction_id)
    if (charge !== undefined) processors.visitPage(charge)
    await calls.handleReturn(processor.upstream.slug, step.transaction_id)
  }

  const pollAttempt = async (
    { calls }: SimulatedServer,
    {
      transaction_id: reference,
      id,
      processor: name,
    }: Pick<NonNullable<DepositView['step']>, 'transaction_id' | 'id' | 'processor'>,
  ): Promise<void> => {
    const processor = getProcessor(name)
    if (processor.interpretListenReply === undefined) return
    const reply = await calls.pollAttempt(trader, processor, { transactionId: reference, id })
    if (processor.interpretListenReply(reply)?.kind !== 'success') return
    markAtStake(properties.truthful)
    if (processors.charges.get(reference)?.state !== 'succeeded') recordViolations([properties.truthful])
  }

  return {
    startAttempt,
    completeAttempt,
    pollAttempt,

    /** False if there is nothing to do. */
    async performNextStep(server: SimulatedServer, key: IdempotencyKey | null): Promise<boolean> {
      const deposit = await server.findOpenDepositView(trader)
      rememberStep(deposit)
      const next = deposit === null ? plan[0] : deposit.next === null ? undefined : getProcessor(deposit.next)
      if (next !== undefined) {
        await startAttempt(server, next, key)
        return true
      }
      const step = deposit?.step
      if (step?.action == null) return false
      const asksForPage =
        step.action.kind === 'redirect' ||
        (step.action.kind === 'dialog' &&
          getProcessor(step.processor).dialogs?.[step.action.dialog]?.kind === 'forward')
      if (asksForPage) await visitRedirectPage(server, step)
      else await completeAttempt(server, getProcessor(step.processor), key)
      return true
    },

    /** A reported success must be one. */
    async pollKnownSteps(server: SimulatedServer): Promise<void> {
      for (const step of [...knownSteps.values()]) await pollAttempt(server, step)
    },

    /** The replies must be the same. */
    async repeatCalls(server: SimulatedServer): Promise<void> {
      for (const { repeat } of [...repliesByKey.values()]) {
        await repeat(server).catch((error: unknown) => {
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
