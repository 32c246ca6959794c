import { ok, refuse, type Result } from '@tradefront/rules/result'
import type { Direction, ExpirySeconds } from '@tradefront/rules/trading/options'
import { isPriceWorse } from '@tradefront/rules/trading/purchase-rules'
import { findSymbol, toPoints, toPrice, type TradingSymbol } from '@tradefront/rules/trading/symbols'

import type { AppContext } from '../../context.ts'
import type { Quote } from '../../gateways/market/market-feed.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import { findEarlyAnswer, identifyPurchase, placeTrade, type Trader, type TradeTerms } from './place-trade.ts'
import { findTradeStart } from './trade-start.ts'
import type { Trade } from './trade.ts'
import { getPayoutPercent, getTradingSettings, type TradingSettings } from './trading-settings.ts'

/** An order to buy, with the stake in major units. */
export type TradeRequest = {
  readonly symbol: string
  readonly direction: Direction
  readonly stake: number
  readonly expiry: ExpirySeconds
  /** Price that the trader saw. Without it, any price is accepted. */
  readonly price?: number
  /** How much worse the price can be, in units of the price. Default: 0. */
  readonly tolerance?: number
  /** After this time, nothing is bought. */
  readonly validUntilMs?: number
  /** Payout that the trader saw, as a part of the stake. */
  readonly payout?: number
}

/** Buys at the first price after arrival, or at a sealed price, for which the trade then waits. */
export async function buyTrade(
  context: AppContext,
  user: Trader,
  request: TradeRequest,
  idempotencyKey: string,
): Promise<Result<Trade>> {
  const { direction, stake, validUntilMs } = request
  const order = { idempotencyKey, requestHash: hashRequest(request), validUntilMs, direction, stake }
  const purchase = identifyPurchase(user, order)
  const settings = await getTradingSettings(context)
  const early = await findEarlyAnswer(context, purchase, settings)
  if (early !== null) return early
  const terms = await decideTerms(context, request, settings)
  return terms.ok ? placeTrade(context, purchase, terms.value, settings) : terms
}

async function decideTerms(
  context: AppContext,
  request: TradeRequest,
  settings: TradingSettings,
): Promise<Result<TradeTerms>> {
  const symbol = findSymbol(request.symbol)
  if (symbol === undefined) return refuse('trading.unknown_symbol')
  const payoutPercent = getPayoutPercent(settings, symbol)
  const found = await findTradeStart(
    context,
    symbol,
    settings,
    (openedAt) => new Date(openedAt.getTime() + request.expiry * 1000),
  )
  if (!found.ok) return found
  const { latest: _latest, state: _state, isMeasured: _isMeasured, ...start } = found.value
  const moved = start.quote === null ? null : findWorsePrice(request, start.quote, symbol)
  if (moved !== null) return refuse('trading.price_moved', {}, { price: moved })
  if (request.payout !== undefined && payoutPercent < Math.round(request.payout * 100))
    return refuse('trading.payout_changed', { payout: payoutPercent / 100 })
  return ok({ ...start, symbol, payoutPercent, strikePoints: null, leastPayoutPercent: null })
}

/** Returns the present price if it is worse than the one that the trader saw, or null. */
function findWorsePrice(
  { direction, price, tolerance }: TradeRequest,
  { points }: Quote,
  { digits }: TradingSymbol,
): number | null {
  if (price === undefined) return null
  const isWorse = isPriceWorse(direction, points, toPoints(price, digits), toPoints(tolerance ?? 0, digits))
  return isWorse ? toPrice(points, digits) : null
}

function hashRequest({ symbol, direction, stake, expiry, price, tolerance, payout }: TradeRequest): Buffer {
  return sha256(JSON.stringify([symbol, direction, stake, expiry, price, tolerance, payout]))
}
