import { queryOptions } from '@tanstack/react-query'
import {
  type Ladder,
  type Market,
  type PriceCandle,
  type Quote,
  toPriceCandle,
  type Trade,
  type TradeProof,
  tradingCalls,
} from '@tradefront/contract/trading'
import { toQuote } from '@tradefront/contract/trade-view'
import type { CandleSeconds } from '@tradefront/rules/trading/candles'
import type { Direction, ExpirySeconds } from '@tradefront/rules/trading/options'

import { callKey } from '../../platform/api/call-query.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { startWithPageReply } from '../../platform/api/page-replies.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { queryClient } from '../../platform/api/query-client.ts'
import { type CallReply, request } from '../../platform/api/request.ts'
import { syncServerClock } from '../../platform/clock.ts'

export const marketKey = callKey(tradingCalls.getMarket)

/** Market and trades. Live events keep them up to date, see use-market.ts. */
export const marketQuery = queryOptions<Market>({
  queryKey: marketKey,
  queryFn: async ({ signal }) => {
    const sentAt = performance.now()
    const reply = await request(tradingCalls.getMarket, { signal })
    syncServerClock(reply.now + (performance.now() - sentAt) / 2)
    return toMarket(reply)
  },
  ...startWithPageReply(tradingCalls.getMarket, {}, toMarket),
  staleTime: ({ state }) => (state.dataUpdatedAt === 0 ? 0 : Infinity),
  refetchOnWindowFocus: false,
})

function toMarket({ now: _now, ...market }: CallReply<typeof tradingCalls.getMarket>): Market {
  return { ...market, closedTrades: market.closedTrades.toSorted(compareClosed) }
}

/** Oldest first. @param beforeMs null for the latest */
export async function loadCandles(
  symbol: string,
  seconds: CandleSeconds,
  options: { readonly beforeMs: number | null; readonly limit: number; readonly signal: AbortSignal },
): Promise<PriceCandle[]> {
  const { beforeMs, limit, signal } = options
  const body = { symbol, seconds, limit, before: beforeMs ?? undefined }
  return (await performCall(tradingCalls.listCandles, { body, signal })).candles?.map(toPriceCandle) ?? []
}

/** Reply with quotes, or with `firstAtMs` if the server has no earlier price. */
export type PastQuotesReply =
  | { readonly quotes: readonly { readonly price: number; readonly atMs: number }[]; readonly isComplete: boolean }
  | { readonly message: string; readonly firstAtMs: number | null }

/**
 * Loads the quotes of five minutes, oldest first.
 * @param fromMs a whole multiple of five minutes
 */
export async function loadPastQuotes(symbol: string, fromMs: number, signal: AbortSignal): Promise<PastQuotesReply> {
  const reply = await request(tradingCalls.listPastQuotes, { body: { symbol, from: fromMs }, signal })
  const { quotes, isComplete = false, firstAtMs = null, message = '' } = reply
  if (quotes === undefined) return { message, firstAtMs }
  return { quotes: quotes.map(([price, atMs]) => ({ price, atMs })), isComplete }
}

export type TicketOrder = {
  readonly symbol: string
  readonly direction: Direction
  readonly stake: number
  readonly expiry: ExpirySeconds
  /** Price that the trader saw. It is not sent for a sealed price. */
  readonly price?: number
  readonly tolerance?: number
  /** Payout that the trader saw. */
  readonly payout: number
}

export type LadderOrder = {
  readonly symbol: string
  readonly direction: Direction
  readonly strike: number
  readonly expiresAtMs: number
  readonly stake: number
  /** Payout that the trader saw. */
  readonly payout: number
  readonly tolerance: number
}

export type Order = TicketOrder | LadderOrder

/**
 * Result of an order. With `offer`, it was refused, because the price of the ticket, or the payout of the ladder, has moved to that value.
 */
export type OrderResult = { readonly trade: Trade } | { readonly offer: number }

/**
 * Buys by `modules/trading/buy-trade.ts` of the server, or by `ladder.ts` beside it. Throws an ApiError.
 * @param validUntilMs server time after which nothing is bought: the call then finds out whether an earlier one has bought
 */
export async function placeOrder(order: Order, key: string, validUntilMs: number): Promise<OrderResult> {
  const options = { headers: { 'idempotency-key': key }, timeoutMs: 10_000 }
  if ('strike' in order) {
    const reply = await request(tradingCalls.buyLadder, { body: { ...order, validUntilMs }, ...options })
    return toOrderResult(reply, 'trading.payout_changed', reply.payout)
  }
  const reply = await request(tradingCalls.buyTrade, { body: { ...order, validUntilMs }, ...options })
  return toOrderResult(reply, 'trading.price_moved', reply.price)
}

