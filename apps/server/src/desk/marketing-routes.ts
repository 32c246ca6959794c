import { contentReaders, marketingCalls, marketingReaders } from '@tradefront/contract/desk-marketing'
import { refuse } from '@tradefront/rules/result'
import type { FastifyInstance } from 'fastify'

import { okReply } from '../platform/http/route.ts'
import { listDeskHeadlines } from '../modules/news/desk-query.ts'
import { findDeskPage, listDeskPages } from '../modules/pages/desk-query.ts'
import { listDeskPromoCodes } from '../modules/promo/desk-query.ts'
import { listAffiliateFigures } from './affiliates-query.ts'
import { listDeskTournaments } from '../modules/tournaments/desk-query.ts'
import { type DeskContext, registerDeskCall } from './desk-http.ts'

/** Calls about what marketing works with. */
export function marketingRoutes(app: FastifyInstance, context: DeskContext): void {
  const { db } = context
  registerDeskCall(
    app,
    context,
    marketingCalls.listPromoCodes,
    async () => ({ ...okReply, codes: await listDeskPromoCodes(db) }),
    marketingReaders,
  )
  registerDeskCall(
    app,
    context,
    marketingCalls.listPages,
    async () => ({ ...okReply, pages: await listDeskPages(db) }),
    contentReaders,
  )
  registerDeskCall(
    app,
    context,
    marketingCalls.getPage,
    async ({ query }) => {
      const page = await findDeskPage(db, query.page)
      return page === null ? refuse('errors.not_found') : { ...okReply, page }
    },
    contentReaders,
  )
  registerDeskCall(
    app,
    context,
    marketingCalls.listHeadlines,
    async () => ({ ...okReply, headlines: await listDeskHeadlines(db) }),
    contentReaders,
  )
  registerDeskCall(
    app,
    context,
    marketingCalls.listTournaments,
    async () => ({ ...okReply, tournaments: await listDeskTournaments(db, new Date()) }),
    marketingReaders,
  )
  registerDeskCall(
    app,
    context,
    marketingCalls.listAffiliates,
    async ({ query: { currency, days } }) => {
      const period = { currency, days: Number(days), now: new Date() }
      return { ...okReply, affiliates: await listAffiliateFigures(db, period) }
    },
    marketingReaders,
  )
}
