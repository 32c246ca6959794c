import { landingCalls } from '@tradefront/contract/landing'
import { withdrawalCalls } from '@tradefront/contract/withdrawal'
import { refuse } from '@tradefront/rules/result'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { AppContext } from '../../context.ts'
import { toRefusalReply } from '../../platform/http/error-handler.ts'
import { getRequestLocale } from '../../platform/http/locale.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import { isFreshLogin, recordSecurityEvent, verifyOwnPassword } from '../auth/service.ts'
import { confirmWithdrawal } from './confirm-withdrawal.ts'
import { addDestination, proveDestination, removeDestination } from './destinations.ts'
import { listMoneyWays } from './money-ways.ts'
import { previewWithdrawal, requestWithdrawal } from './request-withdrawal.ts'
import {
  cancelWithdrawal,
  getWithdrawal,
  giveUpWithdrawal,
  listWithdrawalMethods,
  listWithdrawals,
  recordMethodTabOpened,
} from './service.ts'
import { toDestinationView, toPreviewView, toWithdrawalView } from './withdrawal-view.ts'

const requestsPerMinute = 60
const destinationsPerMinute = 20

/** spec: account 7, 8 */
export function withdrawalRoutes(app: FastifyInstance, context: AppContext): void {
  registerCall(
    app,
    withdrawalCalls.requestWithdrawal,
    async ({ user, body, request }) => {
      if (user === null) return needAuth(request)
      const requested = await requestWithdrawal(context, user, body)
      if (!requested.ok) return requested
      const { id, ...quote } = requested.value
      const preview = toPreviewView(quote, user.currency, getRequestLocale(request))
      const { case: caseName, current_turnover, need_turnover } = preview
      return { ...okReply, id, preview, case: caseName, current_turnover, need_turnover }
    },
    { session: 'load', perMinute: requestsPerMinute },
  )
  registerCall(
    app,
    withdrawalCalls.confirmWithdrawal,
    async ({ user, body: { password, is_bonus, id }, request }) => {
      if (user === null) return needAuth(request)
      if (!(await isLoginFresh(password, request))) {
        const verified = await verifyPassword(user.id, password, request)
        if (!verified.ok) return verified
      }
      const confirmed = await confirmWithdrawal(context, user, { withBonus: is_bonus === 1, id: id ?? null })
      if (!confirmed.ok) return confirmed
      return { ...okReply, is_bonus, withdrawal: toWithdrawalView(confirmed.value, getRequestLocale(request)) }
    },
    { session: 'load', perMinute: requestsPerMinute },
  )
  registerCall(app, landingCalls.listMoneyWays, async () => ({
    ...okReply,
    ways: listMoneyWays(await context.settings.getSettings()),
  }))
  registerCall(app, withdrawalCalls.recordMethodTabOpened, async ({ user, body }) => {
    await recordMethodTabOpened(context, user.id, body.method)
    return okReply
  })
  registerCall(app, withdrawalCalls.giveUpWithdrawal, async ({ user, body }) => {
    await giveUpWithdrawal(context, user.id, body.method, body.id ?? null)
    return okReply
  })
  registerCall(app, withdrawalCalls.listWithdrawalMethods, async ({ user, request }) => ({
    ...okReply,
    ...(await listWithdrawalMethods(context, user, getRequestLocale(request))),
  }))
  registerCall(app, withdrawalCalls.previewWithdrawal, async ({ user, body, request }) => {
    const { isBonus, ...order } = body
    const quoted = await previewWithdrawal(context, user, { ...order, withBonus: isBonus })
    if (!quoted.ok) return quoted
    return { ...okReply, preview: toPreviewView(quoted.value, user.currency, getRequestLocale(request)) }
  })
  registerCall(app, withdrawalCalls.listWithdrawals, async ({ user, body, request }) => {
    const { withdrawals, next } = await listWithdrawals(context, user.id, body.before ?? null)
    const locale = getRequestLocale(request)
    return { ...okReply, withdrawals: withdrawals.map((each) => toWithdrawalView(each, locale)), next }
  })
  registerCall(app, withdrawalCalls.getWithdrawal, async ({ user, body, request }) => {
    const found = await getWithdrawal(context, user.id, body.id)
    return { ...okReply, withdrawal: toWithdrawalView(found, getRequestLocale(request)) }
  })
  registerCall(app, withdrawalCalls.cancelWithdrawal, async ({ user, body, request }) => {
    const cancelled = await cancelWithdrawal(context, user.id, body.id)
    if (!cancelled.ok) return cancelled
    return { ...okReply, withdrawal: toWithdrawalView(cancelled.value, getRequestLocale(request)) }
  })
  registerCall(
    app,
    withdrawalCalls.addDestination,
    async ({ user, body: { method, account, password }, request }) => {
      const verified = await verifyPassword(user.id, password, request)
      if (!verified.ok) return verified
      const added = await addDestination(context, user, method, account)
      if (!added.ok) return added
      await recordSecurityEvent(context, 'withdrawal_destination', user.id, request.ip)
      return { ...okReply, destination: toDestinationView(added.value) }
    },
    { perMinute: destinationsPerMinute },
  )
  registerCall(
    app,
    withdrawalCalls.proveDestination,
    async ({ user, body: { id, code } }) => {
      const proved = await proveDestination(context, user.id, id, code)
      return proved.ok ? { ...okReply, destination: toDestinationView(proved.value) } : proved
    },
    { perMinute: destinationsPerMinute },
  )
  registerCall(app, withdrawalCalls.removeDestination, async ({ user, body }) => {
    const removed = await removeDestination(context, user.id, body.id)
    return removed.ok ? okReply : removed
  })

  /**
   * Returns whether the log-in is fresh enough for a call without a password, as clients send that know only the specification. A wrong
   * password is refused in any case.
   */
  async function isLoginFresh(password: string | undefined, request: FastifyRequest): Promise<boolean> {
    const { sessionHash } = request
    return password === undefined && sessionHash != null && isFreshLogin(context, sessionHash)
  }

  /** Verifies the password, which each step needs that moves money, or says where to. @throws AppError 429 */
  async function verifyPassword(userId: number, password: string | undefined, request: FastifyRequest) {
    if (password === undefined || password === '') return refuse('withdrawal.password_needed')
    return verifyOwnPassword(context, userId, password, request.ip)
  }
}

/** Refuses a call without a session (spec: account 6). */
function needAuth(request: FastifyRequest) {
  return { ...toRefusalReply(request, refuse('errors.session')), need_auth: true }
}
