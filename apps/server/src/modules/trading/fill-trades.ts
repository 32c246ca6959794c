import { findDeviation } from '@tradefront/rules/trading/deviation'
import { computeLadderPayout } from '@tradefront/rules/trading/ladder'
import type { TradeRefusal } from '@tradefront/rules/trading/options'

import type { AppContext } from '../../context.ts'
import type { Quote } from '../../gateways/market/market-feed.ts'
import { getViolatedConstraint } from '../../platform/http/errors.ts'
import { lockUsers } from '../users/service.ts'
import { findFillPrice } from './find-fill-price.ts'
import { findPriceMoves } from './find-price-moves.ts'
import { handleApart } from './handle-apart.ts'
import { publishTrades } from './publish-trades.ts'
import { fillSales } from './fill-sales.ts'
import { insertRefusals, type RefusedPurchase } from './refusal-store.ts'
import { closeTrades, fillTrades, listWaitingTrades, lockOpenTrades, type WaitingTrade } from './trade-store.ts'
import type { Trade } from './trade.ts'
import { getTradingSettings } from './trading-settings.ts'

/** How many rows one statement has. */
const batchSize = 500

/** Fills purchases and sales whose epoch has begun. Safe to run on every server at once. */
export async function fillOrders(context: AppContext): Promise<void> {
  await fillWaitingTrades(context)
  await fillSales(context)
}

async function fillWaitingTrades(context: AppContext): Promise<void> {
  const { db, clock } = context
  for (;;) {
    const waiting = await listWaitingTrades(db, clock.now(), batchSize)
    const openings = await Promise.all(waiting.map((each) => findOpening(context, each)))
    const known = openings.filter((opening) => opening !== null)
    await fill(known.filter(({ code }) => code === null))
    for (const [code, refused] of Map.groupBy(known, (opening) => opening.code))
      if (code !== null) await refuse(refused, code)
    if (waiting.length < batchSize || known.length === 0) return
  }

  async function fill(openings: readonly Opening[]): Promise<void> {
    const fillSome = (some: readonly Opening[]) => db.transaction().execute((trx) => fillTrades(trx, some))
    const filled = await handleApart(openings, fillSome, async (opening, error) => {
      // A higher payout of the ladder can be more than the house may lose.
      if (getViolatedConstraint(error) === 'trade_exposures_limit') await refuse([opening], 'trading.house_limit')
      else context.onError(error)
    })
    await publishTrades(context, filled)
  }

  async function refuse(openings: readonly Opening[], code: TradeRefusal): Promise<void> {
    const refuseSome = (some: readonly Opening[]) =>
      refuseTrades(
        context,
        some.map(({ id }) => id),
        code,
      )
    await publishTrades(context, await handleApart(openings, refuseSome, (_opening, error) => context.onError(error)))
  }
}

type Opening = {
  readonly id: string
  readonly openPoints: number
  readonly payoutPercent: number
  /** Why the trade is refused. Null: it is filled. */
  readonly code: TradeRefusal | null
}

/** Finds the opening of a trade. Returns null if its price is not known yet. One that cannot be found does not hold up others. */
async function findOpening(context: AppContext, waiting: WaitingTrade): Promise<Opening | null> {
  try {
    return await readOpening(context, waiting)
  } catch (error) {
    context.onError(error)
    return null
  }
}

async function readOpening(context: AppContext, { trade, leastPayoutPercent }: WaitingTrade): Promise<Opening | null> {
  const { id, payoutPercent } = trade
  const opening = { id, openPoints: 0, payoutPercent }
  const quote = await findFillPrice(context, trade.symbol, trade.openedAt)
  if (quote === undefined) return null
  if (quote === 'late') return { ...opening, code: 'trading.refused_frozen' }
  const filled = { ...opening, openPoints: quote.points, code: null }
  if (leastPayoutPercent === null) return filled
  const payout = await computePayoutAt(context, trade, quote)
  if (payout === null) return { ...opening, code: 'trading.refused_strike' }
  if (payout < leastPayoutPercent) return { ...opening, code: 'trading.refused_payout' }
  return { ...filled, payoutPercent: payout }
}

/** Computes the payout of an option on the ladder. Returns null if the strike is not offered at this price. */
async function computePayoutAt(context: AppContext, trade: Trade, { points, atMs }: Quote): Promise<number | null> {
  if (trade.strikePoints === null) return null
  const { ladderMarginPercent: marginPercent } = await getTradingSettings(context)
  const state = { ...(await findPriceMoves(context.market, trade.symbol, new Date(atMs))), points, atMs }
  return computeLadderPayout({
    ...findDeviation(state, trade.expiresAt.getTime()),
    direction: trade.direction,
    strike: trade.strikePoints,
    points,
    marginPercent,
  })
}

/** Refuses waiting trades, and returns their stakes. */
async function refuseTrades(context: AppContext, ids: readonly string[], code: TradeRefusal): Promise<Trade[]> {
  const at = context.clock.now()
  return context.db.transaction().execute(async (trx) => {
    const open = await lockOpenTrades(trx, ids)
    const waiting = open.filter(({ openPoints }) => openPoints === null)
    await lockUsers(trx, [...new Set(waiting.map(({ userId }) => userId))])
    await insertRefusals(
      trx,
      waiting.flatMap((trade) => describeRefusedPurchase(trade, code, at)),
    )
    return closeTrades(
      trx,
      waiting.map((trade) => ({ trade, end: describeRefusal(trade, code, at), ownEdge: 0 })),
      at,
    )
  })
}

/** Describes the purchase for the counts of refused ones, which practice money does not change. */
function describeRefusedPurchase(trade: Trade, code: TradeRefusal, refusedAt: Date): RefusedPurchase[] {
  const { id, userId, isPractice, symbol, direction, openedAt: entryAt, expiresAt, strikePoints } = trade
  return isPractice ? [] : [{ id, userId, symbol, direction, code, refusedAt, entryAt, expiresAt, strikePoints }]
}

/** Describes the end of a trade that never started. */
export function describeRefusal({ stake }: Pick<Trade, 'stake'>, refusal: TradeRefusal, at: Date) {
  return { state: 'refused', refusal, closePoints: null, closedAt: at, returned: stake } as const
}
