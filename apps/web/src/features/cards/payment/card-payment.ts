import type { PaymentRequest } from '@tradefront/contract/deposits'
import type { SavedCard } from '@tradefront/contract/domain/cards'
import type { Deposit, Overview } from '@tradefront/contract/domain/deposits'

import { queryClient } from '../../../platform/api/query-client.ts'
import { createStore } from '../../../platform/create-store.ts'
import { translateExplained } from '../../../platform/i18n/explanations.ts'
import { translate } from '../../../platform/i18n/i18n.ts'
import { eventBus } from '../../../platform/realtime/event-bus.ts'
import { subscribeToLiveStatus } from '../../../platform/realtime/live-connection.ts'
import { dismissToast, showToast } from '../../../platform/toasts.ts'
import { amountDraft } from '../../deposits/amount/amount-draft.ts'
import { type OpenDepositReply, overviewKey } from '../../deposits/api.ts'
import type { Processor, WalletFields } from '@tradefront/processors/processor'
import { createPaymentRunner } from '../runner/payment-runner.ts'
import { idleState, type PaymentState } from '../runner/payment-state.ts'
import type { Opening } from '../runner/server-calls.ts'
import { cardInMemory } from './card-in-memory.ts'
import { createIdempotencyKey, paymentRecord } from './payment-record.ts'

/** The payment is kept outside React, so that it continues on other screens. */
const store = createStore<PaymentState>(idleState)

const waitingToast = 'cards-expecting'

/** Id of the deposit that is named by the callback that opened the page. */
let returnedId: string | null = null

const runner = createPaymentRunner(store, {
  onEnded: handlePaymentEnd,
  onUnreadableReply: () =>
    showToast({ tone: 'danger', text: translateExplained('cards.response_error'), id: 'cards-response-error' }),
})

export const usePayment = store.useValue

export const cardPayment = {
  /**
   * Starts a payment by card. The runner opens the deposit by `openPayment` in `runner/server-calls.ts`, and starts its processors one
   * after the other by `startProcessor` beside it.
   * Returns the server's reply; null if another payment has started. Throws an ApiError.
   * @param card null for the server's choice
   */
  async startCardPayment(payment: PaymentRequest, card: string | null): Promise<OpenDepositReply | null> {
    const key = createIdempotencyKey()
    paymentRecord.save({ key, payment, tried: [], id: null, at: Date.now() })
    try {
      const reply = await runner.openAndRun(payment, key, { kind: 'card', card })
      if (reply?.deposit === null) forgetPayment()
      return reply
    } catch (error) {
      // The card must not be used for another payment, which this one can turn into.
      cardInMemory.clear()
      throw error
    }
  },

  /**
   * Starts a payment by a wallet. Returns its reply; null if another payment has started or `stopWaitingForAnswer` was called. Throws an
   * ApiError.
   * @param onResponseError called after each try without an answer
   */
  async startWalletPayment(
    wallet: Processor,
    payment: PaymentRequest,
    fields: WalletFields,
    onResponseError: () => void,
  ): Promise<OpenDepositReply | null> {
    return startWithOneCall(payment, [wallet.name], { kind: 'wallet', wallet, fields }, onResponseError)
  },

  /** Stops waiting. If the call has arrived after all, the overview has its payment, and the funding page shows it. */
  stopWaitingForAnswer(): void {
    forgetPayment()
    runner.dismiss()
    void queryClient.invalidateQueries({ queryKey: overviewKey })
  },

  /** Starts a quick top-up. Returns the server's reply; null if another payment has started. Throws an ApiError. */
  async startTopUp(payment: PaymentRequest, card: SavedCard, code: string): Promise<OpenDepositReply | null> {
    cardInMemory.setSavedCard(card, code)
    return startWithOneCall(payment, [], { kind: 'top_up', card: card.id })
  },

  /** Runs the open deposit, or shows the result of the one that this browser started. */
  resumePayment({ deposit, recent }: Pick<Overview, 'deposit' | 'recent'>, returnedTo: string | null): void {
    returnedId = returnedTo ?? returnedId
    const record = paymentRecord.load()
    if (deposit !== null) {
      const isOwn = record !== null && matchesRecord(record.id, record.payment, deposit)
      return runner.resumePayment(deposit, isOwn ? record.key : null)
    }
    // The overview is older than the payment that is running here.
    if (store.get().kind !== 'idle') return
    const depositId = returnedTo ?? record?.id ?? null
    const ended = recent.find(({ id }) => id === depositId)
    paymentRecord.remove()
    if (ended === undefined) return
    clearUsedDraft(ended)
    runner.resumePayment(ended, null)
    // The payment ended before the page was back, which may have missed the event of its money.
    if (ended.state === 'succeeded') eventBus.emit('user:update', undefined)
    if (ended.id === returnedTo) showEndToast(ended)
  },
  resumeHere: runner.resumeHere,
  submitCode: runner.submitCode,
  cancelStep: runner.cancelStep,

  /** Forgets a result when the trader leaves the screen, so that it is shown only once. */
  dismissIfEnded(): void {
    if (store.get().kind === 'ended') runner.dismiss()
  },

  dismiss(): void {
    forgetPayment()
    runner.dismiss()
  },
}

