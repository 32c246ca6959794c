import { profileCalls } from '@tradefront/contract/profile'
import type { FastifyInstance } from 'fastify'

import { toRefusalReply } from '../../platform/http/error-handler.ts'
import { AppError } from '../../platform/http/errors.ts'
import { registerCall, okReply } from '../../platform/http/route.ts'
import type { AuthService } from '../auth/service.ts'
import type { ProfileService } from './service.ts'

/** The user record and the header's values (spec: account 7, funding 7). */
export function profileRoutes({ profile, auth }: { profile: ProfileService; auth: AuthService }) {
  return async (app: FastifyInstance): Promise<void> => {
    registerCall(app, profileCalls.getUser, async ({ user }) => ({
      ...okReply,
      user: await profile.getUserRecord(user),
    }))
    registerCall(
      app,
      profileCalls.getAvailableBalance,
      async ({ sessionHash }) => {
        const info = await profile.findAvailableBalance(sessionHash)
        if (!info) throw new AppError('errors.session')
        return { ...okReply, ...info }
      },
      { session: 'deferred' },
    )
    registerCall(app, profileCalls.updateContactDetails, async ({ body, user, request }) => {
      const lookup = await auth.throttleEmailLookup(request.ip, async () => {
        const result = await profile.updateContactDetails(user, body.email, body.phone)
        return result.kind === 'taken' ? null : result
      })
      if (lookup.kind === 'busy') throw new AppError('errors.too_many')
      if (lookup.kind === 'wrong') return toRefusalReply(request, 'auth.email_taken')
      return lookup.value.kind === 'saved'
        ? { ...okReply, user: lookup.value.user }
        : toRefusalReply(request, lookup.value.code)
    })
    registerCall(app, profileCalls.resetPracticeAccount, async ({ user, request }) => {
      const record = await profile.resetPracticeBalance(user)
      return record ? { ...okReply, user: record } : toRefusalReply(request, 'profile.no_practice')
    })
    registerCall(app, profileCalls.recordWelcomeShown, async ({ user }) => ({
      ...okReply,
      shows: await profile.countWelcomeShown(user.id),
    }))
  }
}
