import { hostName, profileCalls } from '@tradefront/contract/profile'
import type { FastifyInstance } from 'fastify'

import { toRefusalReply } from '../../platform/http/error-handler.ts'
import { AppError } from '../../platform/http/errors.ts'
import { registerCall, okReply } from '../../platform/http/route.ts'
import type { ProfileService } from './service.ts'

/** What a page tells of its visit, and the switch of the tips (spec: funding 7). */
export function visitRoutes({ profile }: { profile: ProfileService }) {
  return async (app: FastifyInstance): Promise<void> => {
    registerCall(app, profileCalls.recordMobileSession, async ({ user, request }) => {
      const hash = app.sessions.getSessionHash(request)
      if (!hash) throw new AppError('errors.session')
      await profile.markMobileSession(user.id, hash)
      return okReply
    })
    registerCall(app, profileCalls.recordLastHost, async ({ user, request }) => {
      // The header may hold anything; what is no host name is not kept.
      const host = hostName.safeParse(request.host)
      if (!host.success) throw new AppError('errors.malformed')
      await profile.recordHost(user.id, host.data)
      return okReply
    })
    registerCall(app, profileCalls.setTips, async ({ user, body, request }) => {
      if (body.value !== 'on' && body.value !== 'off') return toRefusalReply(request, 'profile.tips_unknown')
      await profile.setTipsShown(user.id, body.value === 'on', body.host)
      return okReply
    })
  }
}
