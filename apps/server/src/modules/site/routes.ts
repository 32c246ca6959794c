import { existsSync } from 'node:fs'
import { join } from 'node:path'

import fastifyStatic from '@fastify/static'
import { isOwnWish, readAutologin } from '@tradefront/rules/auth/autologin'
import { type Locale, isLocale, locales, pseudoLocale } from '@tradefront/texts/locales'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { type DetectCountry, defaultCountry } from '../../platform/http/geo-country.ts'
import { AppError } from '../../platform/http/errors.ts'
import { keepLocale, localeCookie, localeOf } from '../../platform/http/locale.ts'
import { pathOf } from '../../platform/logging/log.ts'
import { sendCompressed } from '../../platform/http/compress-response.ts'
import { type PageData, type PageTemplate, type Theme, readPageTemplate } from '../../platform/http/html-template.ts'
import type { MakeBoot } from '../settings/service.ts'

export type SiteDeps = {
  /** Folder of the built app (`apps/web/dist`). */
  readonly webDir: string
  readonly makeBoot: MakeBoot
  readonly detectCountry: DetectCountry
  readonly secure: boolean
  /** Serves the pages in the language that nobody speaks too, for those who look at layouts. */
  readonly withPseudoLocale: boolean
}

/** Set by the page's own script (`system`, `dark`, `light`). */
const themeCookie = 'theme'

/** The app's page under every path of a language, and its files. */
export function siteRoutes({ webDir, makeBoot, detectCountry, secure, withPseudoLocale }: SiteDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    let template: PageTemplate | null = null

    const servePage = async (
      locale: Locale,
      request: FastifyRequest,
      reply: FastifyReply,
      data: PageData = {},
    ): Promise<FastifyReply> => {
      template ??= await readPageTemplate(join(webDir, 'index.html'))
      if (!template) throw new AppError('errors.not_found')
      const hash = app.sessions.hashOf(request)
      const user = hash ? await app.sessions.load(hash) : null
      if (hash && !user) await app.sessions.close(request, reply)
      const boot = await makeBoot({
        user,
        csrf: app.csrfToken(request, reply),
        language: locale,
        country: detectCountry(request) ?? defaultCountry,
      })
      if (request.cookies[localeCookie] !== locale) keepLocale(reply, locale, secure)
      const path = pathOf(request.url).slice(locale.length + 1)
      const html = template({ locale, theme: themeOf(request), boot, path, data })
      void reply.header('content-security-policy', app.security.pagePolicy).type('text/html; charset=utf-8')
      // A page with somebody's data in it is not compressed: its length would tell of what is in it.
      return user || Object.keys(data).length > 0 ? reply.send(html) : sendCompressed(html, request, reply)
    }
    const page = (request: FastifyRequest<{ Params: { lang: string } }>, reply: FastifyReply) => {
      const { lang } = request.params
      if (!isLocale(lang)) throw new AppError('errors.not_found')
      return servePage(lang, request, reply)
    }

    const served = [...locales, ...(withPseudoLocale ? [pseudoLocale] : [])]
    const lang = `/:lang(^(?:${served.join('|')})$)`
    // Logs nobody in: the page asks whoever is there, and only then makes the calls that do (spec: funding 2).
    const autologin = (request: FastifyRequest<{ Params: { lang: string } }>, reply: FastifyReply) => {
      if (!isLocale(request.params.lang)) throw new AppError('errors.not_found')
      const inputs = readAutologin(request.method === 'POST' ? request.body : request.query)
      const wish = isOwnWish(request.headers['sec-fetch-site'])
      return servePage(request.params.lang, request, reply, { autologin: { inputs, isOwnWish: wish } })
    }
    app.get(`${lang}/autologin`, autologin)
    app.post(`${lang}/autologin`, autologin)
    app.get(lang, page)
    app.get(`${lang}/*`, page)
    app.get('/', async (request, reply) => {
      const hash = app.sessions.hashOf(request)
      request.sessionUser = hash && (await app.sessions.load(hash))
      return reply.redirect(`/${localeOf(request)}/${request.sessionUser ? 'trading' : ''}`)
    })

    if (existsSync(webDir)) {
      await app.register(fastifyStatic, {
        root: webDir,
        index: false,
        preCompressed: true,
        cacheControl: false,
        allowedPath: (path) => !path.endsWith('index.html') && !path.startsWith('/.'),
        setHeaders: (reply, path) => {
          // Names under assets/ carry a hash of the content.
          const forEver = path.includes(`${webDir}/assets/`)
          reply.header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
        },
      })
    }
  }
}

function themeOf(request: FastifyRequest): Theme {
  const theme = request.cookies[themeCookie]
  return theme === 'dark' || theme === 'light' ? theme : 'system'
}
