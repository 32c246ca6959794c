import type { PaymentRequest } from '@tradefront/contract/deposits'
import type { Deposit } from '@tradefront/contract/domain/deposits'
import { getProcessor } from '@tradefront/processors/registry'

import { ApiError } from '../../../platform/api/api-error.ts'
import { assertNever } from '../../../platform/assert-never.ts'
import { getCurrentUser } from '../../../platform/current-user.ts'
import { userStorageKey } from '../../../platform/storage/local-storage.ts'
import type { OpenDepositReply } from '../../deposits/api.ts'
import { isResponseError } from '../../deposits/card-call-error.ts'
import { hasEnded } from '../../deposits/deposit-status.ts'
import { getNextAction, type NextAction } from './next-action.ts'
import { canAct, createWaiter, type PaymentContext, type PaymentEvents, type PaymentRun } from './payment-context.ts'
import { acceptDeposit, idleState, type PaymentStore, updateState } from './payment-state.ts'
import {
  cancelCurrentStep,
  completeWithToken,
  type Opening,
  openPayment,
  pollDeposit,
  reloadDeposit,
  retryMs,
  retryUntilAnswered,
  startProcessor,
  submitCode,
} from './server-calls.ts'
import { acquireTabLock, createTabLock } from './tab-lock.ts'

/** Interval of polls while nothing is pushed (spec: funding 9). */
const pollMs = 5000
/** After this many refusals in a row, the trader decides whether to retry. */
const maxRefusals = 4

/**
 * Runs one payment at a time, across reloads, lost replies and other tabs. The server decides; the runner proposes the next
 * step, waits for results and updates `store`.
 */
export function createPaymentRunner(store: PaymentStore, events: PaymentEvents) {
  const waiter = createWaiter()
  const context: PaymentContext = {
    events,
    store,
    waiter,
    tabLock: createTabLock(
      (steal, onHeld) =>
        acquireTabLock(userStorageKey('tradefront.payment', getCurrentUser()?.userId ?? 0), steal, onHeld),
      waiter.wakeUp,
    ),
    run: null,
  }

  return {
    /**
     * Repeats the call that opens the deposit until it is answered, and returns its reply; null if another payment has started, or if the
     * trader has stopped waiting for the answer.
     */
    async openAndRun(
      payment: PaymentRequest,
      key: string,
      opening: Opening,
      onResponseError: () => void = events.onUnreadableReply,
    ): Promise<OpenDepositReply | null> {
      const run = startRun(context, { key, isStartedHere: true }, { steal: true })
      store.set({ ...idleState, kind: 'opening', payment })
      const open = () => openPayment(payment, key, opening)
      const opened = await retryUntilAnswered(context, run, open, onResponseError).catch((error: unknown) => {
        if (context.run === run) stopRun(context)
        throw error
      })
      if (opened === null || context.run !== run) return null
      if (opened.deposit === null) stopRun(context)
      else void runToEnd(context, run, opened.deposit, opened.firstAction)
      return opened
    },

    /** Continues an open deposit. `key` is null if another browser opened it. */
    resumePayment(deposit: Deposit, key: string | null): void {
      const { kind, deposit: current } = store.get()
      if (current?.id === deposit.id && kind !== 'idle' && kind !== 'ended') return
      const run = startRun(context, { key, isStartedHere: key !== null }, { steal: false })
      store.set({ ...idleState, deposit })
      if (hasEnded(deposit)) return showResult(context, deposit)
      void runToEnd(context, run, deposit)
    },

    /** Continues a payment that was started elsewhere. */
    resumeHere(): void {
      const { deposit } = store.get()
      if (deposit === null) return
      const run = startRun(context, { key: context.run?.key ?? null, isStartedHere: true }, { steal: true })
      updateState(store, { kind: 'running', refusal: null })
      void runToEnd(context, run, deposit)
    },

    onDepositEvent(deposit: Deposit): void {
      const { kind, deposit: current } = store.get()
      if (deposit.id !== current?.id) return
      acceptDeposit(store, deposit)
      const isSuccess = store.get().deposit?.state === 'succeeded' && deposit.state === 'succeeded'
      if (kind === 'ended' && isSuccess) events.onEnded(deposit)
      waiter.wakeUp()
    },

    submitCode: (code: string): Promise<void> => submitCode(context, code),

    async cancelStep(after: 'processor' | 'card'): Promise<void> {
      const { deposit } = store.get()
      if (deposit === null) return stopRun(context)
      await cancelCurrentStep(context, deposit, after)
    },

    dismiss: (): void => stopRun(context),
    /** Ends a wait when the connection is back or the page is visible again. */
    wakeUp: waiter.wakeUp,
  }
}

function startRun(context: PaymentContext, run: PaymentRun, { steal }: { readonly steal: boolean }): PaymentRun {
  context.waiter.wakeUp()
  context.run = run
  context.tabLock.acquire(steal)
  return run
}

function stopRun(context: PaymentContext): void {
  context.run = null
  context.tabLock.release()
  context.waiter.wakeUp()
  context.store.set(idleState)
}

/** Performs actions until the deposit has ended, the run was replaced or the trader must decide. */
async function runToEnd(
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

function showResult(context: PaymentContext, deposit: Deposit): void {
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
