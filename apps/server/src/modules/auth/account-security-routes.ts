import { authCalls } from '@tradefront/contract/auth'
import { profileCalls } from '@tradefront/contract/profile'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { toRefusalReply } from '../../platform/http/error-handler.ts'
import { AppError } from '../../platform/http/errors.ts'
import { registerCall, okReply } from '../../platform/http/route.ts'
import { findPasswordPolicyViolation } from './password-policy.ts'
import type { AuthService } from './service.ts'

type PasswordChangeInput = {
  readonly currentPassword: string
  readonly newPassword: string
  readonly repeatedPassword: string
}

/** The password and the sessions of whoever is logged in (spec: account 5, 7; funding 7). */
export function accountSecurityRoutes({ auth }: { auth: AuthService }) {
  return async (app: FastifyInstance): Promise<void> => {
    const changePassword = async (
      userId: number,
      request: FastifyRequest,
      { currentPassword: old, newPassword: next, repeatedPassword: repeated }: PasswordChangeInput,
    ) => {
      const violation = old === '' ? 'auth.password_empty' : findPasswordPolicyViolation(next, repeated)
      if (violation) return toRefusalReply(request, violation)
      const result = await auth.changePassword(userId, old, next, app.sessions.getSessionHash(request))
      if (result === 'busy') throw new AppError('errors.too_many')
      return result === 'changed' ? okReply : toRefusalReply(request, 'auth.old_password_wrong')
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
