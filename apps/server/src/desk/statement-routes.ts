import {
  deskReconcileCalls,
  maxStatementLength,
  statementReaders,
  statementUploaders,
} from '@tradefront/contract/desk-reconcile'
import { refuse } from '@tradefront/rules/result'
import type { FastifyInstance } from 'fastify'

import { findStatementDay, listStatementDays } from '../modules/deposits/statements/desk-query.ts'
import { parseStatementFile } from '../modules/deposits/statements/parse-statement-file.ts'
import { storeStatementFile } from '../modules/deposits/statements/statement-file-store.ts'
import { dayMs } from '../platform/clock.ts'
import { okReply } from '../platform/http/route.ts'
import { type DeskContext, registerDeskCall } from './desk-http.ts'
import { refuseByRule } from './refuse-by-rule.ts'

const { listDays, getDay, uploadStatement } = deskReconcileCalls
/** In JSON, a character can take two bytes more. */
export const maxStatementBytes = 3 * maxStatementLength

/** Calls about the statements of processors, day by day. */
export function statementRoutes(app: FastifyInstance, context: DeskContext): void {
  const { db } = context
  registerDeskCall(
    app,
    context,
    listDays,
    async () => ({ ...okReply, days: await listStatementDays(db) }),
    statementReaders,
  )
  registerDeskCall(
    app,
    context,
    getDay,
    async ({ params }) => {
      const day = await findStatementDay(db, params.day)
      return day === null ? refuse('errors.not_found') : { ...okReply, day }
    },
    statementReaders,
  )
  registerDeskCall(
    app,
    context,
    uploadStatement,
    async ({ body, secret }) => {
      const { processor, day, name, format } = body
      if (new Date(day).getTime() + dayMs > Date.now()) return refuse('desk_reconcile.day_not_over')
      const parsed = parseStatementFile(body.text, processor, format)
      if (!parsed.ok) return parsed
      const stored = await refuseByRule(
        storeStatementFile(db, secret, { processor, day, name, format, rows: parsed.value }),
      )
      if (typeof stored !== 'number') return stored
      return { ...okReply, stored, ignored: parsed.value.length - stored }
    },
    statementUploaders,
    maxStatementBytes,
  )
}
