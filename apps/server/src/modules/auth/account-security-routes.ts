import { authCalls } from '@tradefront/contract/auth'
import { profileCalls } from '@tradefront/contract/profile'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { AppContext } from '../../context.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import { changePassword, type PasswordChange } from './change-password.ts'
import { createDeviceCookie } from './device-cookie.ts'
import { endAllSessions, endSession, listSessions } from './device-sessions.ts'
import { keepDeviceKnown, recordSecurityEvent } from './service.ts'

/** spec: account 5, 7; funding 7 */
export function accountSecurityRoutes(app: FastifyInstance, context: AppContext): void {
  const { readDeviceCookie, setDeviceCookie, clearDeviceCookie } = createDeviceCookie(context.config.isHttps)
  const handleChange = async (userId: number, request: FastifyRequest, reply: FastifyReply, change: PasswordChange) => {
    const result = await changePassword(context, userId, change, {
      keptSessionHash: app.sessions.getSessionHash(request),
      address: request.ip,
    })
    if (!result.ok) return result
    setDeviceCookie(reply, await keepDeviceKnown(context, readDeviceCookie(request), userId))
    await recordSecurityEvent(context, 'password_changed', userId, request.ip)
    return okReply
  }

  registerCall(app, profileCalls.changePassword, ({ body, user, request, reply }) =>
    handleChange(user.id, request, reply, {
      currentPassword: body.oldPassword,
      newPassword: body.password,
      repeatedPassword: body.repeatPassword,
    }),
  )
  registerCall(app, profileCalls.changePlatformPassword, ({ body, user, request, reply }) =>
    handleChange(user.id, request, reply, {
      currentPassword: body.oldPassword,
      newPassword: body.newPassword,
      repeatedPassword: body.newPasswordConfirm,
    }),
  )
  registerCall(app, authCalls.listSessions, async ({ user, request }) => ({
    ...okReply,
    sessions: await listSessions(context, user.id, app.sessions.getSessionHash(request)),
  }))
  registerCall(app, authCalls.endSession, async ({ body, user, request }) => {
    await endSession(context, user.id, body.id)
    await recordSecurityEvent(context, 'session_ended', user.id, request.ip)
    return okReply
  })
  registerCall(app, authCalls.endAllSessions, async ({ user, request, reply }) => {
    await endAllSessions(context, user.id)
    clearDeviceCookie(reply)
    await recordSecurityEvent(context, 'sessions_ended', user.id, request.ip)
    await app.sessions.deleteSession(request, reply)
    return { ...okReply, csrf: app.createCsrfToken(request, reply) }
  })
}
