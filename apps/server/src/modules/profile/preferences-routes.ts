import { hostName, profileCalls } from '@tradefront/contract/profile'
import { settingsCalls } from '@tradefront/contract/settings'
import { refuse } from '@tradefront/rules/result'
import { isLocale } from '@tradefront/texts/locales'
import type { FastifyInstance } from 'fastify'

import { AppError } from '../../platform/http/errors.ts'
import { setLocaleCookie } from '../../platform/http/locale.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import type { AuthService } from '../auth/service.ts'
import type { ProfileService } from './service.ts'

export type PreferencesRoutesDeps = {
  readonly profile: ProfileService
  readonly auth: Pick<AuthService, 'markSessionMobile'>
  readonly secure: boolean
}

/** spec: funding 7 */
export function preferencesRoutes({ profile, auth, secure }: PreferencesRoutesDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    registerCall(
      app,
      settingsCalls.savePreferences,
      async ({ body, user, reply }) => {
        if (!isLocale(body.language))
          throw new AppError('errors.malformed', 400, {}, { language: 'errors.field_invalid' })
        setLocaleCookie(reply, body.language, secure)
        if (user) await profile.setLanguage(user.id, body.language)
        return okReply
      },
      { session: 'load' },
    )
    registerCall(app, profileCalls.recordMobileSession, async ({ user, request }) => {
      const hash = app.sessions.getSessionHash(request)
      if (!hash) throw new AppError('errors.session')
      await auth.markSessionMobile(hash)
      await profile.recordMobileVisit(user.id)
      return okReply
    })
    registerCall(app, profileCalls.recordLastHost, async ({ user, request }) => {
      // The header can contain anything.
      const host = hostName.safeParse(request.host)
      if (!host.success) throw new AppError('errors.malformed')
      await profile.recordHost(user.id, host.data)
      return okReply
    })
    registerCall(app, profileCalls.setTips, async ({ user, body }) => {
      if (body.value !== 'on' && body.value !== 'off') return refuse('profile.tips_unknown')
      await profile.setTipsShown(user.id, body.value === 'on', body.host)
      return okReply
    })
  }
}
