import type { PaymentRequest } from '@tradefront/contract/deposits'
import type { Deposit } from '@tradefront/contract/domain/deposits'

import type { OpenDepositReply } from '../../deposits/api.ts'
import { hasEnded } from '../../deposits/deposit-status.ts'
import type { PaymentContext, PaymentRun } from './payment-context.ts'
import type { PaymentPorts } from './payment-ports.ts'
import { acceptDeposit, idleState, type PaymentStore, updateState } from './payment-state.ts'
import type { NextAction } from './next-action.ts'
import { runToEnd, showResult } from './run-to-end.ts'
import { cancelStep, retryUntilAnswered, submitCode } from './server-calls.ts'
import { createTabLock } from './tab-lock.ts'
import { createWaiter } from './waiter.ts'

/** `firstAction`: usually leaves for the wallet's page. */
export type WalletReply = OpenDepositReply & { readonly firstAction?: NextAction }

/**
 * Runs one payment at a time, across reloads, lost replies and other tabs. The server decides; the runner proposes the next
 * step, waits for results and updates `store`.
 */
export function createPaymentRunner(ports: PaymentPorts, store: PaymentStore) {
  const waiter = createWaiter(ports.setTimer)
  const context: PaymentContext = {
    ports,
    store,
    waiter,
    tabLock: createTabLock(ports.acquireTabLock, waiter.wakeUp),
    run: null,
  }

  return {
    /** Returns the server's reply; null if another payment has started. */
    startPayment: (
      payment: PaymentRequest,
      key: string,
      card: string | null = null,
    ): Promise<OpenDepositReply | null> => openAndRun(payment, key, () => ports.openDeposit(payment, key, card)),

    /**
     * For a wallet, whose one call opens the deposit and starts its only step. Returns the reply; null if another payment has started or
     * the trader has stopped waiting for the answer.
     */
    startWalletPayment: (
      payment: PaymentRequest,
      key: string,
      start: () => Promise<WalletReply>,
      onResponseError: () => void = ports.onUnreadableReply,
    ): Promise<WalletReply | null> => openAndRun(payment, key, start, onResponseError),

    /** `key` is null if another browser opened the deposit. */
    resumePayment(deposit: Deposit, key: string | null): void {
      const { kind, deposit: current } = store.get()
      if (current?.id === deposit.id && kind !== 'idle' && kind !== 'ended') return
      const run = startRun(context, { key, isStartedHere: key !== null }, { steal: false })
      store.set({ ...idleState, deposit })
      if (hasEnded(deposit)) return showResult(context, deposit)
      void runToEnd(context, run, deposit)
    },

    showResult: (deposit: Deposit): void => showResult(context, deposit),

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
      if (kind === 'ended' && isSuccess) ports.onEnded(deposit)
      waiter.wakeUp()
    },

    submitCode: (code: string): Promise<void> => submitCode(context, code),

    async cancelStep(after: 'processor' | 'card'): Promise<void> {
      const { deposit } = store.get()
      if (deposit === null) return stopRun(context)
      await cancelStep(context, deposit, after)
    },

    dismiss: (): void => stopRun(context),
    /** For when the connection is back or the page is visible again. */
    wakeUp: waiter.wakeUp,
  }

  async function openAndRun<Reply extends OpenDepositReply & Partial<WalletReply>>(
    payment: PaymentRequest,
    key: string,
    open: () => Promise<Reply>,
    onResponseError: () => void = ports.onUnreadableReply,
  ): Promise<Reply | null> {
    const run = startRun(context, { key, isStartedHere: true }, { steal: true })
    store.set({ ...idleState, kind: 'opening', payment })
    const opened = await retryUntilAnswered(context, run, open, onResponseError).catch((error: unknown) => {
      if (context.run === run) stopRun(context)
      throw error
    })
    if (opened === null || context.run !== run) return null
    if (opened.deposit === null) stopRun(context)
    else void runToEnd(context, run, opened.deposit, opened.firstAction)
    return opened
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
