import type { Deposit } from '@tradefront/contract/domain/deposits'
import { getProcessor } from '@tradefront/processors/registry'

import { ApiError } from '../../../platform/api/api-error.ts'
import { assertNever } from '../../../platform/assert-never.ts'
import { isResponseError } from '../../deposits/card-call-error.ts'
import { hasEnded } from '../../deposits/deposit-status.ts'
import { getNextAction, type NextAction } from './next-action.ts'
import { canAct, type PaymentContext, type PaymentRun } from './payment-context.ts'
import { updateState } from './payment-state.ts'
import {
  completeWithToken,
  pollDeposit,
  reloadDeposit,
  retryMs,
  retryUntilAnswered,
  startProcessor,
} from './server-calls.ts'

/** Poll interval while nothing is pushed (spec: funding 9). */
const pollMs = 5000
/** After this many refusals in a row the trader decides whether to retry. */
const maxRefusals = 4

/** Performs actions until the deposit has ended, the run was replaced or the trader must decide. */
export async function runToEnd(
  context: PaymentContext,
  run: PaymentRun,
  deposit: Deposit,
  firstAction: NextAction = getNextAction(deposit),
): Promise<void> {
  const { store, ports } = context
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
      if (isResponseError(error) && !isPoll) ports.onUnreadableReply()
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
      return ports.onEnded(ended)
    }
  }
}

/** A poll is repeated without a message. A dialog only polls while the trader has to answer it. */
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
      context.ports.navigateTo(action.url)
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
