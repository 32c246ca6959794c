import { depositReaders, deskMoneyCalls } from '@tradefront/contract/desk-money'
import { operatorActions } from '@tradefront/contract/operator-actions'
import { refuse } from '@tradefront/rules/result'
import type { FastifyInstance } from 'fastify'

import { okReply } from '../platform/http/route.ts'
import {
  findDeskDeposit,
  listChargebacks,
  listChargebacksOfDeposit,
  listDeskDeposits,
  pageSize,
} from '../modules/deposits/desk-query.ts'
import { recordRead } from '../modules/operators/desk-session-store.ts'
import { readSettings } from '../modules/settings/service.ts'
import { type DeskContext, registerDeskCall } from './desk-http.ts'

/** Calls about deposits, chargebacks, and bonus terms that an operator sets. */
export function moneyRoutes(app: FastifyInstance, context: DeskContext): void {
  const { db } = context
  registerDeskCall(
    app,
    context,
    deskMoneyCalls.listDeposits,
    async ({ query }) => {
      const found = await listDeskDeposits(db, query.queue, query.before)
      return { ...okReply, deposits: found.slice(0, pageSize), hasMore: found.length > pageSize }
    },
    depositReaders,
  )
  registerDeskCall(
    app,
    context,
    deskMoneyCalls.getDeposit,
    async ({ params, secret }) => {
      const deposit = await findDeskDeposit(db, params.id)
      if (deposit === null) return refuse('errors.not_found')
      await recordRead(db, secret, `deposit:${params.id}`)
      return { ...okReply, deposit }
    },
    depositReaders,
  )
  registerDeskCall(
    app,
    context,
    deskMoneyCalls.listChargebacks,
    async ({ query }) => {
      const found = await listChargebacks(db, query.state, query.before)
      return { ...okReply, chargebacks: found.slice(0, pageSize), hasMore: found.length > pageSize }
    },
    depositReaders,
  )
  registerDeskCall(
    app,
    context,
    deskMoneyCalls.getChargebacks,
    async ({ params, secret }) => {
      const chargebacks = await listChargebacksOfDeposit(db, params.id)
      if (chargebacks.length > 0) await recordRead(db, secret, `deposit:${params.id}`)
      return { ...okReply, chargebacks }
    },
    depositReaders,
  )
  registerDeskCall(
    app,
    context,
    deskMoneyCalls.getBonusTerms,
    async () => ({ ...okReply, turnoverFactor: (await readSettings(db)).bonus_turnover_factor }),
    operatorActions['bonus.give'].roles,
  )
}
