import { authCalls } from '@tradefront/contract/auth'
import { profileCalls } from '@tradefront/contract/profile'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { okReply, registerCall } from '../../platform/http/route.ts'
import type { PasswordChange } from './change-password.ts'
import type { AuthService } from './service.ts'

/** spec: account 5, 7; funding 7 */
export function accountSecurityRoutes({ auth }: { auth: AuthService }) {
  return async (app: FastifyInstance): Promise<void> => {
    const changePassword = async (userId: number, request: FastifyRequest, change: PasswordChange) => {
      const result = await auth.changePassword(userId, change, app.sessions.getSessionHash(request))
      return result.ok ? okReply : result
    }

    registerCall(app, profileCalls.changePassword, ({ body, user, request }) =>
      changePassword(user.id, request, {
        currentPassword: body.oldPassword,
        newPassword: body.password,
        repeatedPassword: body.repeatPassword,
      }),
    )
    registerCall(app, profileCalls.changePlatformPassword, ({ body, user, request }) =>
      changePassword(user.id, request, {
        currentPassword: body.oldPassword,
        newPassword: body.newPassword,
        repeatedPassword: body.newPasswordConfirm,
      }),
    )
    registerCall(app, authCalls.listSessions, async ({ user, request }) => ({
      ...okReply,
      sessions: await auth.deviceSessions.listSessions(user.id, app.sessions.getSessionHash(request)),
    }))
    registerCall(app, authCalls.endSession, async ({ body, user }) => {
      await auth.deviceSessions.endSession(user.id, body.id)
      return okReply
    })
    registerCall(app, authCalls.endAllSessions, async ({ user, request, reply }) => {
      await auth.deviceSessions.endAllSessions(user.id)
      await app.sessions.deleteSession(request, reply)
      return { ...okReply, csrf: app.createCsrfToken(request, reply) }
    })
  }
}
