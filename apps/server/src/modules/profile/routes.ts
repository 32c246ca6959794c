import { profileCalls } from '@tradefront/contract/profile'
import type { FastifyInstance } from 'fastify'

import { refusal } from '../../platform/http/error-handler.ts'
import { AppError } from '../../platform/http/errors.ts'
import { serve, yes } from '../../platform/http/route.ts'
import type { AuthService } from '../auth/service.ts'
import type { ProfileService } from './service.ts'

/** The user record and the header's values (spec: account 7, funding 7). */
export function profileRoutes({ profile, auth }: { profile: ProfileService; auth: AuthService }) {
  return async (app: FastifyInstance): Promise<void> => {
    serve(app, profileCalls.user, async ({ user }) => ({ ...yes, user: await profile.record(user) }))
    serve(
      app,
      profileCalls.userInfo,
      async ({ sessionHash }) => {
        const info = await profile.available(sessionHash)
        if (!info) throw new AppError('errors.session')
        return { ...yes, ...info }
      },
      { session: 'deferred' },
    )
    serve(app, profileCalls.info, async ({ body, user, request }) => {
      const tried = await auth.whileAskingForEmails(request.ip, async () => {
        const result = await profile.setInfo(user, body.email, body.phone)
        return result.kind === 'taken' ? null : result
      })
      if (tried.kind === 'busy') throw new AppError('errors.too_many')
      if (tried.kind === 'wrong') return refusal(request, 'auth.email_taken')
      return tried.value.kind === 'saved' ? { ...yes, user: tried.value.user } : refusal(request, tried.value.code)
    })
    serve(app, profileCalls.practiceReset, async ({ user, request }) => {
      const fresh = await profile.resetPractice(user)
      return fresh ? { ...yes, user: fresh } : refusal(request, 'profile.no_practice')
    })
    serve(app, profileCalls.triggerWelcome, async ({ user }) => ({
      ...yes,
      shows: await profile.countWelcome(user.id),
    }))
  }
}
