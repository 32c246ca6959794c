import { authCalls } from '@tradefront/contract/auth'
import { translate } from '@tradefront/texts/translate'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { toRefusalReply } from '../../platform/http/error-handler.ts'
import { AppError } from '../../platform/http/errors.ts'
import { getRequestLocale } from '../../platform/http/locale.ts'
import { registerCall, okReply } from '../../platform/http/route.ts'
import type { ProfileService } from '../profile/service.ts'
import { findPasswordPolicyViolation } from './password-policy.ts'
import type { UpgradeAccountResult } from './upgrade-account.ts'
import type { AuthService } from './service.ts'

const deviceCookie = 'device'
const deviceCookieSeconds = 180 * 24 * 3600

/** Every try costs an argon2, so a burst is cut off before it. */
const attemptsPerMinute = 120

/** A link for a new password is asked for by hand. */
const linksPerMinute = 10

export type AuthRoutesDeps = {
  readonly auth: AuthService
  readonly profile: Pick<ProfileService, 'publishUserRecord'>
  readonly secure: boolean
}

/** A no to somebody who may have no account; people in the United States get a notice of their own (spec: account 4). */
function toRejectionReply(request: FastifyRequest, code: NonNullable<UpgradeAccountResult>) {
  return { ...toRefusalReply(request, code), ...(code === 'auth.usa' ? { is_usa: true } : {}) }
}

/** Log-in in two steps as the specification has it, log-out of both, registration (spec: funding 7, account 7). */
export function authRoutes({ auth, profile, secure }: AuthRoutesDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    const readDeviceCookie = (request: FastifyRequest) => request.cookies[deviceCookie]
    const rememberDevice = (reply: FastifyReply, value: string) =>
      reply.setCookie(deviceCookie, value, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure,
        maxAge: deviceCookieSeconds,
      })
    const endSession = async (request: FastifyRequest, reply: FastifyReply) => {
      await app.sessions.deleteSession(request, reply)
      return { return: true, csrf: app.createCsrfToken(request, reply) }
    }

    registerCall(
      app,
      authCalls.platformLogin,
      async ({ body, request, reply }) => {
        const from = { address: request.ip, device: readDeviceCookie(request) }
        const result = await auth.login(body.login, body.password, from)
        if (result.kind === 'busy') throw new AppError('errors.too_many')
        if (result.kind === 'wrong') return toRefusalReply(request, 'auth.login_error')
        rememberDevice(reply, result.device)
        return { return: true, token: result.token }
      },
      { form: true, perMinute: attemptsPerMinute },
    )
    registerCall(app, authCalls.login, async ({ body, request, reply }) => {
      const signedInUser = await auth.redeemLoginToken(body.email, body.password, body.token)
      if (signedInUser === null) return toRefusalReply(request, 'auth.login_error')
      await app.sessions.createSession(request, reply, signedInUser.userId)
      await auth.deviceSessions.recordDevice(signedInUser, {
        device: auth.findDeviceId(readDeviceCookie(request), signedInUser.userId),
        userAgent: request.headers['user-agent'] ?? '',
        address: request.ip,
      })
      return { return: true, csrf: app.createCsrfToken(request, reply) }
    })
    registerCall(
      app,
      authCalls.register,
      async ({ body, request }) => {
        const lookup = await auth.throttleEmailLookup(request.ip, async () => {
          const result = await auth.register(body, getRequestLocale(request))
          return result.kind === 'taken' ? null : result
        })
        if (lookup.kind === 'busy') throw new AppError('errors.too_many')
        if (lookup.kind === 'wrong') return toRefusalReply(request, 'auth.email_taken')
        return lookup.value.kind === 'ok' ? okReply : toRejectionReply(request, lookup.value.code)
      },
      { perMinute: attemptsPerMinute },
    )
    registerCall(
      app,
      authCalls.requestPasswordReset,
      async ({ body, request }) => {
        const locale = getRequestLocale(request)
        await auth.passwordResets.requestLink(body.email, locale)
        return { ...okReply, message: translate(locale, 'auth.forget_sent') }
      },
      { perMinute: linksPerMinute },
    )
    registerCall(
      app,
      authCalls.checkResetToken,
      async ({ body, request }) =>
        (await auth.passwordResets.isLinkValid(body.token)) ? okReply : toRefusalReply(request, 'auth.reset_void'),
      { perMinute: attemptsPerMinute },
    )
    registerCall(
      app,
      authCalls.resetPassword,
      async ({ body, request, reply }) => {
        const violation = findPasswordPolicyViolation(body.password, body.repeatPassword)
        if (violation) return toRefusalReply(request, violation)
        const userId = await auth.passwordResets.completeReset(body.token, body.password)
        if (userId === null) return toRefusalReply(request, 'auth.reset_void')
        // Whoever reads the account's mail is its owner: their tries are not counted with a stranger's.
        rememberDevice(reply, auth.rememberDevice(readDeviceCookie(request), userId))
        return okReply
      },
      { perMinute: attemptsPerMinute },
    )
    registerCall(app, authCalls.upgradeToLiveAccount, async ({ body, user, request }) => {
      const rejection = await auth.upgradeToRealAccount(user.id, { ...body, promo: body.promo ?? '' })
      if (rejection) return toRejectionReply(request, rejection)
      await profile.publishUserRecord(user.id)
      return okReply
    })
    registerCall(app, authCalls.logout, ({ request, reply }) => endSession(request, reply))
    registerCall(app, authCalls.platformLogout, ({ request, reply }) => endSession(request, reply))
  }
}
