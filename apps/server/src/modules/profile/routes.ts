import { profileCalls } from '@tradefront/contract/profile'
import type { FastifyInstance } from 'fastify'

import { AppError } from '../../platform/errors.ts'
import { serve, yes } from '../../platform/serve.ts'
import type { ProfileService } from './service.ts'

/** The user record and the header's values (spec: account 7, funding 7). */
export function profileRoutes({ profile }: { profile: ProfileService }) {
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
  }
}
