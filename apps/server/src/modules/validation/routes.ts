import { validationCalls } from '@tradefront/contract/validation'
import type { FastifyInstance } from 'fastify'

import { toRefusalReply } from '../../platform/http/error-handler.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import { type DepositsService, toDepositView } from '../deposits/service.ts'
import type { ValidationService } from './service.ts'

export type ValidationRoutesDeps = {
  readonly validation: ValidationService
  readonly deposits: Pick<DepositsService, 'store'>
  /** Null if real cards are charged. */
  readonly sandboxUrl: string | null
}

export function validationRoutes({ validation, deposits, sandboxUrl }: ValidationRoutesDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    registerCall(app, validationCalls.tryStatementCode, async ({ user, body, request }) => {
      const { attemptsLeft, result } = await validation.tryCode(user.id, body.value)
      const reply = result.ok ? okReply : toRefusalReply(request, result.code, result.params)
      return { ...reply, attemps: attemptsLeft }
    })

    registerCall(app, validationCalls.getStatementCharge, async ({ user }) => {
      const charge = await validation.findCharge(user.id)
      const deposit = charge && (await deposits.store.findById(user.id, charge.depositId))
      if (charge === null || deposit === null) return { ...okReply, charge: null }
      const { amount, currency, card, created_at: at } = toDepositView(deposit, deposit.language)
      return {
        ...okReply,
        charge: { name: charge.name, amount, currency, card, at },
        ...(sandboxUrl !== null && { testStatement: `${sandboxUrl}/#statement` }),
      }
    })
  }
}
