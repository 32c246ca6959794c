import { authCalls } from '@tradefront/contract/auth'
import { profileCalls } from '@tradefront/contract/profile'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { refusal } from '../../platform/http/error-handler.ts'
import { AppError } from '../../platform/http/errors.ts'
import { serve, yes } from '../../platform/http/route.ts'
import { wrongNewPassword } from './password-policy.ts'
import type { AuthService } from './service.ts'

type Change = { readonly old: string; readonly next: string; readonly repeated: string }

/** The password and the sessions of whoever is logged in (spec: account 5, 7; funding 7). */
export function securityRoutes({ auth }: { auth: AuthService }) {
  return async (app: FastifyInstance): Promise<void> => {
    const change = async (userId: number, request: FastifyRequest, { old, next, repeated }: Change) => {
      const wrong = old === '' ? 'auth.password_empty' : wrongNewPassword(next, repeated)
      if (wrong) return refusal(request, wrong)
      const result = await auth.changePassword(userId, old, next, app.sessions.hashOf(request))
      if (result === 'busy') throw new AppError('errors.too_many')
      return result === 'changed' ? yes : refusal(request, 'auth.old_password_wrong')
    }

    serve(app, profileCalls.security, ({ body, user, request }) =>
      change(user.id, request, { old: body.oldPassword, next: body.password, repeated: body.repeatPassword }),
    )
    serve(app, profileCalls.platformPassword, ({ body, user, request }) =>
      change(user.id, request, { old: body.oldPassword, next: body.newPassword, repeated: body.newPasswordConfirm }),
    )
    serve(app, authCalls.sessions, async ({ user, request }) => ({
      ...yes,
      sessions: await auth.sessions.list(user.id, app.sessions.hashOf(request)),
    }))
    serve(app, authCalls.endSession, async ({ body, user }) => {
      await auth.sessions.end(user.id, body.id)
      return yes
    })
    serve(app, authCalls.endSessions, async ({ user, request, reply }) => {
      await auth.sessions.endAll(user.id)
      await app.sessions.close(request, reply)
      return { ...yes, csrf: app.csrfToken(request, reply) }
    })
  }
}
