import type { PaymentRequest } from '@tradefront/contract/deposits'
import type { Deposit } from '@tradefront/contract/domain/deposits'

import { getCurrentUser } from '../../../platform/current-user.ts'
import { userStorageKey } from '../../../platform/storage/local-storage.ts'
import type { OpenDepositReply } from '../../deposits/api.ts'
import { hasEnded } from '../../deposits/deposit-status.ts'
import { createWaiter, type PaymentContext, type PaymentEvents, type PaymentRun } from './payment-context.ts'
import { acceptDeposit, idleState, type PaymentStore, updateState } from './payment-state.ts'
import { runToEnd, showResult } from './run-to-end.ts'
import { cancelCurrentStep, type Opening, openPayment, retryUntilAnswered, submitCode } from './server-calls.ts'
import { acquireTabLock, createTabLock } from './tab-lock.ts'

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
