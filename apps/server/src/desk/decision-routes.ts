import { decisionCalls, prizeReaders, rateReaders } from '@tradefront/contract/desk-decisions'
import type { FastifyInstance } from 'fastify'

import { listDeskRates } from '../modules/rates/desk-query.ts'
import { readSettings } from '../modules/settings/service.ts'
import { listDeskPrizes } from '../modules/tournaments/desk-query.ts'
import { okReply } from '../platform/http/route.ts'
import { type DeskContext, registerDeskCall } from './desk-http.ts'

/** What waits for a decision: prizes and exchange rates. */
export function decisionRoutes(app: FastifyInstance, context: DeskContext): void {
  const { db } = context
  registerDeskCall(
    app,
    context,
    decisionCalls.listPrizes,
    async () => ({ ...okReply, prizes: await listDeskPrizes(db) }),
    prizeReaders,
  )
  registerDeskCall(
    app,
    context,
    decisionCalls.listRates,
    async () => ({ ...okReply, rates: await listDeskRates(db, await readSettings(db), new Date()) }),
    rateReaders,
  )
}
