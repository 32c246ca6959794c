import type { Deposit } from '@tradefront/contract/domain/deposits'
import type { Processor, TokenSession } from '@tradefront/processors/processor'
import { getProcessor } from '@tradefront/processors/registry'

import { ApiError } from '../../../platform/api/api-error.ts'
import { assertNever } from '../../../platform/assert-never.ts'
import { cancelStep } from '../../deposits/api.ts'
import { isResponseError } from '../../deposits/card-call-error.ts'
import { hasEnded } from '../../deposits/deposit-status.ts'
import { performProcessorCall, traceCascade } from '../api.ts'
import { cardInMemory } from '../payment/card-in-memory.ts'
import { paymentRecord } from '../payment/payment-record.ts'
import { tokenizeCard } from '../processors/zoom-tokenizer.ts'
import { getNextAction, type NextAction } from './next-action.ts'
import { canAct, type PaymentContext, type PaymentRun } from './payment-context.ts'
import { acceptDeposit, updateState } from './payment-state.ts'
import {
  applyStartReply,
  pollDeposit,
  reloadDeposit,
  retryMs,
  retryUntilAnswered,
  toCallInput,
} from './server-calls.ts'

/** Interval of polls while nothing is pushed (spec: funding 9). */
const pollMs = 5000
/** After this many refusals in a row, the trader decides whether to retry. */
const maxRefusals = 4

/** Performs actions until the deposit has ended, the run was replaced or the trader must decide. */
export async function runToEnd(
  context: PaymentContext,
  run: PaymentRun,
  deposit: Deposit,
  firstAction: NextAction = getNextAction(deposit),
): Promise<void> {
  const { store, events } = context
  updateState(store, { kind: 'running', deposit })
  let action = firstAction
  let refusals = 0
  while (context.run === run) {
    const isInterrupted = action.kind === 'start' && !run.isStartedHere
    updateState(store, { kind: isInterrupted ? 'interrupted' : 'running', nextAction: action })
    const isPoll = isPollAction(action)
    try {
      action = await performAction(context, run, action)
      refusals = 0
    } catch (error) {
      if (context.run !== run) return
      if (!(error instanceof ApiError)) throw error
      if (error.kind === 'refused') refusals += 1
      if (isResponseError(error) && !isPoll) events.onUnreadableReply()
      if (error.status === 401) return
      if (refusals >= maxRefusals) return updateState(store, { refusal: error })
      const reloaded = await retryUntilAnswered(context, run, () => reloadDeposit(context))
      if (reloaded === null || context.run !== run) return
      action = getNextAction(reloaded)
      if (action.kind !== 'wait' && action.kind !== 'end') await context.waiter.wait(retryMs)
    }
    const { deposit: ended } = store.get()
    if (action.kind === 'end' && context.run === run && ended !== null) {
      showResult(context, ended)
      return events.onEnded(ended)
    }
  }
}

/** Returns true for an action that polls. A poll is repeated without a message. A dialog only polls while the trader has to answer it. */
function isPollAction({ kind }: NextAction): boolean {
  return kind === 'wait' || kind === 'dialog'
}

export function showResult(context: PaymentContext, deposit: Deposit): void {
  context.run = null
  context.tabLock.release()
  updateState(context.store, {
    kind: 'ended',
    deposit,
    nextAction: { kind: 'end' },
    isOffline: false,
    refusal: null,
  })
}

/** Performs one action and returns the next one. Throws an ApiError when a call fails. */
async function performAction(context: PaymentContext, run: PaymentRun, action: NextAction): Promise<NextAction> {
  switch (action.kind) {
    case 'start':
      if (!canAct(context)) return waitForUpdate(context)
      return startProcessor(context, run, getProcessor(action.processor))
    case 'tokenize':
      if (!canAct(context)) return waitForUpdate(context)
      return completeWithToken(context, run, action.session)
    case 'leave':
      location.assign(action.url)
      // This page is shown again after the back button, or if the other page does not load.
      return { kind: 'wait' }
    case 'dialog':
    case 'wait':
      return waitForUpdate(context)
    case 'end':
      return action
    default:
      return assertNever(action)
  }
}

async function startProcessor(context: PaymentContext, run: PaymentRun, processor: Processor): Promise<NextAction> {
  const { store, waiter } = context
  const { deposit } = store.get()
  if (deposit === null) return { kind: 'end' }
  if (processor.startDelayMs !== undefined) await waiter.waitFully(processor.startDelayMs)
  const latest = store.get().deposit ?? deposit
  if (context.run !== run || !canAct(context) || latest.next !== processor.name) return getNextAction(latest)
  recordTriedProcessor(deposit, processor)
  const reply = await performProcessorCall(processor, 'start', toCallInput(store.get()), run.key ?? undefined)
  return applyStartReply(context, processor, reply)
}

/** Records a processor before its call, so that a reload or another tab knows of it (spec: funding 3). */
function recordTriedProcessor({ id, tried: before, cascade }: Deposit, { name }: Processor): void {
  const record = paymentRecord.load()
  const tried = [...before, name]
  if (record !== null) paymentRecord.save({ ...record, id, tried })
  traceCascade(name, cascade, tried)
}

/** Sends a token of the typed card. Without a card or a token, it cancels the step. */
async function completeWithToken(context: PaymentContext, run: PaymentRun, session: TokenSession): Promise<NextAction> {
  const { store } = context
  const { deposit } = store.get()
  if (!deposit?.step) return { kind: 'wait' }
  const processor = getProcessor(deposit.step.processor)
  const card = cardInMemory.get()
  const token = card === null ? null : await tokenizeCard(session, card)
  if (token === null) {
    const view = await cancelStep(deposit.id, 'processor')
    if (view !== null) acceptDeposit(store, view)
    return getNextAction(store.get().deposit ?? deposit)
  }
  const input = toCallInput(store.get(), { token })
  return applyStartReply(
    context,
    processor,
    await performProcessorCall(processor, 'complete', input, run.key ?? undefined),
  )
}

/** Waits for a push and polls if none arrives. */
async function waitForUpdate(context: PaymentContext): Promise<NextAction> {
  const { store, waiter } = context
  const { deposit: before } = store.get()
  await waiter.wait(pollMs)
  const { deposit, nextAction } = store.get()
  if (deposit === null) return { kind: 'end' }
  if (deposit !== before || hasEnded(deposit)) return getNextAction(deposit)
  if (nextAction?.kind === 'start' && canAct(context)) return getNextAction(deposit)
  return pollDeposit(context, deposit)
}
