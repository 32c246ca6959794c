import { hostName, profileCalls } from '@tradefront/contract/profile'
import type { FastifyInstance } from 'fastify'

import { refusal } from '../../platform/http/error-handler.ts'
import { AppError } from '../../platform/http/errors.ts'
import { serve, yes } from '../../platform/http/route.ts'
import type { ProfileService } from './service.ts'

/** What a page tells of its visit, and the switch of the tips (spec: funding 7). */
export function triggerRoutes({ profile }: { profile: ProfileService }) {
  return async (app: FastifyInstance): Promise<void> => {
    serve(app, profileCalls.triggerMobile, async ({ user, request }) => {
      const hash = app.sessions.hashOf(request)
      if (!hash) throw new AppError('errors.session')
      await profile.notePhone(user.id, hash)
      return yes
    })
    serve(app, profileCalls.triggerLastHost, async ({ user, request }) => {
      // The header may hold anything; what is no host name is not kept.
      const host = hostName.safeParse(request.host)
      if (!host.success) throw new AppError('errors.malformed')
      await profile.noteHost(user.id, host.data)
      return yes
    })
    serve(app, profileCalls.triggerTips, async ({ user, body, request }) => {
      if (body.value !== 'on' && body.value !== 'off') return refusal(request, 'profile.tips_unknown')
      await profile.showTips(user.id, body.value === 'on', body.host)
      return yes
    })
  }
}
