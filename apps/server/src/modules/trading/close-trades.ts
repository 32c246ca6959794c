import type { PriceMoves } from '@tradefront/rules/trading/deviation'
import { computeReturn, decideOutcome } from '@tradefront/rules/trading/outcome'
import { maxCloseDelayMs } from '@tradefront/rules/trading/purchase-rules'

import type { AppContext } from '../../context.ts'
import type { Quote } from '../../gateways/market/market-feed.ts'
import { minuteMs } from '../../platform/clock.ts'
import { lockUsers } from '../users/service.ts'
import { findPriceMoves } from './find-price-moves.ts'
import { handleApart } from './handle-apart.ts'
import { publishTrades } from './publish-trades.ts'
import { computeTradeEdge } from './trade-entries.ts'
import { closeTrades, type DueTrade, listDueTrades, lockOpenTrades } from './trade-store.ts'
import { hasStarted, type StartedTrade, type Trade, type TradeEnd } from './trade.ts'
import { createValueTrades, findUnvalued } from './value-trades.ts'

/** Rows of one statement. */
const batchSize = 500
/** Time after which a trade that cannot be closed is tried again. */
const postponedMs = minuteMs

/** Facts that are read from the feed before rows are locked. */
type Closing = {
  /** Null: there is none. */
  readonly quote: Quote | null
  /** How far the price could move from the purchase on. */
  readonly moves: PriceMoves
}

/**
 * Closes due trades at the price of their expiry; without one within a minute, they are void. Safe to run on every server
 * at once. Before, trades that are open at the beginning or end of a tournament are valued. Trades whose price is not known yet, or that
 * cannot be closed, do not hold up others.
 */
export function createCloseTrades(context: AppContext) {
  const { db, clock, market: feed, onError } = context
  /** When they are tried again. */
  const postponed = new Map<string, number>()
  const valueTrades = createValueTrades(context)

  return async (): Promise<void> => {
    await valueTrades()
    const readClosing = createClosingReader()
    let after: DueTrade | null = null
    for (;;) {
      const due: DueTrade[] = await listDueTrades(db, clock.now(), after, batchSize)
      const closings = new Map<string, Closing>()
      await Promise.all(
        due.filter(isNotPostponed).map(async (trade) => {
          const closing = await readClosing(trade)
          if (closing !== null) closings.set(trade.id, closing)
        }),
      )
      await publishTrades(context, await handleApart([...closings], (some) => close(new Map(some)), postpone))
      after = due.at(-1) ?? null
      if (due.length < batchSize) return
    }
  }

  function isNotPostponed({ id }: DueTrade): boolean {
    const againAtMs = postponed.get(id)
    if (againAtMs === undefined) return true
    if (againAtMs > clock.now().getTime()) return false
    postponed.delete(id)
    return true
  }

  /** Null: the price is not known yet. Trades that expire together share it. */
  function createClosingReader(): (trade: DueTrade) => Promise<Closing | null> {
    const known = new Map<string, Promise<Quote | null | undefined>>()
    return async ({ symbol, openedAt, expiresAt }) => {
      const key = `${symbol} ${expiresAt.getTime()}`
      const found = known.get(key) ?? feed.findClosingPrice(symbol, expiresAt.getTime())
      known.set(key, found)
      try {
        const quote = await found
        return quote === undefined ? null : { quote, moves: await findPriceMoves(feed, symbol, openedAt) }
      } catch (error) {
        onError(error)
        return null
      }
    }
  }

  /** A trade that the database refuses to close is tried again later. */
  function postpone([id]: readonly [string, Closing], error: unknown): void {
    onError(error)
    postponed.set(id, clock.now().getTime() + postponedMs)
  }

  async function close(closings: ReadonlyMap<string, Closing>): Promise<Trade[]> {
    return db.transaction().execute(async (trx) => {
      const open = (await lockOpenTrades(trx, [...closings.keys()])).filter(hasStarted)
      if (open.length === 0) return []
      await lockUsers(trx, [...new Set(open.map(({ userId }) => userId))])
      const closing = open.map((trade) => {
        const known = closings.get(trade.id)
        if (known === undefined) throw new Error('invariant: the closing of a locked trade is known')
        return { trade, end: decideEnd(trade, known.quote), ownEdge: computeTradeEdge(trade, known.moves) }
      })
      const unvalued = await findUnvalued(
        trx,
        closing.map(({ trade, end }) => ({ trade, closedAt: end.closedAt })),
      )
      return closeTrades(
        trx,
        closing.filter(({ trade }) => !unvalued.has(trade.id)),
        clock.now(),
      )
    })
  }
}

/** @param quote the closing price. Null: there is none */
export function decideEnd(
  trade: Pick<StartedTrade, 'direction' | 'strikePoints' | 'stake' | 'payoutPercent' | 'expiresAt'>,
  quote: Quote | null,
): TradeEnd {
  const { direction, strikePoints, stake, payoutPercent, expiresAt } = trade
  const state = quote === null ? 'void' : decideOutcome(direction, strikePoints, quote.points)
  const closedAt = new Date(quote?.atMs ?? expiresAt.getTime() + maxCloseDelayMs)
  const returned = computeReturn(state, stake, payoutPercent)
  return { state, refusal: null, closePoints: quote?.points ?? null, closedAt, returned }
}
