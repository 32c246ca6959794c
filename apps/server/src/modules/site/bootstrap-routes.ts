import { settingsCalls } from '@tradefront/contract/settings'
import { countries } from '@tradefront/rules/settings/countries'
import type { FastifyInstance } from 'fastify'

import type { AppContext } from '../../context.ts'
import { getRequestLocale } from '../../platform/http/locale.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import { listCurrencyRates } from '../rates/service.ts'
import { createPageBootstrap } from './page-bootstrap.ts'

export function bootstrapRoutes(app: FastifyInstance, context: AppContext): void {
  const buildPageBootstrap = createPageBootstrap(context)
  registerCall(
    app,
    settingsCalls.getBootstrap,
    async ({ user, request, reply }) => {
      // The CSRF token must not be bound to an ended session.
      if (!user && app.sessions.getSessionHash(request)) await app.sessions.deleteSession(request, reply)
      const bootstrap = await buildPageBootstrap({
        user,
        csrf: app.createCsrfToken(request, reply),
        language: getRequestLocale(request),
        detectedCountry: context.detectCountry(request),
      })
      return {
        ...okReply,
        ...bootstrap,
        countries: [...countries],
        currencies: [...(await listCurrencyRates(context)).keys()],
      }
    },
    { session: 'load' },
  )
}
