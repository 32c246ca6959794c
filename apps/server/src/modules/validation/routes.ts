import { validationCalls } from '@tradefront/contract/validation'
import type { FastifyInstance } from 'fastify'

import type { AppContext } from '../../context.ts'
import { toRefusalReply } from '../../platform/http/error-handler.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import { findDepositById, toDepositView } from '../deposits/service.ts'
import { findStatementCharge, tryStatementCode } from './service.ts'

export function validationRoutes(app: FastifyInstance, context: AppContext): void {
  const { sandboxUrl, sandboxParts } = context.config
  registerCall(app, validationCalls.tryStatementCode, async ({ user, body, request }) => {
    const { attemptsLeft, result } = await tryStatementCode(context, user.id, body.value)
    const reply = result.ok ? okReply : toRefusalReply(request, result)
    return { ...reply, attemps: attemptsLeft }
  })

  registerCall(app, validationCalls.getStatementCharge, async ({ user }) => {
    const charge = await findStatementCharge(context, user.id)
    const deposit = charge && (await findDepositById(context.db, user.id, charge.depositId))
    if (charge === null || deposit === null) return { ...okReply, charge: null }
    const { amount, currency, card, created_at: at } = toDepositView(deposit, deposit.language)
    return {
      ...okReply,
      charge: { name: charge.name, amount, currency, card, at },
      testStatement: sandboxParts.has('processors') ? `${sandboxUrl}/#statement` : undefined,
    }
  })
}
