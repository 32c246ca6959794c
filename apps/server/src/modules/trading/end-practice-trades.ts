import { maxCloseDelayMs } from '@tradefront/rules/trading/purchase-rules'

import type { Db } from '../../platform/database/database.ts'
import { describeRefusal } from './fill-trades.ts'
import { hasStarted } from './trade.ts'
import { closeTrades, listOpenTrades, lockOpenTrades } from './trade-store.ts'

/** Returns the stakes of open trades, because practice starts again in another currency. The transaction must have locked the user. */
export async function endPracticeTrades(trx: Db, userId: number, at: Date): Promise<void> {
  const open = await listOpenTrades(trx, { id: userId, isPractice: true })
  const locked = await lockOpenTrades(
    trx,
    open.map(({ id }) => id),
  )
  const closing = locked.map((trade) => {
    const lastMs = trade.expiresAt.getTime() + maxCloseDelayMs
    const closedAt = new Date(Math.min(at.getTime(), lastMs))
    const end = hasStarted(trade)
      ? ({ state: 'void', refusal: null, closePoints: null, closedAt, returned: trade.stake } as const)
      : describeRefusal(trade, 'trading.refused_practice', at)
    return { trade, end, ownEdge: 0 }
  })
  await closeTrades(trx, closing, at)
}
