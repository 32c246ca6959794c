import { landingCalls } from '@tradefront/contract/landing'
import { tradingCalls } from '@tradefront/contract/trading'
import type { FastifyInstance } from 'fastify'

import type { AppContext } from '../../context.ts'
import { toRefusalReply } from '../../platform/http/error-handler.ts'
import { AppError } from '../../platform/http/errors.ts'
import { readIdempotencyKey } from '../../platform/http/idempotency-key.ts'
import { findPriceSource } from '../../gateways/market/price-source.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import { isUuid } from '../../platform/is-uuid.ts'
import { buyTrade } from './buy-trade.ts'
import { describeTrade, getTrade } from './get-trade.ts'
import { listPastQuotes } from './list-past-quotes.ts'
import { createListDayPrices, createListMarkets, listCandles, listLatestQuotes, listMarketDays } from './market.ts'
import { countedDays, listRefusalCounts, noteRefusal } from './refusals.ts'
import { sellTrade } from './sell-trade.ts'
import { showMarket } from './service.ts'
import { keepTrial, listTrialPrices, openTrial, readTrial } from './trials.ts'
import { toTradeView } from './trade-view.ts'
import { getTradingSettings } from './trading-settings.ts'

const listedDays = 30
/** Limit for charts: one asks for a few when it opens, and for one with each step back. */
const candlesPerMinute = 600
/** Limit for replays: at its highest speed, 300 times, one reads once a second. Traders can share an address. */
const pastQuotesPerMinute = 240

// These limits are for visitors: several landing pages can be behind one address.

/** A page asks for markets every two seconds. */
const marketsPerMinute = 300
/** A page asks for prices every second. */
const trialPricesPerMinute = 600
const trialsPerMinute = 30
/** A page asks for its trade every second while that is open. */
const trialReadsPerMinute = 300

export function tradingRoutes(app: FastifyInstance, context: AppContext): void {
  registerCall(app, tradingCalls.getMarket, ({ user }) => showMarket(context, user))
  const listMarkets = createListMarkets(context)
  registerCall(
    app,
    landingCalls.listMarkets,
    async () => {
      const [{ fill }, prices, markets] = await Promise.all([
        getTradingSettings(context),
        findPriceSource(context.market),
        listMarkets(),
      ])
      return { ...okReply, prices, fill, markets }
    },
    { perMinute: marketsPerMinute },
  )
  registerCall(
    app,
    landingCalls.listTrialPrices,
    async ({ body: { symbol, after } }) => {
      const listed = await listTrialPrices(context, symbol, after)
      return listed.ok ? { ...okReply, ...listed.value } : listed
    },
    { perMinute: trialPricesPerMinute },
  )
  registerCall(
    app,
    landingCalls.openTrial,
    async ({ body }) => {
      const opened = await openTrial(context, body)
      return opened.ok ? { ...okReply, token: opened.value.token, trade: toTradeView(opened.value.trade) } : opened
    },
    { perMinute: trialsPerMinute },
  )
  registerCall(
    app,
    landingCalls.readTrial,
    async ({ body }) => {
      const trial = await readTrial(context, body.token)
      return trial.ok ? { ...okReply, ...(await describeTrade(context, trial.value)) } : trial
    },
    { perMinute: trialReadsPerMinute },
  )
  registerCall(app, tradingCalls.listQuotes, async () => ({ ...okReply, quotes: await listLatestQuotes(context) }))
  const listDayPrices = createListDayPrices(context)
  registerCall(app, tradingCalls.listDayPrices, async () => ({ ...okReply, symbols: await listDayPrices() }))
  registerCall(
    app,
    tradingCalls.listCandles,
    async ({ body: { symbol, seconds, before, limit } }) => {
      const listed = await listCandles(context, symbol, seconds, before, limit)
      return listed.ok ? { ...okReply, candles: listed.value } : listed
    },
    { perMinute: candlesPerMinute },
  )
  registerCall(
    app,
    tradingCalls.listPastQuotes,
    async ({ body: { symbol, from } }) => {
      const listed = await listPastQuotes(context, symbol, from)
      return listed.ok ? { ...okReply, ...listed.value } : listed
    },
    { perMinute: pastQuotesPerMinute },
  )
  registerCall(app, tradingCalls.buyTrade, async ({ user, body, request }) => {
    const key = readIdempotencyKey(request)
    if (key === null || !isUuid(key)) throw new AppError('errors.malformed')

    const bought = await buyTrade(context, user, body, key)
    if (bought.ok) return { ...okReply, trade: toTradeView(bought.value) }
    const { code } = bought
    const { symbol, direction, expiry } = body
    const getExpiry = (entryAt: Date) => new Date(entryAt.getTime() + expiry * 1000)
    const receipt = await noteRefusal(context, user, { symbol, direction, code, strikePoints: null, getExpiry })
    return { ...toRefusalReply(request, bought), receipt: receipt ?? undefined }
  })
  registerCall(app, tradingCalls.sellTrade, async ({ user, body }) => {
    const sold = await sellTrade(context, user, body.id, body.amount)
    return sold.ok ? { ...okReply, trade: toTradeView(sold.value) } : sold
  })
  registerCall(app, tradingCalls.getTrade, async ({ user, body }) => ({
    ...okReply,
    ...(await getTrade(context, user.id, body.id)),
  }))
  registerCall(app, tradingCalls.keepTrial, async ({ user, body }) => {
    const kept = await keepTrial(context, user.id, body.token)
    return kept.ok ? { ...okReply, trade: toTradeView(kept.value) } : kept
  })
  registerCall(app, tradingCalls.listRefusals, async () => ({
    ...okReply,
    days: countedDays,
    refusals: await listRefusalCounts(context),
  }))
  registerCall(app, tradingCalls.listMarketDays, async () => ({
    ...okReply,
    days: await listMarketDays(context, listedDays),
  }))
}
