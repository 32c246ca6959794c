import { listBoundaries } from '@tradefront/rules/tournaments/boundaries'
import { findDeviation } from '@tradefront/rules/trading/deviation'
import { computeFairValue } from '@tradefront/rules/trading/sale-value'

import type { AppContext } from '../../context.ts'
import { dayMs, minuteMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { lockUsers } from '../users/service.ts'
import { handleApart } from './handle-apart.ts'
import { createPostponedTrades } from './postponed-trades.ts'
import { type Closing, createClosingReader, type ReadClosing } from './read-closing.ts'
import { findFirstExpiry, lockOpenTrades } from './trade-store.ts'
import { findMissingValues, insertTradeValues, listUnvaluedTrades } from './trade-value-store.ts'
import { hasStarted, type StartedTrade, type Trade } from './trade.ts'

const batchSize = 500
/** After this time, a purchase that was priced before a boundary is committed. */
const settledMs = 2 * minuteMs
/** How long before its expiry a trade can cross a boundary. */
const longestTradeMs = dayMs + settledMs

/**
 * Values open trades when a tournament begins or ends, at the first price from then on and without the fee of a sale, so that winners cannot be
 * realised in one tournament and losers left to the next. Safe to run on every server at once.
 */
export function createValueTrades(context: AppContext) {
  const { db, clock } = context
  const startReading = createClosingReader(context)
  const postponed = createPostponedTrades(context)
  let doneUntilMs = 0

  return async (): Promise<void> => {
    const firstExpiry = await findFirstExpiry(db)
    if (firstExpiry === null) return
    const nowMs = clock.now().getTime()
    // A trade can be open long after its expiry, e.g. after a stop.
    const fromMs = Math.max(Math.min(nowMs, firstExpiry.getTime()) - longestTradeMs, doneUntilMs)
    const readClosing = startReading()
    for (const atMs of listBoundaries(fromMs, nowMs)) {
      const isDone = await valueAt(new Date(atMs), readClosing)
      if (!isDone) return
      if (nowMs > atMs + settledMs) doneUntilMs = atMs
    }
  }

  /** Returns whether no trade is left. */
  async function valueAt(at: Date, readClosing: ReadClosing): Promise<boolean> {
    const prices = new Map<string, Closing | null>()
    for (;;) {
      const trades = await listUnvaluedTrades(db, at, batchSize)
      if (trades.length === 0) return true
      for (const symbol of new Set(trades.map((trade) => trade.symbol)))
        if (!prices.has(symbol)) prices.set(symbol, await readClosing(symbol, at, at))
      const known = trades.filter(({ symbol }) => prices.get(symbol) != null)
      const valued = await handleApart(
        known.filter(({ id }) => !postponed.isPostponed(id)),
        (some) => insertValues(some, at, prices),
        ({ id }, error) => postponed.postpone(id, error),
      )
      if (valued.length < trades.length) return false
    }
  }

  async function insertValues(
    trades: readonly Trade[],
    at: Date,
    prices: ReadonlyMap<string, Closing | null>,
  ): Promise<StartedTrade[]> {
    return db.transaction().execute(async (trx) => {
      const locked = await lockOpenTrades(
        trx,
        trades.map(({ id }) => id),
      )
      const open = locked.filter(hasStarted)
      if (open.length === 0) return []
      await lockUsers(trx, [...new Set(open.map(({ userId }) => userId))])
      const missing = await findMissingValues(
        trx,
        open.map(({ id }) => ({ id, at })),
      )
      const values = open
        .filter(({ id }) => missing.has(id))
        .map((trade) => ({ trade, at, value: computeValue(trade, at, prices.get(trade.symbol) ?? null) }))
      await insertTradeValues(trx, values)
      return open
    })
  }
}

/** Computes the value without the fee of a sale, in minor units. Returns null if there was no price. */
function computeValue(trade: StartedTrade, at: Date, price: Closing | null): number | null {
  if (price === null || price.quote === null) return null
  const { points } = price.quote
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
