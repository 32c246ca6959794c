import { tradingCalls } from '@tradefront/contract/trading'
import { findSymbol, toPoints, toPrice } from '@tradefront/rules/trading/symbols'
import type { FastifyInstance } from 'fastify'

import type { AppContext } from '../../context.ts'
import { toRefusalReply } from '../../platform/http/error-handler.ts'
import { AppError } from '../../platform/http/errors.ts'
import { readIdempotencyKey } from '../../platform/http/idempotency-key.ts'
import { getRequestLocale } from '../../platform/http/locale.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import { isUuid } from '../../platform/is-uuid.ts'
import { issueLadderToken } from './ladder-tokens.ts'
import { buyLadder, getLadder } from './ladder.ts'
import { noteRefusal } from './refusals.ts'
import { toTradeView } from './trade-view.ts'

/** spec: account 7 */
export function ladderRoutes(app: FastifyInstance, context: AppContext): void {
  registerCall(app, tradingCalls.getLadderUrl, async ({ user, body, request }) => {
    const symbol = body?.symbol
    const query = new URLSearchParams({ ...(symbol && { symbol }), token: issueLadderToken(context, user) })
    return { ...okReply, url: `/${getRequestLocale(request)}/ladder?${query.toString()}` }
  })
  registerCall(app, tradingCalls.getLadder, async ({ body }) => {
    const found = await getLadder(context, body.symbol)
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
    const bought = await buyLadder(context, user, body, key)
    if (bought.ok) return { ...okReply, trade: toTradeView(bought.value) }
    const { code } = bought
    const { symbol, direction, strike, expiresAtMs } = body
    const strikePoints = toPoints(strike, findSymbol(symbol)?.digits ?? 0)
    const getExpiry = () => new Date(expiresAtMs)
    const receipt = await noteRefusal(context, user, { symbol, direction, code, strikePoints, getExpiry })
    return { ...toRefusalReply(request, bought), receipt: receipt ?? undefined }
  })
}
