import { computeReturn, decideOutcome } from '@tradefront/rules/trading/outcome'
import { maxCloseDelayMs } from '@tradefront/rules/trading/purchase-rules'

import type { AppContext } from '../../context.ts'
import type { Quote } from '../../gateways/market/market-feed.ts'
import { lockUsers } from '../users/service.ts'
import { handleApart } from './handle-apart.ts'
import { createPostponedTrades } from './postponed-trades.ts'
import { publishTrades } from './publish-trades.ts'
import { type Closing, createClosingReader } from './read-closing.ts'
import { computeTradeEdge } from './trade-entries.ts'
import { closeTrades, type DueTrade, listDueTrades, lockOpenTrades } from './trade-store.ts'
import { hasStarted, type StartedTrade, type Trade, type TradeEnd } from './trade.ts'
import { createValueTrades, findUnvalued } from './value-trades.ts'

/** How many rows one statement has. */
const batchSize = 500

/**
 * Closes due trades at the price of their expiry; without one within a minute, they are void. Safe to run on every server
 * at once. Before, trades that are open at the beginning or end of a tournament are valued. Trades whose price is not known yet, or that
 * cannot be valued or closed, do not hold up others.
 */
export function createCloseTrades(context: AppContext) {
  const { db, clock } = context
  const postponed = createPostponedTrades(context)
  const valueTrades = createValueTrades(context)
  const startReading = createClosingReader(context)

  return async (): Promise<void> => {
    await valueTrades()
    const readClosing = startReading()
    let after: DueTrade | null = null
    for (;;) {
      const due: DueTrade[] = await listDueTrades(db, clock.now(), after, batchSize)
      const closings = new Map<string, Closing>()
      await Promise.all(
        due
          .filter(({ id }) => !postponed.isPostponed(id))
          .map(async (trade) => {
            const closing = await readClosing(trade.symbol, trade.expiresAt, trade.openedAt)
            if (closing !== null) closings.set(trade.id, closing)
          }),
      )
      const closed = await handleApart(
        [...closings],
        (some) => close(new Map(some)),
        ([id], error) => postponed.postpone(id, error),
      )
      await publishTrades(context, closed)
      after = due.at(-1) ?? null
      if (due.length < batchSize) return
    }
  }

  async function close(closings: ReadonlyMap<string, Closing>): Promise<Trade[]> {
    return db.transaction().execute(async (trx) => {
      const open = (await lockOpenTrades(trx, [...closings.keys()])).filter(hasStarted)
      if (open.length === 0) return []
      await lockUsers(trx, [...new Set(open.map(({ userId }) => userId))])
      const closing = open.map((trade) => {
        const known = closings.get(trade.id)
        if (known === undefined) throw new Error('invariant: the closing of a locked trade is known')
        const ownEdge = known.quote === null ? 0 : computeTradeEdge(trade, known.moves)
        return { trade, end: decideEnd(trade, known.quote), ownEdge }
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

/** Decides how a trade ends. @param quote the closing price. Null: there is none */
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
