import { decideOutcome } from '@tradefront/rules/trading/outcome'
import { maxCloseDelayMs } from '@tradefront/rules/trading/purchase-rules'
import { findSymbol } from '@tradefront/rules/trading/symbols'

import type { AppContext } from '../../context.ts'
import { dayMs } from '../../platform/clock.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { signReceipt } from '../log/service.ts'
import { findSealedEntry } from './trade-start.ts'
import {
  countRefusals,
  deleteRefusals,
  insertRefusals,
  listEndedRefusals,
  type RefusalCount,
  type RefusalOutcome,
  type RefusedPurchase,
  setOutcome,
} from './refusal-store.ts'
import { getTradingSettings } from './trading-settings.ts'

const batchSize = 500
const keptDays = 90
/** Counts of this many days are published. */
export const countedDays = 30

/** `getExpiry` gets the time at which the trade would have started. */
export type RefusedOrder = Pick<RefusedPurchase, 'symbol' | 'direction' | 'code' | 'strikePoints'> & {
  readonly getExpiry: (entryAt: Date) => Date
}

/**
 * Notes that a purchase was refused at its arrival, and returns a signed receipt with time and reason. Null for practice money. A failure is
 * reported and not thrown, so that the trader still gets the reply.
 */
export async function noteRefusal(
  context: AppContext,
  { id: userId, isPractice }: Pick<SessionUser, 'id' | 'isPractice'>,
  { getExpiry, ...order }: RefusedOrder,
): Promise<string | null> {
  if (isPractice || findSymbol(order.symbol) === undefined) return null
  try {
    const refusedAt = context.clock.now()
    const entry = await findSealedEntry(context.market, await getTradingSettings(context), refusedAt)
    const entryAt = new Date(entry?.atMs ?? refusedAt.getTime())
    const expiresAt = getExpiry(entryAt)
    // The order can be e.g. for a ladder that is over.
    if (expiresAt <= entryAt) return null
    const id = context.newId()
    await insertRefusals(context.db, [{ ...order, id, userId, refusedAt, entryAt, expiresAt }])
    const { symbol, direction, code } = order
    const times = [refusedAt, entryAt, expiresAt].map((at) => at.toISOString())
    return await signReceipt(context, [`refused ${id}`, code, `${symbol} ${direction}`, ...times])
  } catch (error) {
    context.onError(error)
    return null
  }
}

/** Finds how refused purchases would have ended. Run by a job. */
export async function judgeRefusals(context: AppContext): Promise<void> {
  const { db, clock, market } = context
  const nowMs = clock.now().getTime()
  await deleteRefusals(db, new Date(nowMs - keptDays * dayMs))
  const ended = await listEndedRefusals(db, new Date(nowMs - maxCloseDelayMs), batchSize)
  const outcomes = await Promise.all(ended.map(async (each) => ({ id: each.id, outcome: await findOutcome(each) })))
  for (const [outcome, judged] of Map.groupBy(outcomes, (each) => each.outcome))
    if (outcome !== null)
      await setOutcome(
        db,
        outcome,
        judged.map(({ id }) => id),
      )

  /** Finds how the purchase would have ended. Returns null if its prices are not known yet. */
  async function findOutcome(refused: RefusedPurchase): Promise<RefusalOutcome | null> {
    const { symbol, direction, entryAt, expiresAt, strikePoints } = refused
    const [opened, closed] = await Promise.all([
      market.findFirstQuote(symbol, entryAt.getTime(), entryAt.getTime() + maxCloseDelayMs),
      market.findClosingPrice(symbol, expiresAt.getTime()),
    ])
    if (opened === undefined || closed === undefined) return null
    if (opened === null || closed === null) return 'unknown'
    return decideOutcome(direction, strikePoints ?? opened.points, closed.points)
  }
}

/** Counts refused purchases of the last days, by reason. */
export function listRefusalCounts({ reports, clock }: AppContext): Promise<RefusalCount[]> {
  return countRefusals(reports, new Date(clock.now().getTime() - countedDays * dayMs))
}
