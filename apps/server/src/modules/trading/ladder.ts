import { ok, refuse, type Result } from '@tradefront/rules/result'
import { findDeviation } from '@tradefront/rules/trading/deviation'
import {
  computeLadderPayout,
  findLadderExpiry,
  lastLadderPurchaseMs,
  ladderRoundMs,
} from '@tradefront/rules/trading/ladder'
import type { Direction } from '@tradefront/rules/trading/options'
import { findSymbol, toPoints, toPrice, type TradingSymbol } from '@tradefront/rules/trading/symbols'

import type { AppContext } from '../../context.ts'
import type { Quote } from '../../gateways/market/market-feed.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import { findEarlyAnswer, identifyPurchase, placeTrade, type Trader, type TradeTerms } from './place-trade.ts'
import { findTradeStart } from './trade-start.ts'
import type { Trade } from './trade.ts'
import { getTradingSettings, type TradingSettings } from './trading-settings.ts'

/** An order on the ladder, with the stake in major units. */
export type LadderRequest = {
  readonly symbol: string
  readonly direction: Direction
  readonly strike: number
  readonly expiresAtMs: number
  readonly stake: number
  /** Payout that the trader saw, as a part of the stake. */
  readonly payout: number
  /** How much lower the payout can be. */
  readonly tolerance: number
  readonly validUntilMs?: number
}

/** With these terms and the day of the symbol, a page computes payouts as the server does. */
export type LadderTerms = {
  readonly symbol: TradingSymbol
  readonly quote: Quote
  readonly expiresAt: Date
  readonly marginPercent: number
}

// A ladder has options on several strikes with one expiry. They are trades like others, but for their strike and payout.

export async function getLadder(context: AppContext, name: string): Promise<Result<LadderTerms>> {
  const symbol = findSymbol(name)
  if (symbol === undefined) return refuse('trading.unknown_symbol')
  const settings = await getTradingSettings(context)
  const found = await findLadderPrice(
    context,
    symbol,
    settings,
    (openedAt) => new Date(findLadderExpiry(openedAt.getTime())),
  )
  if (!found.ok) return found
  const { latest, expiresAt } = found.value
  return ok({ symbol, quote: latest, expiresAt, marginPercent: settings.ladderMarginPercent })
}

export async function buyLadder(
  context: AppContext,
  user: Trader,
  request: LadderRequest,
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
  request: LadderRequest,
  settings: TradingSettings,
): Promise<Result<TradeTerms>> {
  const symbol = findSymbol(request.symbol)
  if (symbol === undefined) return refuse('trading.unknown_symbol')
  if (!isOffered(request.expiresAtMs, context.clock.now().getTime())) return refuse('trading.ladder_over')
  const found = await findLadderPrice(context, symbol, settings, () => new Date(request.expiresAtMs))
  if (!found.ok) return found
  const { latest, state, isMeasured: _isMeasured, ...start } = found.value
  const strikePoints = toPoints(request.strike, symbol.digits)
  const payoutPercent = computeLadderPayout({
    direction: request.direction,
    strike: strikePoints,
    points: latest.points,
    ...findDeviation(state, start.expiresAt.getTime()),
    marginPercent: settings.ladderMarginPercent,
  })
  if (payoutPercent === null) return refuse('trading.ladder_strike')
  const leastPercent = Math.round((request.payout - request.tolerance) * 100)
  if (payoutPercent < leastPercent) {
    const payout = payoutPercent / 100
    return refuse('trading.payout_changed', { payout }, { price: toPrice(latest.points, symbol.digits), payout })
  }
  const leastPayoutPercent = start.quote === null ? Math.max(0, leastPercent) : null
  return ok({ ...start, symbol, payoutPercent, strikePoints, leastPayoutPercent })
}

/** Finds the price at which the ladder starts. No other expiry can be chosen. */
async function findLadderPrice(
  context: AppContext,
  symbol: TradingSymbol,
  settings: TradingSettings,
  getExpiry: (openedAt: Date) => Date,
) {
  const found = await findTradeStart(context, symbol, settings, getExpiry)
  if (!found.ok) return found.code === 'trading.expiry_closed' ? refuse('trading.ladder_closed') : found
  return found.value.isMeasured ? found : refuse('trading.ladder_unmeasured')
}

/** Returns whether the ladder of this expiry is offered. A page can show one that has just been replaced by the next one. */
function isOffered(expiresAtMs: number, nowMs: number): boolean {
  const leftMs = expiresAtMs - nowMs
  return expiresAtMs % ladderRoundMs === 0 && leftMs >= lastLadderPurchaseMs && expiresAtMs <= findLadderExpiry(nowMs)
}

function hashRequest({ symbol, direction, strike, expiresAtMs, stake, payout, tolerance }: LadderRequest): Buffer {
  return sha256(JSON.stringify(['ladder', symbol, direction, strike, expiresAtMs, stake, payout, tolerance]))
}
