import { depositsCalls } from '@tradefront/contract/deposits'
import type { FastifyInstance } from 'fastify'

import { toRefusalReply } from '../../platform/http/error-handler.ts'
import { getRequestLocale } from '../../platform/http/locale.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import { toDepositView } from './deposit-view.ts'
import type { DepositsService } from './service.ts'

export function depositsRoutes({ deposits }: { deposits: DepositsService }) {
  return async (app: FastifyInstance): Promise<void> => {
    registerCall(app, depositsCalls.cancelStep, async ({ user, body, request }) => {
      const deposit = await deposits.cancelStep(user.id, body.id, body.after)
      return { ...okReply, deposit: deposit === null ? null : toDepositView(deposit, getRequestLocale(request)) }
    })
    registerCall(app, depositsCalls.requestRefund, async ({ user, body, request }) => {
      const { result, deposit } = await deposits.requestRefund(user.id, body.id)
      const view = toDepositView(deposit, getRequestLocale(request))
      return { ...(result.ok ? okReply : toRefusalReply(request, result.code)), deposit: view }
    })
    registerCall(app, depositsCalls.keepLateMoney, async ({ user, body, request }) => {
      const { result, deposit } = await deposits.keepLateMoney(user.id, body.id)
      const view = toDepositView(deposit, getRequestLocale(request))
      return { ...(result.ok ? okReply : toRefusalReply(request, result.code)), deposit: view }
    })
  }
}
