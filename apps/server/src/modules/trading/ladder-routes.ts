import { tradingCalls } from '@tradefront/contract/trading'
import { refuse } from '@tradefront/rules/result'
import { symbols, toPrice } from '@tradefront/rules/trading/symbols'
import type { FastifyInstance } from 'fastify'

import { toRefusalReply } from '../../platform/http/error-handler.ts'
import { AppError } from '../../platform/http/errors.ts'
import { readIdempotencyKey } from '../../platform/http/idempotency-key.ts'
import { getRequestLocale } from '../../platform/http/locale.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import { isUuid } from '../../platform/is-uuid.ts'
import { formatLimit } from './format-limit.ts'
import type { LadderTokens } from './ladder-tokens.ts'
import type { TradingService } from './service.ts'
import { toTradeView } from './trade-view.ts'

type LadderRoutesDeps = { readonly trading: TradingService; readonly ladderTokens: LadderTokens }

/** spec: account 7 */
export function ladderRoutes({ trading, ladderTokens }: LadderRoutesDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    registerCall(app, tradingCalls.getLadderUrl, async ({ user, body, request }) => {
      const query = new URLSearchParams({
        symbol: body?.symbol ?? symbols[0]?.name ?? '',
        token: ladderTokens.issueToken(user.id),
      })
      return { ...okReply, url: `/${getRequestLocale(request)}/ladder?${query.toString()}` }
    })
    registerCall(app, tradingCalls.getLadder, async ({ user, body }) => {
      if (!ladderTokens.verifyToken(body.token, user.id)) return refuse('trading.ladder_expired')
      const found = await trading.getLadder(body.symbol)
      if (!found.ok) return found
      const { symbol, quote, expiresAt, marginPercent } = found.value
      const { digits } = symbol
      return {
        ...okReply,
        ladder: {
          symbol: symbol.name,
          price: toPrice(quote.points, digits),
          expiresAtMs: expiresAt.getTime(),
          margin: marginPercent / 100,
        },
      }
    })
    registerCall(app, tradingCalls.buyLadder, async ({ user, body, request }) => {
      const key = readIdempotencyKey(request)
      if (key === null || !isUuid(key)) throw new AppError('errors.malformed')
      const { token, ...order } = body
      if (!ladderTokens.verifyToken(token, user.id)) return refuse('trading.ladder_expired')
      const bought = await trading.buyLadder(user, order, key)
      if (bought.ok) return { ...okReply, trade: toTradeView(bought.value) }
      const { code, limit, price, payout, params } = bought
      const named = limit === undefined ? params : { amount: formatLimit(limit, user.currency, request) }
      return {
        ...toRefusalReply(request, code, named),
        ...(price !== undefined && { price }),
        ...(payout !== undefined && { payout }),
      }
    })
  }
}
