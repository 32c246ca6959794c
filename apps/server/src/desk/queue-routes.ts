import { queueCalls } from '@tradefront/contract/desk-queue'
import type { FastifyInstance } from 'fastify'

import { readSettings } from '../modules/settings/service.ts'
import { getRequestLocale } from '../platform/http/locale.ts'
import { okReply } from '../platform/http/route.ts'
import { type DeskContext, registerDeskCall } from './desk-http.ts'
import { listQueue } from './queue-query.ts'

export function queueRoutes(app: FastifyInstance, context: DeskContext): void {
  const { db } = context
  registerDeskCall(app, context, queueCalls.getQueue, async ({ operator, request }) => {
    const options = { settings: await readSettings(db), locale: getRequestLocale(request) }
    return { ...okReply, rows: await listQueue(db, operator.roles, options) }
  })
}
