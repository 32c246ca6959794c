import { existsSync } from 'node:fs'
import { join } from 'node:path'

import fastifyStatic from '@fastify/static'
import { isUserInitiated, parseAutologin } from '@tradefront/rules/auth/autologin'
import { countries } from '@tradefront/rules/settings/countries'
import { type Locale, isLocale } from '@tradefront/texts/locales'
import { translate } from '@tradefront/texts/translate'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { AppContext } from '../../context.ts'
import { createAffiliateCookie } from '../../platform/http/affiliate-cookie.ts'
import { AppError, describeError } from '../../platform/http/errors.ts'
import {
  findPreferredLocale,
  getRequestLocale,
  setLocaleCookie,
  localeCookieName,
  toOfferedLocale,
} from '../../platform/http/locale.ts'
import { stripQuery } from '../../platform/logging/log.ts'
import { allowPlatform, headersOfDocuments } from '../../platform/http/security-headers.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { sendCompressed } from '../../platform/http/compress-response.ts'
import { type InlineData, type HtmlTemplate, type Theme, readHtmlTemplate } from '../../platform/http/html-template.ts'
import { summarizeHtml } from '../../platform/http/summarize-html.ts'
import { findPage } from '../pages/service.ts'
import { isLadderToken } from '../trading/service.ts'
import { createPageBootstrap } from './page-bootstrap.ts'
import { collectPageReplies } from './page-replies.ts'
import { describeTrader } from './shell-values.ts'

/** The cookie has `system`, `dark` or `light`; the page's script sets it. */
const themeCookie = 'theme'

/** Page of the trader; the path of every screen is behind its hash. */
const traderPagePath = '/trading'
/** Worker for notifications. Its policy is that of its own script, which only loads the picture of notifications. */
const pushWorker = 'push-worker.js'
const pushWorkerPolicy = "default-src 'none'; img-src 'self'"
/** Parts of a page. An image is not among them: opened by itself, it is a document. */
const partPattern = /\.(?:js|css|woff2)(?:\.(?:br|gz))?$/
/** Can be shown in a frame of this site (spec: account 2). */
const ladderPath = '/ladder'

