import { deskTradingCalls, tradingReaders } from '@tradefront/contract/desk-trading'
import type { FastifyInstance } from 'fastify'

import { okReply } from '../platform/http/route.ts'
import { readDeskTrading } from '../modules/trading/desk-query.ts'
import { type DeskContext, registerDeskCall } from './desk-http.ts'

export function tradingRoutes(app: FastifyInstance, context: DeskContext): void {
  registerDeskCall(
    app,
    context,
    deskTradingCalls.getTrading,
    async () => ({ ...okReply, ...(await readDeskTrading(context.db, new Date())) }),
    tradingReaders,
  )
}
