import type { Ladder, MarketSymbol } from '@tradefront/contract/trading'
import { lastLadderPurchaseMs } from '@tradefront/rules/trading/ladder'
import type { Direction } from '@tradefront/rules/trading/options'
import { toPrice } from '@tradefront/rules/trading/symbols'
import type { TextKey } from '@tradefront/texts/keys'
import { useState } from 'react'

import { useServerSecond } from '../../../platform/countdown.ts'
import { useUser } from '../../../platform/current-user.ts'
import { useLiveStatus } from '../../../platform/realtime/live-connection.ts'
import { useIsPriceCoarse, useQuote } from '../quotes/quote-store.ts'
import { getDefaultStake } from '../ticket/ticket-rules.ts'
import { usePurchase } from '../ticket/use-purchase.ts'
import { getStartDelay, useMarket } from '../use-market.ts'
import { buildRows, findPayout, getPayoutTolerance, keepStrikes, type LadderMoment, readMoment } from './ladder-rows.ts'

export type LadderChoice = { readonly direction: Direction; readonly strike: number }

/** `amount`: of the text, in major units. `isStake`: the trader can correct it. */
export type LadderProblem = { readonly key: TextKey; readonly amount?: number; readonly isStake?: true }

export type LadderState = ReturnType<typeof useLadder>

/** Strikes and payouts at the present price, and the option that the trader is about to buy. */
export function useLadder(token: string, ladder: Ladder, symbol: MarketSymbol) {
  const market = useMarket()
  const { currency, availableBalance } = useUser()
  const isOnline = useLiveStatus() === 'up'
  const nowMs = useServerSecond()
  const quote = useQuote(symbol.name)
  const isCoarse = useIsPriceCoarse(symbol)
  const [strikes, setStrikes] = useState<readonly number[]>([])
  const [choice, setChoice] = useState<LadderChoice | null>(null)
  const [stake, setStake] = useState<number | null>(() => getDefaultStake(currency, market))
  const purchase = usePurchase()
  const moment = quote === null ? null : readMoment(ladder, symbol, quote.price, nowMs)
  const kept = moment === null ? strikes : keepStrikes(strikes, moment)
  if (kept !== strikes) setStrikes(kept)
  const payout = moment === null || choice === null ? null : findPayout(moment, choice.direction, choice.strike)
  const isCurrent = quote !== null && !quote.isStale
  const problem = findProblem()
  const isBusy = purchase.state.phase === 'sending' || purchase.state.phase === 'unknown'

  return {
    /** The lowest payout that is accepted, while the one at the start cannot be known. */
    leastPayout:
      market.fill === 'sealed' && moment !== null && choice !== null && payout !== null
        ? payout - findTolerance(moment, choice.direction, choice.strike, payout)
        : null,
    ...{ ladder, symbol, currency, nowMs, quote, choice, stake, payout, problem, isCurrent },
    rows: moment === null ? [] : buildRows(moment, kept),
    purchase: purchase.state,
    canBuy: problem === null && !isBusy,
    choose: (next: LadderChoice) => {
      purchase.reset()
      setChoice(next)
    },
    setStake: (next: number | null) => {
      purchase.reset()
      setStake(next)
    },
    /** @param offered a payout that the trader has accepted; default: the one on the screen */
    buy: (offered = payout): void => {
      if (problem !== null || isBusy || moment === null || choice === null || stake === null || offered === null) return
      const { direction, strike } = choice
      void purchase.buy({
        token,
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

  /** Why nothing can be bought now, or null. The server checks the same. */
  function findProblem(): LadderProblem | null {
    if (market.isBlocked) return { key: 'trading.blocked' }
    if (!isOnline) return { key: 'trading.offline' }
    if (!isCurrent) return { key: 'trading.stale' }
    if (isCoarse) return { key: 'trading.price_coarse' }
    if (ladder.expiresAtMs - nowMs < lastLadderPurchaseMs) return { key: 'trading.ladder_next' }
    if (choice === null) return { key: 'trading.ladder_choose' }
    if (payout === null) return { key: 'trading.ladder_not_offered' }
    if (stake === null) return { key: 'trading.stake_empty', isStake: true }
    if (stake < market.stakeMin) return { key: 'trading.stake_small', amount: market.stakeMin, isStake: true }
    if (stake > market.stakeMax) return { key: 'trading.stake_large', amount: market.stakeMax, isStake: true }
    if (stake > availableBalance) return { key: 'trading.no_money', isStake: true }
    return null
  }
}