export async function siteRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const { webDir, publicUrl, isHttps: secure } = context.config
  const buildPageBootstrap = createPageBootstrap(context)
  const { rememberAffiliate } = createAffiliateCookie(secure)
  let template: HtmlTemplate | null = null

  const sendPage = async (
    locale: Locale,
    request: FastifyRequest,
    reply: FastifyReply,
    data: InlineData = {},
  ): Promise<FastifyReply> => {
    rememberAffiliate(request, reply)
    template ??= await readHtmlTemplate(join(webDir, 'index.html'), publicUrl)
    if (!template) throw new AppError('errors.not_found')
    const hash = app.sessions.getSessionHash(request)
    const user = hash ? await app.sessions.loadUser(hash) : null
    if (hash && !user) await app.sessions.deleteSession(request, reply)
    request.sessionUser = user
    const path = stripQuery(request.url).slice(locale.length + 1)
    const [boot, replies] = await Promise.all([
      buildPageBootstrap({
        user,
        csrf: app.createCsrfToken(request, reply),
        language: locale,
        detectedCountry: context.detectCountry(request),
      }),
      user !== null && path.replace(/\/$/, '') === traderPagePath ? loadReplies(request, user, locale) : null,
    ])
    if (request.cookies[localeCookieName] !== locale) setLocaleCookie(reply, locale, secure)
    const description = await describePage(path, locale, template.hasPage(path))
    if (description === null) void reply.code(404)
    const html = template.render({
      locale,
      theme: readTheme(request),
      boot,
      path,
      shellValues: boot.user === null || replies === null ? {} : describeTrader(boot.user, boot, replies, locale),
      data: { ...data, ...(replies !== null && { replies }) },
      description:
        description === null
          ? { title: `${translate(locale, 'shell.not_found_title')} · Tradefront`, description: null }
          : description,
    })
    void reply.headers(choosePolicy(app, path, boot.settings.platformUrl)).type('text/html; charset=utf-8')
    // With personal data, the compressed length could reveal it (BREACH).
    return user || Object.keys(data).length > 0 ? reply.send(html) : sendCompressed(html, request, reply)
  }
  const loadReplies = (request: FastifyRequest, user: SessionUser, pageLanguage: Locale) =>
    collectPageReplies(context, user, { pageLanguage, callLanguage: getRequestLocale(request) }, (error) =>
      request.log.warn({ fault: describeError(error) }, 'replies of the page'),
    )
  /** Null: there is no such page. Undefined: only the web app knows it. */
  const describePage = async (path: string, locale: Locale, isKnown: boolean) => {
    const name = /^\/show\/([^/]+)\/?$/.exec(path)?.[1]
    if (!isKnown) return null
    if (name === undefined) return undefined
    const page = await findPage(context, 'pg', name, locale)
    return page && { title: `${page.title} · Tradefront`, description: summarizeHtml(page.html) }
  }
  const sendAppPage = (request: FastifyRequest<{ Params: { lang: string } }>, reply: FastifyReply) => {
    const { lang } = request.params
    if (!isLocale(lang)) throw new AppError('errors.not_found')
    return sendPage(lang, request, reply)
  }

  const lang = `/:lang(^(?:${app.servedLocales.join('|')})$)`
  // The page asks for confirmation before it logs in (spec: funding 2).
  const sendAutologinPage = (request: FastifyRequest<{ Params: { lang: string } }>, reply: FastifyReply) => {
    if (!isLocale(request.params.lang)) throw new AppError('errors.not_found')
    const inputs = parseAutologin(request.method === 'POST' ? request.body : request.query)
    // Links in mails, chats and documents look like an address that the user has typed.
    const isInitiatedByUser = request.method === 'POST' && isUserInitiated(request.headers['sec-fetch-site'])
    return sendPage(request.params.lang, request, reply, { autologin: { inputs, isOwnWish: isInitiatedByUser } })
  }
  app.get(`${lang}/autologin`, sendAutologinPage)
  app.post(`${lang}/autologin`, sendAutologinPage)
  app.get(`${lang}/ladder`, async (request: FastifyRequest<{ Params: { lang: string } }>, reply) => {
    const hash = app.sessions.getSessionHash(request)
    const user = hash ? await app.sessions.loadUser(hash) : null
    const token = new URLSearchParams(request.url.split('?')[1]).get('token') ?? ''
    if (!isLocale(request.params.lang)) throw new AppError('errors.not_found')
    if (user !== null && isLadderToken(context, token, user)) return sendPage(request.params.lang, request, reply)
    return sendPage(request.params.lang, request, reply.code(403), { 'ladder-expired': true })
  })
  app.get(lang, sendAppPage)
  app.get(`${lang}/*`, sendAppPage)
  app.get('/', async (request, reply) => {
    rememberAffiliate(request, reply)
    const hash = app.sessions.getSessionHash(request)
    request.sessionUser = hash && (await app.sessions.loadUser(hash))
    const locale = findPreferredLocale(request) ?? findCountryLocale(context.detectCountry(request))
    return reply.redirect(`/${locale}/${request.sessionUser ? 'trading' : ''}`)
  })

  if (existsSync(webDir)) {
    await app.register(fastifyStatic, {
      root: webDir,
      index: false,
      preCompressed: true,
      cacheControl: false,
      allowedPath: (path) => !path.endsWith('index.html') && !path.startsWith('/.'),
      setHeaders: (reply, path) => {
        // Names in assets/ contain a hash.
        const isImmutable = path.includes(`${webDir}/assets/`)
        reply.header('cache-control', isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
        if (isImmutable && partPattern.test(path)) for (const name of headersOfDocuments) reply.removeHeader(name)
        if (path === join(webDir, pushWorker)) reply.header('content-security-policy', pushWorkerPolicy)
      },
    })
  }
}

/** Finds the language of a country (spec: funding 3, `defaultLang`). */
function findCountryLocale(country: string | null): Locale {
  return toOfferedLocale(countries.find(({ iso }) => iso === country)?.defaultLang ?? '')
}

function choosePolicy(app: FastifyInstance, path: string, platformUrl: string | null): Record<string, string> {
  const { pagePolicy, paymentPolicy, framedPolicy, cameraPermissions } = app.securityHeaderSet
  const adapt = (policy: string) => (platformUrl === null ? policy : allowPlatform(policy, new URL(platformUrl).origin))
  switch (path.replace(/\/$/, '')) {
    case traderPagePath:
      return { 'content-security-policy': adapt(paymentPolicy), 'permissions-policy': cameraPermissions }
    case ladderPath:
      return { 'content-security-policy': framedPolicy, 'x-frame-options': 'SAMEORIGIN' }
    default:
      return { 'content-security-policy': adapt(pagePolicy) }
  }
}

function readTheme(request: FastifyRequest): Theme {
  const theme = request.cookies[themeCookie]
  return theme === 'dark' || theme === 'light' ? theme : 'system'
}
