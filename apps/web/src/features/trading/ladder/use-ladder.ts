import type { Ladder, MarketSymbol } from '@tradefront/contract/trading'
import { lastLadderPurchaseMs } from '@tradefront/rules/trading/ladder'
import type { Direction } from '@tradefront/rules/trading/options'
import { toPrice } from '@tradefront/rules/trading/symbols'
import { useState } from 'react'

import { useServerSecond } from '../../../platform/countdown.ts'
import { useUser } from '../../../platform/current-user.ts'
import { useLiveStatus } from '../../../platform/realtime/live-connection.ts'
import { useIsPriceCoarse, useQuote } from '../quotes/quote-store.ts'
import { findStakeProblem, isTicketOnline, type TicketProblem } from '../ticket/ticket-rules.ts'
import type { PurchaseControl } from '../ticket/use-purchase.ts'
import { useStake } from '../ticket/use-stake.ts'
import { getStartDelay, useMarket } from '../use-market.ts'
import { buildRows, findPayout, getPayoutTolerance, keepStrikes, type LadderMoment, readMoment } from './ladder-rows.ts'

export type LadderChoice = { readonly direction: Direction; readonly strike: number }

export type LadderState = ReturnType<typeof useLadder>

/** Strikes and payouts at the present price, and the option that the trader is about to buy. */
export function useLadder(ladder: Ladder, symbol: MarketSymbol, purchase: PurchaseControl) {
  const market = useMarket()
  const { availableBalance } = useUser()
  const nowMs = useServerSecond()
  const quote = useQuote(symbol.name)
  const isOnline = isTicketOnline(useLiveStatus(), quote !== null)
  const isCoarse = useIsPriceCoarse(symbol)
  const { stake, currency, setStake } = useStake(purchase)
  const [strikes, setStrikes] = useState<readonly number[]>([])
  const [choice, setChoice] = useState<LadderChoice | null>(null)
  const moment = quote === null ? null : readMoment(ladder, symbol, quote.price, nowMs)
  const kept = moment === null ? strikes : keepStrikes(strikes, moment)
  if (kept !== strikes) setStrikes(kept)
  const payout = moment === null || choice === null ? null : findPayout(moment, choice.direction, choice.strike)
  const isCurrent = quote !== null && !quote.isStale
  const problem = findProblem()
  const isBusy = purchase.state.phase === 'sending' || purchase.state.phase === 'unknown'

  return {
    /** The lowest payout that is accepted, while the payout at the start cannot be known. */
    leastPayout:
      market.fill === 'sealed' && moment !== null && choice !== null && payout !== null
        ? payout - findTolerance(moment, choice.direction, choice.strike, payout)
        : null,
    ladder,
    symbol,
    currency,
    nowMs,
    quote,
    choice,
    stake,
    setStake,
    payout,
    problem,
    isCurrent,
    strikes: kept,
    rows: moment === null ? [] : buildRows(moment, kept),
    purchase: purchase.state,
    canBuy: problem === null && !isBusy,
    choose: (next: LadderChoice) => {
      purchase.reset()
      setChoice(next)
    },
    /**
     * Buys the option.
     * @param offered a payout that the trader has accepted; default: the one on the screen
     */
    buy: (offered = payout): void => {
      if (problem !== null || isBusy || moment === null || choice === null || stake === null || offered === null) return
      const { direction, strike } = choice
      void purchase.buy({
        symbol: symbol.name,
        direction,
        strike: toPrice(strike, symbol.digits),
        expiresAtMs: ladder.expiresAtMs,
        stake,
        payout: offered,
        tolerance: findTolerance(moment, direction, strike, offered),
      })
    },
  }

  function findTolerance(at: LadderMoment, direction: Direction, strike: number, offered: number): number {
    const seconds = Math.max(1, getStartDelay(market) / 1000)
    return Math.min(offered, getPayoutTolerance(at, { direction, strike, payout: offered, seconds }))
  }

  /** Returns why nothing can be bought now, or null. The server checks the same. */
  function findProblem(): TicketProblem | null {
    if (market.isBlocked) return { key: 'trading.blocked', field: null }
    if (!isOnline) return { key: 'trading.offline', field: null }
    if (isCoarse) return { key: 'trading.price_coarse', field: null }
    if (ladder.expiresAtMs - nowMs < lastLadderPurchaseMs) return { key: 'trading.ladder_next', field: null }
    const stakeProblem = findStakeProblem(stake, availableBalance, market)
    if (stakeProblem !== null) return stakeProblem
    if (!isCurrent) return { key: 'trading.stale', field: null }
    if (choice === null) return { key: 'trading.ladder_choose', field: null }
    if (payout === null) return { key: 'trading.ladder_not_offered', field: null }
    return null
  }
}
