import { depositsCalls } from '@tradefront/contract/deposits'
import type { FastifyInstance } from 'fastify'

import { toRefusalReply } from '../../platform/http/error-handler.ts'
import { getRequestLocale } from '../../platform/http/locale.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import { toDepositView } from './deposit-view.ts'
import type { DepositsService } from './service.ts'

const defaultPageSize = 20

export function depositsRoutes({ deposits }: { deposits: DepositsService }) {
  return async (app: FastifyInstance): Promise<void> => {
    registerCall(app, depositsCalls.listDeposits, async ({ user, query, request }) => {
      const { state = null, method = null, from, to, after = null, limit } = query
      const filter = { state, method, fromMs: toNumber(from), toMs: toNumber(to) }
      const page = await deposits.listDeposits(user.id, filter, { after, limit: toNumber(limit) ?? defaultPageSize })
      const language = getRequestLocale(request)
      return {
        return: true as const,
        deposits: page.deposits.map((each) => toDepositView(each, language)),
        next: page.next,
      }
    })
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

function toNumber(text: string | undefined): number | null {
  return text === undefined ? null : Number(text)
}
