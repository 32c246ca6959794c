import { authCalls } from '@tradefront/contract/auth'
import { profileCalls } from '@tradefront/contract/profile'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { okReply, registerCall } from '../../platform/http/route.ts'
import type { PasswordChange } from './change-password.ts'
import { createDeviceCookie } from './device-cookie.ts'
import type { AuthService } from './service.ts'

/** spec: account 5, 7; funding 7 */
export function accountSecurityRoutes({ auth, secure }: { auth: AuthService; secure: boolean }) {
  return async (app: FastifyInstance): Promise<void> => {
    const { readDeviceCookie, setDeviceCookie, clearDeviceCookie } = createDeviceCookie(secure)
    const changePassword = async (
      userId: number,
      request: FastifyRequest,
      reply: FastifyReply,
      change: PasswordChange,
    ) => {
      const result = await auth.changePassword(userId, change, {
        keptSessionHash: app.sessions.getSessionHash(request),
        address: request.ip,
      })
      if (!result.ok) return result
      setDeviceCookie(reply, await auth.rememberDevice(readDeviceCookie(request), userId))
      await auth.recordEvent('password_changed', userId, request.ip)
      return okReply
    }

    registerCall(app, profileCalls.changePassword, ({ body, user, request, reply }) =>
      changePassword(user.id, request, reply, {
        currentPassword: body.oldPassword,
        newPassword: body.password,
        repeatedPassword: body.repeatPassword,
      }),
    )
    registerCall(app, profileCalls.changePlatformPassword, ({ body, user, request, reply }) =>
      changePassword(user.id, request, reply, {
        currentPassword: body.oldPassword,
        newPassword: body.newPassword,
        repeatedPassword: body.newPasswordConfirm,
      }),
    )
    registerCall(app, authCalls.listSessions, async ({ user, request }) => ({
      ...okReply,
      sessions: await auth.deviceSessions.listSessions(user.id, app.sessions.getSessionHash(request)),
    }))
    registerCall(app, authCalls.endSession, async ({ body, user, request }) => {
      await auth.deviceSessions.endSession(user.id, body.id)
      await auth.recordEvent('session_ended', user.id, request.ip)
      return okReply
    })
    registerCall(app, authCalls.endAllSessions, async ({ user, request, reply }) => {
      await auth.deviceSessions.endAllSessions(user.id)
      clearDeviceCookie(reply)
      await auth.recordEvent('sessions_ended', user.id, request.ip)
      await app.sessions.deleteSession(request, reply)
      return { ...okReply, csrf: app.createCsrfToken(request, reply) }
    })
  }
}
