import { type Country, settingsCalls } from '@tradefront/contract/settings'
import { isLocale } from '@tradefront/texts/locales'
import type { FastifyInstance } from 'fastify'

import { type CountryDetector, defaultCountry } from '../../platform/http/geo-country.ts'
import { AppError } from '../../platform/http/errors.ts'
import { setLocaleCookie, getRequestLocale } from '../../platform/http/locale.ts'
import { registerCall, okReply } from '../../platform/http/route.ts'
import type { ProfileService } from '../profile/service.ts'
import type { BuildPageBootstrap } from './service.ts'

export type SettingsRoutesDeps = {
  readonly buildPageBootstrap: BuildPageBootstrap
  readonly profile: ProfileService
  readonly detectCountry: CountryDetector
  readonly countries: readonly Country[]
  readonly secure: boolean
}

/** What the app needs to start, and the language that a trader keeps. */
export function settingsRoutes({
  buildPageBootstrap: makeBoot,
  profile,
  detectCountry,
  countries,
  secure,
}: SettingsRoutesDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    registerCall(
      app,
      settingsCalls.getBootstrap,
      async ({ user, request, reply }) => {
        // A cookie whose session has ended would bind the token to nothing.
        if (!user && app.sessions.getSessionHash(request)) await app.sessions.deleteSession(request, reply)
        const input = {
          user,
          csrf: app.createCsrfToken(request, reply),
          language: getRequestLocale(request),
          country: detectCountry(request) ?? defaultCountry,
        }
        return { ...okReply, ...(await makeBoot(input)), countries: [...countries] }
      },
      { session: 'load' },
    )
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
  }
}
