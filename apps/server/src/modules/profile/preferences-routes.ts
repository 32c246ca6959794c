import { hostName, profileCalls } from '@tradefront/contract/profile'
import { settingsCalls } from '@tradefront/contract/settings'
import { refuse } from '@tradefront/rules/result'
import type { FastifyInstance } from 'fastify'

import type { AppContext } from '../../context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { setLocaleCookie } from '../../platform/http/locale.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import { markSessionMobile } from '../auth/service.ts'
import { recordHost, recordMobileVisit, setLanguage, setTipsShown } from './service.ts'

/** spec: funding 7 */
export function preferencesRoutes(app: FastifyInstance, context: AppContext): void {
  registerCall(
    app,
    settingsCalls.savePreferences,
    async ({ body, user, reply }) => {
      const language = app.servedLocales.find((locale) => locale === body.language)
      if (language === undefined) throw new AppError('errors.malformed', 400, {}, { language: 'errors.field_invalid' })
      setLocaleCookie(reply, language, context.config.isHttps)
      if (user) await setLanguage(context, user.id, language)
      return okReply
    },
    { session: 'load' },
  )
  registerCall(app, profileCalls.recordMobileSession, async ({ user, request }) => {
    const hash = app.sessions.getSessionHash(request)
    if (!hash) throw new AppError('errors.session')
    await markSessionMobile(context, hash)
    await recordMobileVisit(context, user.id)
    return okReply
  })
  registerCall(app, profileCalls.recordLastHost, async ({ user, request }) => {
    // The header can contain anything.
    const host = hostName.safeParse(request.host)
    if (!host.success) throw new AppError('errors.malformed')
    await recordHost(context, user.id, host.data)
    return okReply
  })
  registerCall(app, profileCalls.setTips, async ({ user, body }) => {
    if (body.value !== 'on' && body.value !== 'off') return refuse('profile.tips_unknown')
    await setTipsShown(context, user.id, body.value === 'on', body.host)
    return okReply
  })
}
