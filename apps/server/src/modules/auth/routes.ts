import { authCalls } from '@tradefront/contract/auth'
import { loginCalls } from '@tradefront/contract/login'
import { type Refusal, refuse } from '@tradefront/rules/result'
import type { Locale } from '@tradefront/texts/locales'
import { translate } from '@tradefront/texts/translate'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { createAffiliateCookie } from '../../platform/http/affiliate-cookie.ts'
import { toRefusalReply } from '../../platform/http/error-handler.ts'
import { getRequestLocale } from '../../platform/http/locale.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import type { SignupBonusOutcome } from '../promo/service.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import { createDeviceCookie } from './device-cookie.ts'
import type { SignedInUser } from './device-sessions.ts'
import { createPlatformCookie } from './platform-cookie.ts'
import type { AuthService } from './service.ts'

/** Each attempt costs an argon2 hash. */
const attemptsPerMinute = 120
const linkRequestsPerMinute = 10

export type AuthRoutesDeps = {
  readonly auth: AuthService
  readonly publishUser: (userId: number) => Promise<void>
  readonly secure: boolean
  readonly seal: Seal
}

/** spec: funding 7, account 7 */
export function authRoutes({ auth, publishUser, secure, seal }: AuthRoutesDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    const { readDeviceCookie, setDeviceCookie } = createDeviceCookie(secure)
    const { readAffiliateId } = createAffiliateCookie(secure)
    const platformCookie = createPlatformCookie(secure, seal)
    const endSession = async (request: FastifyRequest, reply: FastifyReply) => {
      const platformSession = platformCookie.readSession(request)
      if (platformSession !== '') {
        platformCookie.clearSession(reply)
        await auth.platform.logOut(platformSession)
      }
      await app.sessions.deleteSession(request, reply)
      return { return: true, csrf: app.createCsrfToken(request, reply) }
    }

    const refuseLink = async <R extends Refusal>(request: FastifyRequest, refusal: R): Promise<R> => {
      await auth.recordRefusedLink(request.ip)
      return refusal
    }

    const openSession = async (
      request: FastifyRequest,
      reply: FastifyReply,
      user: SignedInUser & { readonly deviceId: string | null; readonly isByPassword: boolean },
    ) => {
      await app.sessions.createSession(request, reply, user)
      await auth.recordEvent('login', user.userId, request.ip)
      await auth.deviceSessions.recordDevice(user, {
        deviceId: user.deviceId,
        deviceIds: auth.listDeviceIds(readDeviceCookie(request)),
        userAgent: request.headers['user-agent'] ?? '',
        address: request.ip,
      })
      return { return: true, csrf: app.createCsrfToken(request, reply) }
    }

    registerCall(
      app,
      loginCalls.platformLogin,
      async ({ body, request, reply }) => {
        const origin = { address: request.ip, deviceCookie: readDeviceCookie(request) }
        const result = await auth.verifyPassword(body.login, body.password, origin)
        if (!result.ok) return result
        const { token, deviceCookie, platformSession } = result.value
        setDeviceCookie(reply, deviceCookie)
        if (platformSession !== null) platformCookie.setSession(reply, platformSession)
        return { return: true, token }
      },
      { form: true, perMinute: attemptsPerMinute },
    )
    registerCall(app, loginCalls.login, async ({ body, request, reply }) => {
      const result = await auth.redeemLoginToken(body.email, body.password, body.token, readDeviceCookie(request))
      if (!result.ok) return refuseLink(request, result)
      return openSession(request, reply, { ...result.value, isByPassword: true })
    })
    registerCall(
      app,
      loginCalls.loginByLink,
      async ({ body, request, reply }) => {
        const result = await auth.redeemLoginLink(body.token, readDeviceCookie(request))
        if (!result.ok) return refuseLink(request, result)
        return openSession(request, reply, { ...result.value, isByPassword: false })
      },
      { perMinute: attemptsPerMinute },
    )
    registerCall(
      app,
      authCalls.register,
      async ({ body, request, reply }) => {
        const affiliateId = readAffiliateId(request)
        const origin = { address: request.ip, deviceCookie: readDeviceCookie(request), affiliateId }
        const result = await auth.register(origin, body, getRequestLocale(request))
        if (!result.ok) return toRegistrationRefusalReply(request, result)
        setDeviceCookie(reply, result.value.deviceCookie)
        return okReply
      },
      { perMinute: attemptsPerMinute },
    )
    registerCall(
      app,
      authCalls.requestPasswordReset,
      async ({ body, request }) => {
        if (await auth.platform.isUsed()) return refuse('auth.platform_password')
        const locale = getRequestLocale(request)
        await auth.passwordResets.requestLink(body.email, locale)
        return { ...okReply, message: translate(locale, 'auth.forget_sent') }
      },
      { perMinute: linkRequestsPerMinute },
    )
    registerCall(
      app,
      authCalls.checkResetToken,
      async ({ body, request }) => {
        const result = await auth.passwordResets.checkLink(body.token)
        return result.ok ? okReply : refuseLink(request, result)
      },
      { perMinute: attemptsPerMinute },
    )
    registerCall(
      app,
      authCalls.resetPassword,
      async ({ body, request, reply }) => {
        if (await auth.platform.isUsed()) return refuse('auth.platform_password')
        const result = await auth.passwordResets.completeReset(body.token, body.password, body.repeatPassword)
        if (!result.ok) return result.code === 'auth.reset_void' ? refuseLink(request, result) : result
        // Access to the mailbox proves ownership, so the device becomes known.
        setDeviceCookie(reply, await auth.rememberDevice(readDeviceCookie(request), result.value))
        await auth.recordEvent('password_reset', result.value, request.ip)
        return okReply
      },
      { perMinute: attemptsPerMinute },
    )
    registerCall(
      app,
      authCalls.checkEmailLink,
      async ({ body, request }) => {
        const result = await auth.checkEmailLink(body.token)
        return result.ok
          ? { ...okReply, kind: result.value.kind, email: result.value.email }
          : refuseLink(request, result)
      },
      { perMinute: attemptsPerMinute },
    )
    registerCall(
      app,
      authCalls.useEmailLink,
      async ({ body, request }) => {
        const result = await auth.useEmailLink(body.token)
        if (!result.ok) return refuseLink(request, result)
        const { userId, bonus, ...used } = result.value
        await auth.recordEvent(`email_${used.kind}`, userId, request.ip)
        return { ...okReply, ...used, ...(bonus && toBonusReply(bonus, getRequestLocale(request))) }
      },
      { perMinute: attemptsPerMinute },
    )
    registerCall(app, authCalls.requestEmailProof, async ({ user }) => {
      const result = await auth.requestEmailProof(user)
      return result.ok ? okReply : result
    })
    registerCall(app, authCalls.upgradeToRealAccount, async ({ body, user, request }) => {
      const result = await auth.upgradeToRealAccount(
        user.id,
        { ...body, promo: body.promo ?? '' },
        { address: request.ip, deviceCookie: readDeviceCookie(request) },
      )
      if (!result.ok) return toRegistrationRefusalReply(request, result)
      await auth.recordEvent('upgraded', user.id, request.ip)
      await publishUser(user.id)
      return okReply
    })
    registerCall(app, loginCalls.logout, ({ request, reply }) => endSession(request, reply))
    registerCall(app, loginCalls.platformLogout, ({ request, reply }) => endSession(request, reply))
  }
}

/** spec: account 4 (notice for the United States) */
function toRegistrationRefusalReply(request: FastifyRequest, { code, params }: Refusal) {
  return { ...toRefusalReply(request, code, params), ...(code === 'auth.usa' ? { is_usa: true } : {}) }
}

function toBonusReply(bonus: SignupBonusOutcome, locale: Locale) {
  return bonus.ok
    ? { bonus: bonus.value }
    : { bonus: 'refused' as const, bonus_message: translate(locale, bonus.code, bonus.params) }
}
