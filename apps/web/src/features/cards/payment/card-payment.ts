import type { DepositView, PaymentRequest } from '@tradefront/contract/cards'
import { defaultCascade } from '@tradefront/rules/cards/cascade-plan'
import { useSyncExternalStore } from 'react'

import { boot } from '../../../platform/api/bootstrap.ts'
import { events } from '../../../platform/realtime/event-bus.ts'
import { watchLiveStatus } from '../../../platform/realtime/live-connection.ts'
import { userKey } from '../../../platform/storage/local-storage.ts'
import { say } from '../../../platform/i18n/i18n.ts'
import { dismissToast, showToast } from '../../../platform/toasts.ts'
import { currentUser } from '../../../platform/current-user.ts'
import {
  abandonDeposit,
  callStep,
  loadOverview,
  openDeposit,
  type OpenReply,
  type Overview,
  traceCascade,
} from '../../deposits/api.ts'
import { hasEnded } from './next-action.ts'
import { newPaymentKey, paymentRecord } from './payment-record.ts'
import { createRunner, idleState, type PaymentState } from './payment-runner.ts'
import { holdTab } from './tab-lock.ts'
import { typedCard } from './card-in-memory.ts'
import { tokeniseCard } from '../processors/zoom-tokenizer.ts'

/**
 * The payment of this browser tab. It lives outside the screens, so that it goes on while the trader looks at another one.
 */

const waitingToast = 'cards-expecting'

let state = idleState
const watchers = new Set<() => void>()
const endWatchers = new Set<() => void>()

const runner = createRunner(
  {
    open: openDeposit,
    overview: loadOverview,
    call: (processor, verb, input, key) => callStep(processor, verb, input, key === undefined ? {} : { key }),
    abandon: abandonDeposit,
    tokenise: async (session) => {
      const card = typedCard.get()
      return card === null ? null : tokeniseCard(session, card)
    },
    leave: (url) => location.assign(url),
    asking: (processor, deposit) => {
      const kept = paymentRecord.read()
      const tried = [...deposit.tried, processor.name]
      if (kept !== null) paymentRecord.write({ ...kept, id: deposit.id, tried })
      traceCascade(processor.name, cascadeList(), tried)
    },
    ended: onEnded,
    unreadable: () => showToast({ tone: 'bad', text: say('cards.response_error'), id: 'cards-response-error' }),
    hold: (steal, onHeld) => holdTab(userKey('tradefront.payment', currentUser()?.userId ?? 0), steal, onHeld),
    setTimer: (work, ms) => {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
  },
  (next) => {
    state = next
    tellWaiting(next)
    for (const watcher of watchers) watcher()
  },
)

export function usePayment(): PaymentState {
  return useSyncExternalStore(watch, () => state)
}

/** Calls `watcher` when a payment of this tab has ended, until the returned function is called. */
export function onPaymentEnd(watcher: () => void): () => void {
  endWatchers.add(watcher)
  return () => endWatchers.delete(watcher)
}

/** What the screens can do with the payment. */
export const payment = {
  /** Opens a deposit. Gives the server's no, null when it runs. Throws an ApiError. */
  async pay(request: PaymentRequest): Promise<OpenReply | null> {
    const key = newPaymentKey()
    paymentRecord.write({ key, payment: request, tried: [], id: null, at: Date.now() })
    const refused = await runner.pay(request, key)
    if (refused !== null) paymentRecord.remove()
    return refused
  },

  /** Takes up what is open, or shows how what this browser had begun has ended. */
  resume({ deposit, recent }: Pick<Overview, 'deposit' | 'recent'>, returnedTo: string | null): void {
    const kept = paymentRecord.read()
    if (deposit !== null)
      return runner.resume(deposit, kept !== null && isOf(kept.id, kept.payment, deposit) ? kept.key : null)
    // What runs here is newer than an answer that does not know it yet.
    if (state.kind !== 'idle') return
    const wanted = returnedTo ?? kept?.id ?? null
    const ended = recent.find(({ id }) => id === wanted)
    paymentRecord.remove()
    if (ended !== undefined) runner.resume(ended, null)
  },
  takeOver: runner.takeOver,
  complete: runner.complete,
  giveUp: runner.giveUp,
  input: runner.input,

  /** The screen is left: an end that was seen is not shown again. */
  leaveEnded(): void {
    if (state.kind === 'ended') runner.dismiss()
  },

  /** Back to an empty form. */
  dismiss(): void {
    paymentRecord.remove()
    typedCard.forget()
    runner.dismiss()
  },
}

/** A record whose deposit is not known yet belongs to the open one when they ask for the same. */
function isOf(id: string | null, asked: PaymentRequest, deposit: DepositView): boolean {
  if (id !== null) return id === deposit.id
  return asked.amount === deposit.amount && asked.bonus === deposit.bonus && asked.fixed === deposit.fixed
}

function onEnded(deposit: DepositView): void {
  paymentRecord.remove()
  typedCard.forget()
  if (deposit.state === 'succeeded') {
    showToast({ tone: 'good', text: say('cascade_card.founded'), id: 'cards-founded' })
    events.emit('user:update', undefined)
  }
  for (const watcher of endWatchers) watcher()
}

/** The sticky toast while an answer is awaited (spec: funding 4, 8). */
function tellWaiting({ kind, move }: PaymentState): void {
  if (kind === 'running' && move?.kind === 'wait') {
    showToast({ tone: 'info', text: say('cards.expecting'), id: waitingToast, sticky: true })
  } else dismissToast(waitingToast)
}

/** The list as far as the browser knows it; the server's plan has the last word. */
function cascadeList(): readonly string[] {
  const set = currentUser()?.cascade ?? boot().settings.cascade
  return set === null ? defaultCascade : set.split(',')
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

events.on('deposit', ({ deposit }) => {
  const isRun = state.deposit?.id === deposit.id
  runner.hear(deposit)
  if (!isRun && hasEnded(deposit) && deposit.state === 'succeeded') {
    showToast({ tone: 'good', text: say('cascade_card.founded'), id: 'cards-founded' })
  }
})
events.on('refresh', runner.nudge)
watchLiveStatus(runner.nudge)
window.addEventListener('online', runner.nudge)
window.addEventListener('pageshow', runner.nudge)
