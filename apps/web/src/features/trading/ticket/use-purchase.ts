import type { Trade } from '@tradefront/contract/trading'
import { useEffectEvent, useEffect, useRef, useState } from 'react'

import { ApiError } from '../../../platform/api/api-error.ts'
import { toErrorText } from '../../../platform/api/error-text.ts'
import { serverNow } from '../../../platform/clock.ts'
import { useLiveEvent } from '../../../platform/realtime/live-connection.ts'
import { refreshUser } from '../../../platform/current-user.ts'
import { applyTrade, type Order, placeOrder } from '../api.ts'
import { createUuid } from '../../../platform/create-uuid.ts'
import { refreshMarket } from '../use-market.ts'

export type PurchaseState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'sending'; readonly order: Order }
  | { readonly phase: 'bought'; readonly order: Order; readonly trade: Trade }
  /** The price, or the payout of the ladder, has moved. The trader can buy at the offer. */
  | { readonly phase: 'moved'; readonly order: Order; readonly offer: number }
  | { readonly phase: 'refused'; readonly message: string }
  /** There was no answer: the trade can have been bought. */
  | { readonly phase: 'unknown'; readonly sent: SentOrder }
  | { readonly phase: 'not_bought' }

type SentOrder = { readonly order: Order; readonly key: string; readonly validUntilMs: number }

const idle = { phase: 'idle' } as const
/** A request that takes longer buys nothing. */
const validMs = 3000
const checkMs = 2000
/** The message disappears after this time: the trade is in the list of open ones. */
const boughtMessageMs = 6000

export type PurchaseControl = ReturnType<typeof usePurchase>

/** Makes one purchase at a time. A refused or lost purchase is never repeated without the trader. */
export function usePurchase() {
  const [state, setState] = useState<PurchaseState>(idle)
  const isSending = useRef(false)
  const send = async (sent: SentOrder): Promise<void> => {
    try {
      const purchase = await placeOrder(sent.order, sent.key, sent.validUntilMs)
      if ('offer' in purchase) setState({ phase: 'moved', order: sent.order, offer: purchase.offer })
      else {
        applyTrade(purchase.trade)
        setState({ phase: 'bought', order: sent.order, trade: purchase.trade })
        // The socket brings the user too, unless it is down.
        void refreshUser()
      }
    } catch (error) {
      if (!isAnswered(error)) setState({ phase: 'unknown', sent })
      else if (error.code === 'trading.too_late') setState({ phase: 'not_bought' })
      else {
        setState({ phase: 'refused', message: toErrorText(error) })
        void refreshMarket()
      }
    }
  }
  const buy = async (order: Order): Promise<void> => {
    if (isSending.current) return
    isSending.current = true
    setState({ phase: 'sending', order })
    await send({ order, key: createUuid(), validUntilMs: serverNow() + validMs })
    isSending.current = false
  }
  useLostPurchase(state, send)
  const startsAtMs = state.phase === 'bought' ? state.trade.openedAtMs : null
  useEffect(() => {
    if (startsAtMs === null) return undefined
    const shownMs = boughtMessageMs + Math.max(0, startsAtMs - serverNow())
    const timer = setTimeout(() => setState((before) => (before.phase === 'bought' ? idle : before)), shownMs)
    return () => clearTimeout(timer)
  }, [startsAtMs])
  const reset = (): void =>
    setState((before) => (before.phase === 'sending' || before.phase === 'unknown' ? before : idle))
  return { state, buy, reset }
}

/** Repeats the request when it is too late to buy. The reply says whether the first one bought the trade. */
function useLostPurchase(state: PurchaseState, send: (sent: SentOrder) => Promise<void>): void {
  const isUnknown = state.phase === 'unknown'
  const check = useEffectEvent(async () => {
    if (state.phase === 'unknown' && serverNow() > state.sent.validUntilMs) await send(state.sent)
  })
  useEffect(() => {
    if (!isUnknown) return undefined
    const timer = setInterval(() => void check(), checkMs)
    return () => clearInterval(timer)
  }, [isUnknown])
  useLiveEvent('refresh', () => void check())
}

/** Returns true for a refusal: nothing was bought. */
function isAnswered(error: unknown): error is ApiError {
  return error instanceof ApiError && error.kind === 'refused' && error.status < 500
}
