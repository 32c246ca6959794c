import { type Country, settingsCalls } from '@tradefront/contract/settings'
import { isLocale } from '@tradefront/texts/locales'
import type { FastifyInstance } from 'fastify'

import { type DetectCountry, defaultCountry } from '../../platform/http/geo-country.ts'
import { AppError } from '../../platform/http/errors.ts'
import { keepLocale, localeOf } from '../../platform/http/locale.ts'
import { serve, yes } from '../../platform/http/route.ts'
import type { ProfileService } from '../profile/service.ts'
import type { MakeBoot } from './service.ts'

export type SettingsRoutesDeps = {
  readonly makeBoot: MakeBoot
  readonly profile: ProfileService
  readonly detectCountry: DetectCountry
  readonly countries: readonly Country[]
  readonly secure: boolean
}

/** What the app needs to start, and the language that a trader keeps. */
export function settingsRoutes({ makeBoot, profile, detectCountry, countries, secure }: SettingsRoutesDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    serve(
      app,
      settingsCalls.boot,
      async ({ user, request, reply }) => {
        // A cookie whose session has ended would bind the token to nothing.
        if (!user && app.sessions.hashOf(request)) await app.sessions.close(request, reply)
        const input = {
          user,
          csrf: app.csrfToken(request, reply),
          language: localeOf(request),
          country: detectCountry(request) ?? defaultCountry,
        }
        return { ...yes, ...(await makeBoot(input)), countries: [...countries] }
      },
      { session: 'load' },
    )
    serve(
      app,
      settingsCalls.preferences,
      async ({ body, user, reply }) => {
        if (!isLocale(body.language))
          throw new AppError('errors.malformed', 400, {}, { language: 'errors.field_invalid' })
        keepLocale(reply, body.language, secure)
        if (user) await profile.setLanguage(user.id, body.language)
        return yes
      },
      { session: 'load' },
    )
  }
}
