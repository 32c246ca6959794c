import { profileCalls } from '@tradefront/contract/profile'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import type { FetchFromPlatform } from '../../gateways/platform-gateway.ts'
import { AppError, invariant } from '../../platform/http/errors.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import type { AuthService } from '../auth/service.ts'
import type { ProfileService } from './service.ts'

const platformInfo = z.object({ available: z.number() })

/** spec: account 7, funding 7 */
export type ProfileRoutesDeps = {
  readonly profile: ProfileService
  readonly auth: AuthService
  readonly fetchFromPlatform: FetchFromPlatform
}

export function profileRoutes({ profile, auth, fetchFromPlatform }: ProfileRoutesDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    registerCall(app, profileCalls.getUser, async ({ user }) => ({
      ...okReply,
      user: await profile.getUserRecord(user),
    }))
    registerCall(
      app,
      profileCalls.getAvailableBalance,
      async ({ sessionHash, request }) => {
        const balance = await profile.findAvailableBalance(sessionHash)
        if (!balance) throw new AppError('errors.session')
        const info = await fetchFromPlatform(request, '/cli/userInfo', platformInfo)
        return { ...okReply, ...balance, ...(info && { available: info.available }) }
      },
      { session: 'deferred' },
    )
    registerCall(app, profileCalls.updateContactDetails, async ({ body, user, request }) => {
      const result = await auth.changeContactDetails(request.ip, user, body)
      if (!result.ok) return result
      if (result.value.isChanged) await auth.recordEvent('contact_saved', user.id, request.ip)
      await profile.publishUserChanged(user.id)
      const record = await profile.loadUserRecord(user.id)
      invariant(record, 'the user of a session exists')
      return { ...okReply, user: record }
    })
    registerCall(app, profileCalls.resetPracticeAccount, async ({ user }) => {
      const result = await profile.resetPracticeBalance(user)
      return result.ok ? { ...okReply, user: result.value } : result
    })
    registerCall(app, profileCalls.recordWelcomeShown, async ({ user }) => ({
      ...okReply,
      shows: await profile.countWelcomeShown(user.id),
    }))
  }
}
