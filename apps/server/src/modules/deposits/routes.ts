import { depositsCalls } from '@tradefront/contract/deposits'
import type { FastifyInstance } from 'fastify'

import type { AppContext } from '../../context.ts'
import { toRefusalReply } from '../../platform/http/error-handler.ts'
import { getRequestLocale } from '../../platform/http/locale.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import { cancelStep } from './cancel-step.ts'
import { listDepositPage } from './deposit-list-query.ts'
import { toDepositView } from './deposit-view.ts'
import { keepLateMoney, requestRefund } from './refunds/refund-captures.ts'

const defaultPageSize = 20

export function depositsRoutes(app: FastifyInstance, context: AppContext): void {
  registerCall(app, depositsCalls.listDeposits, async ({ user, query, request }) => {
    const { state = null, method = null, from, to, after = null, limit } = query
    const filter = { state, method, fromMs: toNumber(from), toMs: toNumber(to) }
    const pageSize = toNumber(limit) ?? defaultPageSize
    const page = await listDepositPage(context.db, user.id, filter, { after, limit: pageSize })
    const language = getRequestLocale(request)
    return {
      return: true as const,
      deposits: page.deposits.map((each) => toDepositView(each, language)),
      next: page.next,
    }
  })
  registerCall(app, depositsCalls.cancelStep, async ({ user, body, request }) => {
    const deposit = await cancelStep(context, user.id, body.id, body.after)
    return { ...okReply, deposit: deposit === null ? null : toDepositView(deposit, getRequestLocale(request)) }
  })
  registerCall(app, depositsCalls.requestRefund, async ({ user, body, request }) => {
    const { result, deposit } = await requestRefund(context, user.id, body.id)
    const view = toDepositView(deposit, getRequestLocale(request))
    return { ...(result.ok ? okReply : toRefusalReply(request, result)), deposit: view }
  })
  registerCall(app, depositsCalls.keepLateMoney, async ({ user, body, request }) => {
    const { result, deposit } = await keepLateMoney(context, user.id, body.id)
    const view = toDepositView(deposit, getRequestLocale(request))
    return { ...(result.ok ? okReply : toRefusalReply(request, result)), deposit: view }
  })
}

function toNumber(text: string | undefined): number | null {
  return text === undefined ? null : Number(text)
}