/** Starts a payment with a call that also starts the first step of the deposit. */
async function startWithOneCall(
  payment: PaymentRequest,
  tried: readonly string[],
  opening: Opening,
  onResponseError?: () => void,
): Promise<OpenDepositReply | null> {
  const key = createIdempotencyKey()
  paymentRecord.save({ key, payment, tried: [...tried], id: null, at: Date.now() })
  const reply = await runner.openAndRun(payment, key, opening, onResponseError)
  // The answer came after the trader had stopped waiting for it.
  if (reply === null) void queryClient.invalidateQueries({ queryKey: overviewKey })
  const record = paymentRecord.load()
  if (record?.key !== key) return reply
  // The page of a bank or wallet returns to the funding page, which then shows this deposit.
  if (reply?.deposit != null) paymentRecord.save({ ...record, id: reply.deposit.id })
  else paymentRecord.remove()
  return reply
}

/** Without an id, the record matches an open deposit for the same payment. */
function matchesRecord(id: string | null, payment: PaymentRequest, deposit: Deposit): boolean {
  if (id !== null) return id === deposit.id
  return payment.amount === deposit.amount && payment.bonus === deposit.bonus && payment.fixed === deposit.fixed
}

function forgetPayment(): void {
  paymentRecord.remove()
  cardInMemory.clear()
}

function clearUsedDraft({ state }: Deposit): void {
  if (state !== 'failed') amountDraft.clear()
}

function handlePaymentEnd(deposit: Deposit): void {
  forgetPayment()
  clearUsedDraft(deposit)
  showEndToast(deposit)
  if (deposit.state === 'succeeded') eventBus.emit('user:update', undefined)
  void queryClient.invalidateQueries({ queryKey: overviewKey })
}

/** Returns true for a wallet, and for a payment that came back by a callback (spec: account 8). */
function isCallbackResult({ id, wallet }: Deposit): boolean {
  return wallet !== undefined || id === returnedId
}

function showEndToast(deposit: Deposit): void {
  if (deposit.state === 'succeeded') showSuccessToast(deposit)
  else if (deposit.state === 'failed' && isCallbackResult(deposit))
    showToast({ tone: 'danger', text: translate('orange.pay_fail'), id: 'cards-pay-fail' })
}

function showSuccessToast(deposit: Deposit): void {
  const text = translate(isCallbackResult(deposit) ? 'pfs.fast.founded' : 'cascade_card.founded')
  showToast({ tone: 'success', text, id: 'cards-founded' })
}

/** Shows a toast while waiting for a processor (spec: funding 4, 8). */
function updateWaitingToast(): void {
  const { kind, nextAction, deposit } = store.get()
  // The toast is not shown while the processor waits for the trader.
  const waitsForTrader = deposit?.step?.action != null
  if (kind === 'running' && nextAction?.kind === 'wait' && !waitsForTrader) {
    showToast({ tone: 'info', text: translateExplained('cards.expecting'), id: waitingToast, isSticky: true })
  } else dismissToast(waitingToast)
}

store.subscribe(updateWaitingToast)
eventBus.on('deposit', ({ deposit }) => {
  const isCurrentDeposit = store.get().deposit?.id === deposit.id
  runner.onDepositEvent(deposit)
  if (!isCurrentDeposit && deposit.state === 'succeeded') showSuccessToast(deposit)
})
eventBus.on('refresh', runner.wakeUp)
subscribeToLiveStatus(runner.wakeUp)
window.addEventListener('online', runner.wakeUp)
window.addEventListener('pageshow', runner.wakeUp)
