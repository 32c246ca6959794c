import type { MarketSymbol } from '@tradefront/contract/trading'
import type { Direction } from '@tradefront/rules/trading/options'
import { getPriceTolerance } from '@tradefront/rules/trading/price-tolerance'
import { toPoints } from '@tradefront/rules/trading/symbols'

import { serverNow } from '../../../platform/clock.ts'
import { useByServerSecond } from '../../../platform/countdown.ts'
import { useUser } from '../../../platform/current-user.ts'
import { useLiveStatus } from '../../../platform/realtime/live-connection.ts'
import { getQuote, useIsPriceCoarse, useQuoteState } from '../quotes/quote-store.ts'
import { isMarketOpen, listBuyableExpiries, useMarket } from '../use-market.ts'
import { updateWorkspace, useWorkspace } from '../workspace/workspace-store.ts'
import { findTicketProblem, isTicketOnline } from './ticket-rules.ts'
import type { PurchaseControl } from './use-purchase.ts'
import { useStake } from './use-stake.ts'

export type Ticket = ReturnType<typeof useTicket>

/** State of the option that the trader is about to buy. */
export function useTicket(symbol: MarketSymbol, purchase: PurchaseControl) {
  const market = useMarket()
  const { availableBalance } = useUser()
  const workspace = useWorkspace()
  const quoteState = useQuoteState(symbol.name)
  const isOnline = isTicketOnline(useLiveStatus(), quoteState !== 'none')
  const { stake, currency, setStake } = useStake(purchase)
  const expiry = market.expiries.includes(workspace.expiry)
    ? workspace.expiry
    : (market.expiries[0] ?? workspace.expiry)
  const isOpen = useByServerSecond((nowMs) => isMarketOpen(symbol, nowMs))
  const isCoarse = useIsPriceCoarse(symbol)
  const buyableList = useByServerSecond((nowMs) => listBuyableExpiries(symbol, market, nowMs).join())
  const buyable = market.expiries.filter((seconds) => buyableList.split(',').includes(String(seconds)))
  const problem = findTicketProblem({
    market,
    isOpen,
    buyable,
    expiry,
    isCoarse,
    stake,
    available: availableBalance,
    hasPrice: quoteState === 'current',
    isOnline,
  })
  const isSending = purchase.state.phase === 'sending'
  const isUnknown = purchase.state.phase === 'unknown'
  const buy = (direction: Direction, price = getQuote(symbol.name)?.price): void => {
    if (problem !== null || isSending || isUnknown || price === undefined || stake === null) return
    const { digits, ...moves } = symbol
    const state = { points: toPoints(price, digits), atMs: serverNow(), ...moves }
    const order = { symbol: symbol.name, direction, stake, expiry, payout: symbol.payout }
    // A sealed price cannot be compared with the one on the screen.
    if (market.fill === 'sealed') void purchase.buy(order)
    else void purchase.buy({ ...order, price, tolerance: getPriceTolerance(state, digits) })
  }
  return {
    symbol,
    stake,
    expiry,
    buyable,
    problem,
    currency,
    purchase: purchase.state,
    canBuy: problem === null && !isSending && !isUnknown,
    buy,
    setStake,
    setExpiry: (next: typeof expiry) => {
      purchase.reset()
      updateWorkspace((before) => ({ ...before, expiry: next }))
    },
  }
}
