import { figureCalls, figureReaders } from '@tradefront/contract/desk-figures'
import type { FastifyInstance } from 'fastify'

import { okReply } from '../platform/http/route.ts'
import { type DeskContext, registerDeskCall } from './desk-http.ts'
import { listDayFigures, listExposures, listProcessorFigures, listSymbolFigures } from './figures-query.ts'

export function figureRoutes(app: FastifyInstance, context: DeskContext): void {
  const { db } = context
  registerDeskCall(
    app,
    context,
    figureCalls.getFigures,
    async ({ query }) => {
      const days = Number(query.days)
      const now = new Date()
      const period = { currency: query.currency, days, now }
      const [all, symbols, processors, exposures] = await Promise.all([
        listDayFigures(db, { ...period, days: 2 * days }),
        listSymbolFigures(db, period),
        listProcessorFigures(db, period),
        listExposures(db, now),
      ])
      return { ...okReply, days: all.slice(days), before: all.slice(0, days), symbols, processors, exposures }
    },
    figureReaders,
  )
}
