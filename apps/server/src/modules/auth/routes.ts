import { authCalls } from '@tradefront/contract/auth'
import { say } from '@tradefront/texts/say'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { refusal } from '../../platform/http/error-handler.ts'
import { AppError } from '../../platform/http/errors.ts'
import { localeOf } from '../../platform/http/locale.ts'
import { serve, yes } from '../../platform/http/route.ts'
import type { ProfileService } from '../profile/service.ts'
import { wrongNewPassword } from './password-policy.ts'
import type { RealAccountResult } from './upgrade-account.ts'
import type { AuthService } from './service.ts'

const deviceCookie = 'device'
const deviceCookieSeconds = 180 * 24 * 3600

/** Every try costs an argon2, so a burst is cut off before it. */
const triesPerMinute = 120

/** A link for a new password is asked for by hand. */
const linksPerMinute = 10

export type AuthRoutesDeps = {
  readonly auth: AuthService
  readonly profile: Pick<ProfileService, 'tell'>
  readonly secure: boolean
}

/** A no to somebody who may have no account; people in the United States get a notice of their own (spec: account 4). */
function entryRefused(request: FastifyRequest, code: NonNullable<RealAccountResult>) {
  return { ...refusal(request, code), ...(code === 'auth.usa' ? { is_usa: true } : {}) }
}

/** Log-in in two steps as the specification has it, log-out of both, registration (spec: funding 7, account 7). */
export function authRoutes({ auth, profile, secure }: AuthRoutesDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    const deviceOf = (request: FastifyRequest) => request.cookies[deviceCookie]
    const rememberDevice = (reply: FastifyReply, value: string) =>
      reply.setCookie(deviceCookie, value, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure,
        maxAge: deviceCookieSeconds,
      })
    const endSession = async (request: FastifyRequest, reply: FastifyReply) => {
      await app.sessions.close(request, reply)
      return { return: true, csrf: app.csrfToken(request, reply) }
    }

    serve(
      app,
      authCalls.platformLogin,
      async ({ body, request, reply }) => {
        const from = { address: request.ip, device: deviceOf(request) }
        const result = await auth.login(body.login, body.password, from)
        if (result.kind === 'busy') throw new AppError('errors.too_many')
        if (result.kind === 'wrong') return refusal(request, 'auth.login_error')
        rememberDevice(reply, result.device)
        return { return: true, token: result.token }
      },
      { form: true, perMinute: triesPerMinute },
    )
    serve(app, authCalls.login, async ({ body, request, reply }) => {
      const opened = await auth.redeem(body.email, body.password, body.token)
      if (opened === null) return refusal(request, 'auth.login_error')
      await app.sessions.open(request, reply, opened.userId)
      await auth.sessions.noteDevice(opened, {
        device: auth.deviceOf(deviceOf(request), opened.userId),
        userAgent: request.headers['user-agent'] ?? '',
        address: request.ip,
      })
      return { return: true, csrf: app.csrfToken(request, reply) }
    })
    serve(
      app,
      authCalls.register,
      async ({ body, request }) => {
        const tried = await auth.whileAskingForEmails(request.ip, async () => {
          const result = await auth.register(body, localeOf(request))
          return result.kind === 'taken' ? null : result
        })
        if (tried.kind === 'busy') throw new AppError('errors.too_many')
        if (tried.kind === 'wrong') return refusal(request, 'auth.email_taken')
        return tried.value.kind === 'ok' ? yes : entryRefused(request, tried.value.code)
      },
      { perMinute: triesPerMinute },
    )
    serve(
      app,
      authCalls.forget,
      async ({ body, request }) => {
        const locale = localeOf(request)
        await auth.resets.request(body.email, locale)
        return { ...yes, message: say(locale, 'auth.forget_sent') }
      },
      { perMinute: linksPerMinute },
    )
    serve(
      app,
      authCalls.forgetCheck,
      async ({ body, request }) => ((await auth.resets.isGood(body.token)) ? yes : refusal(request, 'auth.reset_void')),
      { perMinute: triesPerMinute },
    )
    serve(
      app,
      authCalls.forgetReset,
      async ({ body, request, reply }) => {
        const wrong = wrongNewPassword(body.password, body.repeatPassword)
        if (wrong) return refusal(request, wrong)
        const userId = await auth.resets.complete(body.token, body.password)
        if (userId === null) return refusal(request, 'auth.reset_void')
        // Whoever reads the account's mail is its owner: their tries are not counted with a stranger's.
        rememberDevice(reply, auth.rememberDevice(deviceOf(request), userId))
        return yes
      },
      { perMinute: triesPerMinute },
    )
    serve(app, authCalls.openReal, async ({ body, user, request }) => {
      const refused = await auth.openReal(user.id, { ...body, promo: body.promo ?? '' })
      if (refused) return entryRefused(request, refused)
      await profile.tell(user.id)
      return yes
    })
    serve(app, authCalls.logout, ({ request, reply }) => endSession(request, reply))
    serve(app, authCalls.platformLogout, ({ request, reply }) => endSession(request, reply))
  }
}