type BuyReply = CallReply<typeof tradingCalls.buyTrade> | CallReply<typeof tradingCalls.buyLadder>

/** Reads the reply of a purchase. Throws an ApiError for a refusal other than `movedCode`. */
function toOrderResult(reply: BuyReply, movedCode: string, offer: number | undefined): OrderResult {
  if (reply.return && reply.trade !== undefined) return { trade: reply.trade }
  if (reply.error === movedCode && offer !== undefined) return { offer }
  throw new ApiError('refused', 200, reply.error ?? '', reply.message ?? '')
}

/** Loads the ladder of a symbol, or why it has none. */
export function ladderQuery(symbol: string) {
  return queryOptions<Ladder | ApiError>({
    queryKey: callKey(tradingCalls.getLadder, { body: { symbol } }),
    queryFn: async ({ signal }) => {
      try {
        const { ladder } = await performCall(tradingCalls.getLadder, { body: { symbol }, signal })
        if (ladder === undefined) throw new Error('The reply has no ladder')
        return ladder
      } catch (error) {
        if (error instanceof ApiError && error.kind === 'refused') return error
        throw error
      }
    },
    refetchInterval: 30_000,
  })
}

/** Result of a sale. With `amount`, it was refused, because the value has fallen to that. */
export type Sale = { readonly trade: Trade } | { readonly amount: number }

/**
 * Sells a trade. Throws an ApiError.
 * @param amount value that the trader saw
 */
export async function requestSale(id: string, amount: number): Promise<Sale> {
  const reply = await request(tradingCalls.sellTrade, { body: { id, amount }, timeoutMs: 10_000 })
  if (reply.return && reply.trade !== undefined) return { trade: reply.trade }
  if (reply.error === 'trading.value_fell' && reply.amount !== undefined) return { amount: reply.amount }
  throw new ApiError('refused', 200, reply.error ?? '', reply.message ?? '')
}

export type TradeCheck = {
  readonly trade: Trade
  readonly quotes: readonly Quote[]
  /** Trades on the market. The median of their prices decided this trade. */
  readonly closingTrades: readonly Quote[]
  /** Null: the prices came from a market. */
  readonly proof: TradeProof | null
}

/** Loads a trade to check it. Null: this trader has no such trade. */
export function tradeCheckQuery(id: string) {
  return queryOptions<TradeCheck | null>({
    queryKey: callKey(tradingCalls.getTrade, { body: { id } }),
    queryFn: async ({ signal }) => {
      try {
        const reply = await performCall(tradingCalls.getTrade, { body: { id }, signal })
        const { trade, quotes = [], closingTrades = [], proof = null } = reply
        return trade === undefined
          ? null
          : { trade, quotes: quotes.map(toQuote), closingTrades: closingTrades.map(toQuote), proof }
      } catch (error) {
        if (error instanceof ApiError && [400, 404].includes(error.status)) return null
        throw error
      }
    },
    staleTime: 5000,
  })
}

/** Shows a trade that was bought or has closed. */
export function applyTrade(trade: Trade): void {
  queryClient.setQueryData(marketQuery.queryKey, (market) => market && withTrade(market, trade))
}

/** Sorts the latest first. */
function compareClosed(a: Trade, b: Trade): number {
  return (b.closedAtMs ?? b.expiresAtMs) - (a.closedAtMs ?? a.expiresAtMs)
}

/**
 * Adds a trade or changes it. A trade that has ended never opens again, and one that has started never waits again, whatever arrives late.
 */
export function withTrade(market: Market, trade: Trade): Market {
  const known = market.openTrades.find(({ id }) => id === trade.id)
  if (known !== undefined && known.openPrice !== null && trade.openPrice === null) return market
  const isKnownClosed = market.closedTrades.some(({ id, state }) => id === trade.id && state !== 'open')
  if (trade.state === 'open' && isKnownClosed) return market
  const open = market.openTrades.filter(({ id }) => id !== trade.id)
  const closed = market.closedTrades.filter(({ id }) => id !== trade.id)
  return trade.state === 'open'
    ? { ...market, openTrades: [...open, trade] }
    : { ...market, openTrades: open, closedTrades: [trade, ...closed].toSorted(compareClosed) }
}
