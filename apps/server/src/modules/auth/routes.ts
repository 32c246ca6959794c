import { authCalls } from '@tradefront/contract/auth'
import { loginCalls } from '@tradefront/contract/login'
import { validationCalls } from '@tradefront/contract/validation'
import { type Refusal, refuse } from '@tradefront/rules/result'
import type { Locale } from '@tradefront/texts/locales'
import { translate } from '@tradefront/texts/translate'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { AppContext } from '../../context.ts'
import { createAffiliateCookie } from '../../platform/http/affiliate-cookie.ts'
import { toRefusalReply } from '../../platform/http/error-handler.ts'
import { getRequestLocale, toOfferedLocale } from '../../platform/http/locale.ts'
import { invariant } from '../../platform/http/errors.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import { publishUserChanged } from '../../platform/realtime/user-events.ts'
import { translateRefusal } from '../../platform/translate-refusal.ts'
import type { SignupBonusOutcome } from '../promo/service.ts'
import { createDeviceCookie } from './device-cookie.ts'
import { recordDevice, type SignedInUser } from './device-sessions.ts'
import { checkEmailLink, useEmailLink } from './email-links.ts'
import { listDeviceIds } from './known-devices.ts'
import { parsePhone } from './parse-phone.ts'
import { checkResetLink, requestResetLink, resetPassword } from './password-reset.ts'
import { openRealAccount } from './open-real-account.ts'
import { isPlatformUsed, logOutOfPlatform } from './platform-accounts.ts'
import { createPlatformCookie } from './platform-cookie.ts'
import { switchAccount } from './switch-account.ts'
import {
  keepDeviceKnown,
  recordRefusedLink,
  recordSecurityEvent,
  redeemLoginLink,
  redeemLoginToken,
  register,
  registerForPractice,
  requestAnotherProof,
  verifyLogin,
} from './service.ts'

/** Low, because each attempt costs an argon2 hash. */
const attemptsPerMinute = 120
const linkRequestsPerMinute = 10

