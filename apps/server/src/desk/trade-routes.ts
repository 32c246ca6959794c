import { deskTradeCalls, tradeReaders } from '@tradefront/contract/desk-trades'
import { deskTradingCalls, tradingReaders } from '@tradefront/contract/desk-trading'
import { refuse } from '@tradefront/rules/result'
import type { FastifyInstance } from 'fastify'

import { readDeskTrading } from '../modules/trading/desk-query.ts'
import { findDeskTrade, listDeskTrades } from '../modules/trading/desk-trades.ts'
import { okReply } from '../platform/http/route.ts'
import { type DeskContext, registerDeskCall } from './desk-http.ts'

/** Trades of real money, what voiding one would change, and what can be traded now. */
export function tradeRoutes(app: FastifyInstance, context: DeskContext): void {
  const { db } = context
  registerDeskCall(
    app,
    context,
    deskTradeCalls.listTrades,
    async ({ query: { day, ...filter } }) => ({ ...okReply, trades: await listDeskTrades(db, day, filter) }),
    tradeReaders,
  )
  registerDeskCall(
    app,
    context,
    deskTradeCalls.getTrade,
    async ({ params }) => {
      const trade = await findDeskTrade(db, params.id)
      return trade === null ? refuse('errors.not_found') : { ...okReply, trade }
    },
    tradeReaders,
  )
  registerDeskCall(
    app,
    context,
    deskTradingCalls.getTrading,
    async () => ({ ...okReply, ...(await readDeskTrading(db, new Date())) }),
    tradingReaders,
  )
}
