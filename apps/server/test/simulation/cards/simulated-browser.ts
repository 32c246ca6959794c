import { isDeepStrictEqual } from 'node:util'

import type { DepositView } from '@tradefront/contract/deposits'
import type { Processor } from '@tradefront/processors/processor'
import { getProcessor } from '@tradefront/processors/registry'

import { AppError } from '../../../src/platform/http/errors.ts'
import type { CardCallReply } from '../../../src/modules/cards/service.ts'
import { getTestData } from './native-replies.ts'
import type { SimulatedProcessors } from './simulated-processors.ts'
import { type Violation, properties } from './properties.ts'
import {
  buildCard,
  cardNumbers,
  type ClaimKey,
  type IdempotencyKey,
  idempotencyKeys,
  type SimulatedTrader,
  type WalletKey,
  walletKeys,
} from './simulated-trader.ts'
import type { SimulatedServer } from './simulation-fixture.ts'

type BrowserDeps = {
  readonly trader: SimulatedTrader
  readonly processors: SimulatedProcessors
  /** The processors of the trader's plan, in order. */
  readonly plan: readonly Processor[]
  readonly recordViolations: (broken: readonly Violation[]) => void
  /** Returns whether the database has lost something about this id after its commit. */
  readonly hasLost: (id: string) => boolean
  readonly markAtStake: (property: Violation) => void
}

export type SimulatedBrowser = ReturnType<typeof createSimulatedBrowser>

/** Creates a browser that checks the replies it gets. */
export function createSimulatedBrowser(deps: BrowserDeps) {
  const { trader, processors, plan, recordViolations, hasLost, markAtStake } = deps
  /** The first reply to each call with a key. */
  const repliesByKey = new Map<
    string,
    {
      readonly key: IdempotencyKey
      readonly native: object
      readonly repeat: (server: SimulatedServer) => Promise<unknown>
    }
  >()

  /** Keys of reported claims, including those whose reply was lost. */
  const reportedClaims = new Set<ClaimKey>()
  const depositIdByClaim = new Map<ClaimKey, string>()

  const depositIdByKey = new Map<IdempotencyKey, string>()

  /** Deposits in all replies to calls with the key. */
  const answeredDepositIds = new Map<IdempotencyKey | null, string[]>()

  /** Checks that an answer is the same. That is not promised if the key's deposit, its attempt or the answer was lost. */
  const checkSameAnswer = (key: IdempotencyKey | null, isSame: boolean) => {
    if (answeredDepositIds.get(key)?.some(hasLost) === true) return
    markAtStake(properties.sameAnswer)
    if (!isSame) recordViolations([properties.sameAnswer])
  }

  /** Steps that tabs poll, each its own, also after the deposit has ended. */
  const knownSteps = new Map<string, NonNullable<DepositView['step']>>()
  const rememberStep = (deposit: DepositView | null | undefined) => {
    if (deposit?.step != null) knownSteps.set(deposit.step.transaction_id, deposit.step)
  }

  const payment = (key: IdempotencyKey | null) => trader.payments[key ?? idempotencyKeys[0]]

  const recordReply = (
    key: IdempotencyKey,
    callName: string,
    reply: CardCallReply,
    repeat: (server: SimulatedServer) => Promise<unknown>,
  ) => {
    if (!reply.deposit || reply.in_progress !== undefined) return
    const native = stripEnvelope(reply)
    const known = repliesByKey.get(callName)
    // They are not compared as text, because jsonb does not keep the order of fields.
    if (known !== undefined) checkSameAnswer(key, isDeepStrictEqual(known.native, native))
    repliesByKey.set(callName, { key, native, repeat })
  }

  const startAttempt = async (
    { calls }: SimulatedServer,
    processor: Processor,
    key: IdempotencyKey | null,
  ): Promise<void> => {
    const reply = await calls.startAttempt(trader, processor, payment(key), key).catch((error: unknown) => {
      // This trader has used the key for this payment only.
      if (error instanceof AppError && error.code === 'errors.other_key_body') checkSameAnswer(key, false)
      throw error
    })
    rememberStep(reply.deposit)
    if (key === null) return
    if (reply.deposit) {
      depositIdByKey.set(key, reply.deposit.id)
      answeredDepositIds.set(key, [...(answeredDepositIds.get(key) ?? []), reply.deposit.id])
    }
    recordReply(key, `${key} ${processor.name}`, reply, (server) => startAttempt(server, processor, key))
  }

  /** Starts a payment by wallet in place of any open payment that waits for nothing. */
  const startWallet = async ({ calls }: SimulatedServer, wallet: Processor, key: WalletKey): Promise<void> => {
    const asked = trader.walletPayments[key]
    const reply = await calls.startWallet(trader, wallet, asked, key)
    rememberStep(reply.deposit)
    if (!reply.deposit || reply.in_progress !== undefined) return
    markAtStake(properties.asChosen)
    const { fixed, bonus, wallet: used } = reply.deposit
    if (fixed !== asked.fixed || bonus !== asked.bonus || used?.name !== wallet.upstream.slug)
      recordViolations([properties.asChosen])
  }

  const reportClaim = async ({ calls }: SimulatedServer, key: ClaimKey): Promise<void> => {
    reportedClaims.add(key)
    const reply = await calls.reportClaim(trader, trader.claims[key], payment(null), key)
    if (!reply.deposit) return
    const knownId = depositIdByClaim.get(key)
    if (knownId !== undefined && !hasLost(knownId)) {
      markAtStake(properties.sameAnswer)
      if (reply.deposit.id !== knownId) recordViolations([properties.sameAnswer])
    }
    depositIdByClaim.set(key, reply.deposit.id)
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
    const callName = `${key} ${processor.name} complete ${sent}`
    recordReply(key, callName, reply, (server) => completeAttempt(server, processor, key))
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
    startWallet,
    reportClaim,
    completeAttempt,
    pollAttempt,

    /** Repeats all reports, like a trader who does not know whether a report has arrived. */
    async repeatClaims(server: SimulatedServer): Promise<void> {
      for (const key of reportedClaims) await reportClaim(server, key)
    },

    /** Returns false if there is nothing to do. */
    async performNextStep(server: SimulatedServer, key: IdempotencyKey | null): Promise<boolean> {
      const deposit = await server.findOpenDepositView(trader)
      rememberStep(deposit)
      const next = deposit === null ? plan[0] : deposit.next === null ? undefined : getProcessor(deposit.next)
      if (next?.kind === 'wallet') {
        await startWallet(server, next, walletKeys[0])
        return true
      }
      if (next !== undefined) {
        // A card that is not saved serves one payment.
        if (deposit === null && !(await server.hasCard(trader))) {
          await server.calls.saveCard(trader, buildCard(cardNumbers[0], trader.country))
        }
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

    /** Polls steps. A reported success must be one. */
    async pollKnownSteps(server: SimulatedServer): Promise<void> {
      for (const step of [...knownSteps.values()]) await pollAttempt(server, step)
    },

    /** Repeats calls, which must get the same replies. */
    async repeatCalls(server: SimulatedServer): Promise<void> {
      for (const { key, repeat } of [...repliesByKey.values()]) {
        await repeat(server).catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error
          checkSameAnswer(key, false)
        })
      }
    },
  }
}

function stripEnvelope({ deposit: _deposit, message: _message, ...native }: CardCallReply): object {
  return native
}
