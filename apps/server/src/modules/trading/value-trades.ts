import { listBoundaries } from '@tradefront/rules/tournaments/boundaries'
import { findDeviation, type PriceMoves } from '@tradefront/rules/trading/deviation'
import { computeFairValue } from '@tradefront/rules/trading/sale-value'

import type { AppContext } from '../../context.ts'
import type { Quote } from '../../gateways/market/market-feed.ts'
import { dayMs, minuteMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { lockUsers } from '../users/service.ts'
import { findPriceMoves } from './find-price-moves.ts'
import { findMissingValues, insertTradeValues, listUnvaluedTrades, lockOpenTrades } from './trade-store.ts'
import { hasStarted, type StartedTrade, type Trade } from './trade.ts'

/** At a boundary. `quote` is null if there was none within a minute. */
type BoundaryPrice = { readonly quote: Quote | null; readonly moves: PriceMoves }

const batchSize = 500
/** A purchase that was priced before a boundary is committed by then. */
const settledMs = 2 * minuteMs
const longestTradeMs = dayMs + settledMs

/**
 * Values open trades when a tournament begins or ends, at the first price from then on and without the fee of a sale, so that winners cannot be
 * realised in one tournament and losers left to the next. Safe to run on every server at once.
 */
export function createValueTrades({ db, clock, market: feed, onError }: AppContext) {
  let doneUntilMs = 0

  return async (): Promise<void> => {
    const nowMs = clock.now().getTime()
    for (const atMs of listBoundaries(Math.max(nowMs - longestTradeMs, doneUntilMs), nowMs)) {
      const isDone = await valueAt(new Date(atMs))
      if (!isDone) return
      if (nowMs > atMs + settledMs) doneUntilMs = atMs
    }
  }

  /** Returns whether no trade is left. */
  async function valueAt(at: Date): Promise<boolean> {
    const prices = new Map<string, BoundaryPrice | null>()
    for (;;) {
      const trades = await listUnvaluedTrades(db, at, batchSize)
      if (trades.length === 0) return true
      for (const symbol of new Set(trades.map((trade) => trade.symbol)))
        if (!prices.has(symbol)) prices.set(symbol, await findPrice(symbol, at))
      const known = trades.filter(({ symbol }) => prices.get(symbol) != null)
      if ((await insertValues(known, at, prices)) < trades.length) return false
    }
  }

  /** Null: not known yet. */
  async function findPrice(symbol: string, at: Date): Promise<BoundaryPrice | null> {
    try {
      const quote = await feed.findClosingPrice(symbol, at.getTime())
      return quote === undefined ? null : { quote, moves: await findPriceMoves(feed, symbol, at) }
    } catch (error) {
      onError(error)
      return null
    }
  }

  async function insertValues(
    trades: readonly Trade[],
    at: Date,
    prices: ReadonlyMap<string, BoundaryPrice | null>,
  ): Promise<number> {
    if (trades.length === 0) return 0
    return db.transaction().execute(async (trx) => {
      const locked = await lockOpenTrades(
        trx,
        trades.map(({ id }) => id),
      )
      const open = locked.filter(hasStarted)
      if (open.length === 0) return 0
      await lockUsers(trx, [...new Set(open.map(({ userId }) => userId))])
      const missing = await findMissingValues(
        trx,
        open.map(({ id }) => ({ id, at })),
      )
      const values = open
        .filter(({ id }) => missing.has(id))
        .map((trade) => ({ trade, at, value: computeValue(trade, at, prices.get(trade.symbol) ?? null) }))
      await insertTradeValues(trx, values)
      return open.length
    })
  }
}

/** Without the fee of a sale, in minor units. Null: there was no price. */
function computeValue(trade: StartedTrade, at: Date, price: BoundaryPrice | null): number | null {
  const points = price?.quote?.points
  if (price === null || points === undefined) return null
  const state = { ...price.moves, points, atMs: at.getTime() }
  return computeFairValue({ ...trade, ...findDeviation(state, trade.expiresAt.getTime()), points })
}

/** Finds trades that cannot close yet, because they cross the beginning or end of a tournament without a value there. */
export async function findUnvalued(
  trx: Db,
  closing: readonly { readonly trade: Trade; readonly closedAt: Date }[],
): Promise<ReadonlySet<string>> {
  const crossed = closing.flatMap(({ trade: { id, isPractice, openedAt }, closedAt }) =>
    isPractice
      ? []
      : listBoundaries(openedAt.getTime(), closedAt.getTime()).map((atMs) => ({ id, at: new Date(atMs) })),
  )
  return findMissingValues(trx, crossed)
}
