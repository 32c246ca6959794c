import { traderCalls, traderReaders, withdrawalReaders } from '@tradefront/contract/desk-traders'
import { refuse } from '@tradefront/rules/result'
import type { FastifyInstance } from 'fastify'

import { okReply } from '../platform/http/route.ts'
import { type DeskContext, registerDeskCall } from './desk-http.ts'
import { recordRead } from '../modules/operators/desk-session-store.ts'
import { search } from './search-query.ts'
import { listTraderEvents } from './trader-events-query.ts'
import { findTraderDetails } from './trader-query.ts'

export function traderRoutes(app: FastifyInstance, context: DeskContext): void {
  const { db } = context
  registerDeskCall(
    app,
    context,
    traderCalls.search,
    async ({ query: { text }, operator: { roles } }) => {
      const withMoney = roles.some((role) => withdrawalReaders.some((reader) => reader === role))
      return { ...okReply, results: await search(db, text.trim(), withMoney) }
    },
    traderReaders,
  )
  registerDeskCall(
    app,
    context,
    traderCalls.getTrader,
    async ({ params, secret }) => {
      const trader = await findTraderDetails(db, params.id)
      if (trader === null) return refuse('errors.not_found')
      await recordRead(db, secret, `user:${params.id}`)
      return { ...okReply, trader }
    },
    traderReaders,
  )
  registerDeskCall(
    app,
    context,
    traderCalls.listTraderEvents,
    async ({ params, query, secret }) => {
      await recordRead(db, secret, `user:${params.id}`)
      return { ...okReply, ...(await listTraderEvents(db, params.id, query.kind, query.before)) }
    },
    traderReaders,
  )
}
