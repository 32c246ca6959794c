import type { PaymentRequest } from '@tradefront/contract/cards'
import type { Deposit, Overview } from '@tradefront/contract/domain/deposits'
import { defaultCascade } from '@tradefront/rules/cards/cascade-plan'
import { useSyncExternalStore } from 'react'

import { getBootstrap } from '../../../platform/api/bootstrap.ts'
import { eventBus } from '../../../platform/realtime/event-bus.ts'
import { subscribeToLiveStatus } from '../../../platform/realtime/live-connection.ts'
import { userStorageKey } from '../../../platform/storage/local-storage.ts'
import { translate } from '../../../platform/i18n/i18n.ts'
import { dismissToast, showToast } from '../../../platform/toasts.ts'
import { getCurrentUser } from '../../../platform/current-user.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { cancelDeposit, loadOverview, openDeposit, type OpenDepositReply, overviewKey } from '../../deposits/api.ts'
import { callProcessor, traceCascade } from '../api.ts'
import { hasEnded } from '../../deposits/deposit-status.ts'
import { createIdempotencyKey, paymentRecord } from './payment-record.ts'
import { createPaymentRunner, idleState, type PaymentState } from '../runner/payment-runner.ts'
import { acquireTabLock } from '../runner/tab-lock.ts'
import { cardInMemory } from './card-in-memory.ts'
import { tokenizeCard } from '../processors/zoom-tokenizer.ts'

/**
 * The payment of this browser tab. It lives outside the screens, so that it goes on while the trader looks at another one.
 */

const waitingToast = 'cards-expecting'

let state = idleState
const watchers = new Set<() => void>()

const runner = createPaymentRunner(
  {
    openDeposit,
    loadOverview,
    callProcessor,
    cancelDeposit,
    tokenizeCard: async (session) => {
      const card = cardInMemory.get()
      return card === null ? null : tokenizeCard(session, card)
    },
    navigateTo: (url) => location.assign(url),
    onBeforeProcessorCall: (processor, deposit) => {
      const record = paymentRecord.load()
      const tried = [...deposit.tried, processor.name]
      if (record !== null) paymentRecord.save({ ...record, id: deposit.id, tried })
      traceCascade(processor.name, getCascade(), tried)
    },
    onEnded: handlePaymentEnd,
    onUnreadableReply: () =>
      showToast({ tone: 'bad', text: translate('cards.response_error'), id: 'cards-response-error' }),
    acquireTabLock: (steal, onHeld) =>
      acquireTabLock(userStorageKey('tradefront.payment', getCurrentUser()?.userId ?? 0), steal, onHeld),
    setTimer: (work, ms) => {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
  },
  (next) => {
    state = next
    updateWaitingToast(next)
    for (const watcher of watchers) watcher()
  },
)

export function usePayment(): PaymentState {
  return useSyncExternalStore(subscribe, () => state)
}

/** What the screens can do with the payment. */
export const cardPayment = {
  /** Opens a deposit. Gives the server's no, null when it runs. Throws an ApiError. */
  async startPayment(request: PaymentRequest): Promise<OpenDepositReply | null> {
    const key = createIdempotencyKey()
    paymentRecord.save({ key, payment: request, tried: [], id: null, at: Date.now() })
    const rejection = await runner.startPayment(request, key)
    if (rejection !== null) paymentRecord.remove()
    return rejection
  },

  /** Takes up what is open, or shows how what this browser had begun has ended. */
  resumePayment({ deposit, recent }: Pick<Overview, 'deposit' | 'recent'>, returnedTo: string | null): void {
    const record = paymentRecord.load()
    if (deposit !== null)
      return runner.resumePayment(
        deposit,
        record !== null && isRecordOf(record.id, record.payment, deposit) ? record.key : null,
      )
    // What runs here is newer than an answer that does not know it yet.
    if (state.kind !== 'idle') return
    const depositId = returnedTo ?? record?.id ?? null
    const ended = recent.find(({ id }) => id === depositId)
    paymentRecord.remove()
    if (ended !== undefined) runner.resumePayment(ended, null)
  },
  resumeHere: runner.resumeHere,
  submitCode: runner.submitCode,
  cancelPayment: runner.cancelPayment,
  buildStepInput: runner.input,

  /** The screen is left: an end that was seen is not shown again. */
  dismissIfEnded(): void {
    if (state.kind === 'ended') runner.dismiss()
  },

  /** Back to an empty form. */
  dismiss(): void {
    paymentRecord.remove()
    cardInMemory.clear()
    runner.dismiss()
  },
}

/** A record whose deposit is not known yet belongs to the open one when they ask for the same. */
function isRecordOf(id: string | null, request: PaymentRequest, deposit: Deposit): boolean {
  if (id !== null) return id === deposit.id
  return request.amount === deposit.amount && request.bonus === deposit.bonus && request.fixed === deposit.fixed
}

function handlePaymentEnd(deposit: Deposit): void {
  paymentRecord.remove()
  cardInMemory.clear()
  if (deposit.state === 'succeeded') {
    showToast({ tone: 'good', text: translate('cascade_card.founded'), id: 'cards-founded' })
    eventBus.emit('user:update', undefined)
  }
  void queryClient.invalidateQueries({ queryKey: overviewKey })
}

/** The sticky toast while an answer is awaited (spec: funding 4, 8). */
function updateWaitingToast({ kind, nextAction: move }: PaymentState): void {
  if (kind === 'running' && move?.kind === 'wait') {
    showToast({ tone: 'info', text: translate('cards.expecting'), id: waitingToast, sticky: true })
  } else dismissToast(waitingToast)
}

/** The list as far as the browser knows it; the server's plan has the last word. */
function getCascade(): readonly string[] {
  const cascade = getCurrentUser()?.cascade ?? getBootstrap().settings.cascade
  return cascade === null ? defaultCascade : cascade.split(',')
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

eventBus.on('deposit', ({ deposit }) => {
  const isCurrentDeposit = state.deposit?.id === deposit.id
  runner.onDepositEvent(deposit)
  if (!isCurrentDeposit && hasEnded(deposit) && deposit.state === 'succeeded') {
    showToast({ tone: 'good', text: translate('cascade_card.founded'), id: 'cards-founded' })
  }
})
eventBus.on('refresh', runner.wakeUp)
subscribeToLiveStatus(runner.wakeUp)
window.addEventListener('online', runner.wakeUp)
window.addEventListener('pageshow', runner.wakeUp)
