import { deskCalls } from '@tradefront/contract/desk'
import { withdrawalReaders } from '@tradefront/contract/desk-traders'
import { refuse } from '@tradefront/rules/result'
import type { FastifyInstance } from 'fastify'

import { okReply } from '../platform/http/route.ts'
import { type DeskContext, registerDeskCall } from './desk-http.ts'
import { recordRead } from '../modules/operators/desk-session-store.ts'
import { findWithdrawalDetails, listWithdrawals, pageSize } from '../modules/withdrawal/desk-query.ts'

export function withdrawalRoutes(app: FastifyInstance, context: DeskContext): void {
  const { db } = context
  registerDeskCall(
    app,
    context,
    deskCalls.listWithdrawals,
    async ({ query }) => {
      const found = await listWithdrawals(db, query.state, query.before)
      return { ...okReply, withdrawals: found.slice(0, pageSize), hasMore: found.length > pageSize }
    },
    withdrawalReaders,
  )
  registerDeskCall(
    app,
    context,
    deskCalls.getWithdrawal,
    async ({ params, secret }) => {
      const withdrawal = await findWithdrawalDetails(db, params.id)
      if (withdrawal === null) return refuse('errors.not_found')
      await recordRead(db, secret, `withdrawal:${params.id}`)
      return { ...okReply, withdrawal }
    },
    withdrawalReaders,
  )
}