/** Log-in and registration. spec: funding 5 (the check of a phone number), funding 7, account 7 */
export function authRoutes(app: FastifyInstance, context: AppContext): void {
  const { readDeviceCookie, setDeviceCookie } = createDeviceCookie(context.config.isHttps)
  const { readAffiliateId } = createAffiliateCookie(context.config.isHttps)
  const platformCookie = createPlatformCookie(context.config.isHttps, context.seal)
  const endSession = async (request: FastifyRequest, reply: FastifyReply) => {
    const platformSession = platformCookie.readSession(request)
    if (platformSession !== '') {
      platformCookie.clearSession(reply)
      await logOutOfPlatform(context, platformSession)
    }
    await app.sessions.deleteSession(request, reply)
    return { return: true, csrf: app.createCsrfToken(request, reply) }
  }

  const getSessionHash = (request: FastifyRequest): Buffer => {
    const hash = app.sessions.getSessionHash(request)
    invariant(hash, 'a call of a client has a session')
    return hash
  }

  const refuseLink = async <R extends Refusal>(request: FastifyRequest, refusal: R): Promise<R> => {
    await recordRefusedLink(context, request.ip)
    return refusal
  }

  const openSession = async (
    request: FastifyRequest,
    reply: FastifyReply,
    user: SignedInUser & { readonly deviceId: string | null; readonly isByPassword: boolean },
  ) => {
    await app.sessions.createSession(request, reply, user)
    await recordSecurityEvent(context, 'login', user.userId, request.ip)
    await recordDevice(context, user, {
      deviceId: user.deviceId,
      deviceIds: listDeviceIds(readDeviceCookie(request)),
      userAgent: request.headers['user-agent'] ?? '',
      address: request.ip,
    })
    return { return: true, csrf: app.createCsrfToken(request, reply) }
  }

  const getRegistrationOrigin = (request: FastifyRequest) => ({
    address: request.ip,
    deviceCookie: readDeviceCookie(request),
    affiliateId: readAffiliateId(request),
    language: getRequestLocale(request),
  })

  registerCall(
    app,
    loginCalls.platformLogin,
    async ({ body, request, reply }) => {
      const origin = { address: request.ip, deviceCookie: readDeviceCookie(request) }
      const result = await verifyLogin(context, body.login, body.password, origin)
      if (!result.ok) return result
      const { token, deviceCookie, platformSession } = result.value
      setDeviceCookie(reply, deviceCookie)
      if (platformSession !== null) platformCookie.setSession(reply, platformSession)
      return { return: true, token }
    },
    { form: true, perMinute: attemptsPerMinute },
  )
  registerCall(app, loginCalls.login, async ({ body, request, reply }) => {
    const result = await redeemLoginToken(context, body.email, body.password, body.token, readDeviceCookie(request))
    if (!result.ok) return refuseLink(request, result)
    return openSession(request, reply, { ...result.value, isByPassword: true })
  })
  registerCall(
    app,
    loginCalls.loginByLink,
    async ({ body, request, reply }) => {
      const result = await redeemLoginLink(context, body.token, readDeviceCookie(request))
      if (!result.ok) return refuseLink(request, result)
      return openSession(request, reply, { ...result.value, isByPassword: false })
    },
    { perMinute: attemptsPerMinute },
  )
  registerCall(
    app,
    authCalls.register,
    async ({ body, request, reply }) => {
      const result = await register(context, body, getRegistrationOrigin(request))
      if (!result.ok) return toRegistrationRefusalReply(request, result)
      setDeviceCookie(reply, result.value.deviceCookie)
      return okReply
    },
    { perMinute: attemptsPerMinute },
  )
  registerCall(
    app,
    authCalls.registerForPractice,
    async ({ body, request, reply }) => {
      const result = await registerForPractice(context, body, getRegistrationOrigin(request))
      if (!result.ok) return result
      setDeviceCookie(reply, result.value.deviceCookie)
      return okReply
    },
    { perMinute: attemptsPerMinute },
  )
  registerCall(app, validationCalls.validatePhone, async ({ body }) =>
    (await parsePhone(`+${body.em}`)) === null ? refuse('auth.phone_unreal') : okReply,
  )
  registerCall(
    app,
    authCalls.requestPasswordReset,
    async ({ body, request }) => {
      if (await isPlatformUsed(context)) return refuse('auth.platform_password')
      const locale = getRequestLocale(request)
      await requestResetLink(context, body.email, toOfferedLocale(locale))
      return { ...okReply, message: translate(locale, 'auth.forget_sent') }
    },
    { perMinute: linkRequestsPerMinute },
  )
  registerCall(
    app,
    authCalls.checkResetToken,
    async ({ body, request }) => {
      const result = await checkResetLink(context, body.token)
      return result.ok ? okReply : refuseLink(request, result)
    },
    { perMinute: attemptsPerMinute },
  )
  registerCall(
    app,
    authCalls.resetPassword,
    async ({ body, request, reply }) => {
      if (await isPlatformUsed(context)) return refuse('auth.platform_password')
      const result = await resetPassword(context, body.token, body.password, body.repeatPassword)
      if (!result.ok) return result.code === 'auth.reset_void' ? refuseLink(request, result) : result
      // Access to the mailbox proves ownership, so the device becomes known.
      setDeviceCookie(reply, await keepDeviceKnown(context, readDeviceCookie(request), result.value))
      await recordSecurityEvent(context, 'password_reset', result.value, request.ip)
      return okReply
    },
    { perMinute: attemptsPerMinute },
  )
  registerCall(
    app,
    authCalls.checkEmailLink,
    async ({ body, request }) => {
      const result = await checkEmailLink(context, body.token)
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
      const result = await useEmailLink(context, body.token)
      if (!result.ok) return refuseLink(request, result)
      const { userId, bonus, ...used } = result.value
      await recordSecurityEvent(context, `email_${used.kind}`, userId, request.ip)
      return { ...okReply, ...used, ...toBonusReply(bonus, getRequestLocale(request)) }
    },
    { perMinute: attemptsPerMinute },
  )
  registerCall(app, authCalls.requestEmailProof, async ({ user }) => {
    const result = await requestAnotherProof(context, user)
    return result.ok ? okReply : result
  })
  registerCall(app, authCalls.switchAccount, async ({ body, user, request }) => {
    const result = await switchAccount(context, user, getSessionHash(request), body.account === 'practice')
    return result.ok ? okReply : result
  })
  registerCall(app, authCalls.openRealAccount, async ({ body, user, request }) => {
    const result = await openRealAccount(
      context,
      { userId: user.id, sessionHash: getSessionHash(request) },
      { ...body, promo: body.promo ?? '' },
      { address: request.ip, deviceCookie: readDeviceCookie(request) },
    )
    if (!result.ok) return toRegistrationRefusalReply(request, result)
    await recordSecurityEvent(context, 'real_opened', user.id, request.ip)
    await publishUserChanged(context, user.id)
    return okReply
  })
  registerCall(app, loginCalls.logout, ({ request, reply }) => endSession(request, reply))
  registerCall(app, loginCalls.platformLogout, ({ request, reply }) => endSession(request, reply))
}

/** Adds the notice for the United States (spec: account 4). */
function toRegistrationRefusalReply(request: FastifyRequest, refusal: Refusal) {
  return { ...toRefusalReply(request, refusal), is_usa: refusal.code === 'auth.usa' ? true : undefined }
}

function toBonusReply(bonus: SignupBonusOutcome | undefined, locale: Locale) {
  if (bonus === undefined) return {}
  return bonus.ok
    ? { bonus: bonus.value }
    : { bonus: 'refused' as const, bonus_message: translateRefusal(locale, bonus) }
}
