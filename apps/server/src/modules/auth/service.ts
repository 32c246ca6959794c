import { normalizeIP } from '@fastify/rate-limit'
import type { Country } from '@tradefront/contract/settings'
import { type Result, ok, refuse } from '@tradefront/rules/result'
import type { TextKey } from '@tradefront/texts/keys'

import { type Clock, dayMs, minuteMs } from '../../platform/clock.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/database/database.ts'
import { invariant } from '../../platform/http/errors.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { UserEvents } from '../../platform/realtime/user-events.ts'
import type { MailService } from '../mail/service.ts'
import type { MarksService } from '../marks/service.ts'
import type { RatesService } from '../rates/service.ts'
import type { PromoService } from '../promo/service.ts'
import { findCredentials, findCredentialsByEmail } from '../users/service.ts'
import { createPasswordChanges } from './change-password.ts'
import { type ContactDetailsForm, changeContactDetails } from './contact-details.ts'
import { type SignedInUser, createDeviceSessions } from './device-sessions.ts'
import { createEmailLinks, type EmailLinksDeps, emailLinkRetentionMs } from './email-links.ts'
import { deleteEmailLinksExpiredBefore } from './email-link-store.ts'
import { deleteFailuresBefore } from './failure-store.ts'
import { createKnownDevices } from './known-devices.ts'
import { consumeLoginLink, deleteExpiredLoginLinks } from './login-link-store.ts'
import type { LoginOrigin } from './login-origin.ts'
import { createLoginTokens } from './login-token.ts'
import { createPasswordHasher, type PasswordHasher } from './password-hashing.ts'
import type { PlatformAccounts } from './platform-accounts.ts'
import { createPasswordResets } from './password-reset.ts'
import { deleteExpiredLinks } from './password-reset-store.ts'
import { type RegistrationForm, registerUser } from './register.ts'
import { upsertDevice } from './device-store.ts'
import {
  type SecurityEventKind,
  deleteSecurityEventsBefore,
  insertFailureEvent,
  insertSecurityEvent,
} from './security-log.ts'
import { deleteExpiredSessions, findPasswordTime, markSessionMobile } from './session-store.ts'
import { createThrottle, failureWindowMs } from './throttle.ts'
import { type UpgradeAccountForm, upgradeToRealAccount } from './upgrade-account.ts'

export { createFetchFromPlatform } from './fetch-from-platform.ts'
export { createPlatformAccounts } from './platform-accounts.ts'
export { createPlatformCookie } from './platform-cookie.ts'

export type AuthDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly seal: Seal
  readonly jobs: JobQueue
  readonly live: UserEvents
  readonly mail: MailService
  readonly marks: MarksService
  readonly promo: PromoService
  readonly stopMoneyOut: EmailLinksDeps['stopMoneyOut']
  readonly platform: PlatformAccounts
  readonly publicUrl: string
  readonly countries: readonly Country[]
  readonly findCurrencyRate: RatesService['findCurrencyRate']
  /** Accounts that can be opened from one address. Null: no limit. */
  readonly getRegistrationsPerHour: () => Promise<number | null>
  readonly sleep: (ms: number) => Promise<void>
  readonly passwordHasher?: PasswordHasher | undefined
  readonly onError: (error: unknown) => void
}

export type AuthService = ReturnType<typeof createAuthService>

const securityLogMs = 400 * dayMs
const freshLoginMs = 10 * minuteMs
/** Many people can share an address. */
const freeEmailLookups = 20

export function createAuthService(deps: AuthDeps) {
  const { db, clock, platform } = deps
  const hasher = deps.passwordHasher ?? createPasswordHasher()
  const tokens = createLoginTokens(deps)
  const knownDevices = createKnownDevices(deps)
  const throttle = createThrottle({ db, now: clock.now, sleep: deps.sleep })
  const passwordChanges = createPasswordChanges({ ...deps, hasher, throttle })
  const emailLinks = createEmailLinks({ ...deps, hasher })

  /** Slows down guessing which e-mails are registered. @throws AppError 429 */
  const throttleEmailLookup = <Value, Code extends TextKey>(
    address: string,
    lookUp: () => Promise<Result<Value, Code>>,
  ): Promise<Result<Value, Code>> =>
    throttle.run(
      {
        target: null,
        source: toSubject('taken', normalizeIP(address)),
        freeFailures: freeEmailLookups,
        isFailure: (code) => code === 'auth.email_taken' || code === 'profile.email_taken',
      },
      lookUp,
    )

  const toVisit = ({ address, deviceCookie }: LoginOrigin) => ({
    address,
    deviceIds: knownDevices.listDeviceIds(deviceCookie),
  })

  const findKnownDevice = async (email: string, cookie: string | undefined): Promise<string | null> => {
    const user = cookie === undefined ? null : await findCredentialsByEmail(db, email)
    return user && knownDevices.findDeviceId(cookie, user)
  }

  return {
    platform,
    listDeviceIds: knownDevices.listDeviceIds,
    passwordResets: createPasswordResets({
      ...deps,
      replacePassword: passwordChanges.replacePassword,
      emailLinks,
    }),
    deviceSessions: createDeviceSessions(deps),
    checkEmailLink: emailLinks.checkLink,
    useEmailLink: emailLinks.useLink,
    changePassword: passwordChanges.changePassword,
    /** For steps that need the password again. @throws AppError 429 */
    verifyOwnPassword: passwordChanges.verifyOwnPassword,
    /** The password was typed to open this session at most ten minutes ago, which counts as typing it again. */
    isFreshLogin: async (sessionHash: Buffer): Promise<boolean> => {
      const passwordAt = await findPasswordTime(db, sessionHash)
      return passwordAt !== null && clock.now().getTime() - passwordAt.getTime() <= freshLoginMs
    },
    /** After a new password: the browser stays known, without a mail about it. */
    rememberDevice: async (cookie: string | undefined, userId: number): Promise<string> => {
      const user = await findCredentials(db, userId)
      invariant(user, 'a user is not deleted')
      const next = knownDevices.rememberDevice(cookie, user)
      const deviceId = knownDevices.findDeviceId(next, user)
      if (deviceId !== null) await upsertDevice(db, userId, sha256(deviceId), clock.now())
      return next
    },
    recordEvent: (kind: SecurityEventKind, userId: number, address: string) =>
      insertSecurityEvent(db, { kind, userId, address, operator: null, at: clock.now() }),

    /** A link or token that is invalid, expired or used. */
    recordRefusedLink: (address: string) =>
      insertFailureEvent(db, { kind: 'link_refused', userId: null, address, at: clock.now() }),

    /**
     * By another trading platform, if one is embedded. A known device is throttled by itself, others by account and address. An unknown e-mail takes the same work as a wrong password.
     * @throws AppError 429
     */
    verifyPassword: async (
      rawEmail: string,
      password: string,
      origin: LoginOrigin,
    ): Promise<
      Result<
        { token: string; deviceCookie: string; platformSession: string | null },
        'auth.login_error' | 'auth.account_locked' | 'auth.platform_down'
      >
    > => {
      const email = rawEmail.trim().toLowerCase()
      const deviceId = await findKnownDevice(email, origin.deviceCookie)
      const keys = deviceId
        ? { target: `device:${deviceId}`, source: null }
        : { target: toAccountSubject(email), source: toSubject('address', normalizeIP(origin.address)) }
      const isFailure = (code: TextKey) => code !== 'auth.platform_down'
      const result = await throttle.run({ ...keys, isFailure }, async () => {
        const user = await findCredentialsByEmail(db, email)
        const atPlatform = await platform.logIn(email, password)
        if (atPlatform?.kind === 'failed') return refuse('auth.platform_down')
        const isMatch =
          atPlatform === null
            ? await hasher.verifyPassword(user?.passwordHash ?? null, password)
            : atPlatform.kind === 'done' && user !== null
        const platformSession = atPlatform?.kind === 'done' ? atPlatform.session : null
        if (user && isMatch && !user.isLocked) return ok({ user, platformSession })
        const kind = isMatch ? 'login_locked' : 'login_failed'
        await insertFailureEvent(db, { kind, userId: user?.id ?? null, address: origin.address, at: clock.now() })
        return refuse(isMatch ? 'auth.account_locked' : 'auth.login_error')
      })
      if (!result.ok) return result
      const { user, platformSession } = result.value
      return ok({
        token: tokens.issueToken(email, password, user.passwordHash),
        deviceCookie: knownDevices.rememberDevice(origin.deviceCookie, user),
        platformSession,
      })
    },

    redeemLoginToken: async (
      rawEmail: string,
      password: string,
      token: string,
      deviceCookie: string | undefined,
    ): Promise<Result<SignedInUser & { deviceId: string | null }, 'auth.login_error' | 'auth.account_locked'>> => {
      const email = rawEmail.trim().toLowerCase()
      const user = await findCredentialsByEmail(db, email)
      // Same work for an unknown e-mail.
      const isValid = tokens.verifyToken(token, email, password, user?.passwordHash ?? '')
      if (!user || !isValid) return refuse('auth.login_error')
      if (user.isLocked) return refuse('auth.account_locked')
      const deviceId = knownDevices.findDeviceId(deviceCookie, user)
      return ok({ deviceId, userId: user.id, email, language: user.language, registeredAt: user.registeredAt })
    },

    redeemLoginLink: async (
      token: string,
      deviceCookie: string | undefined,
    ): Promise<Result<SignedInUser & { deviceId: string | null }, 'auth.login_link_void' | 'auth.account_locked'>> => {
      const userId = await consumeLoginLink(db, sha256(token), clock.now())
      const user = userId === null ? null : await findCredentials(db, userId)
      if (user === null) return refuse('auth.login_link_void')
      if (user.isLocked) return refuse('auth.account_locked')
      const { email, language, registeredAt } = user
      const deviceId = knownDevices.findDeviceId(deviceCookie, user)
      return ok({ deviceId, userId: user.id, email, language, registeredAt })
    },

    /** @throws AppError 429 */
    register: (
      origin: LoginOrigin & { readonly affiliateId: string | null },
      form: RegistrationForm,
      language: string,
    ) =>
      throttleEmailLookup(origin.address, () =>
        registerUser({ ...deps, hasher, emailLinks, knownDevices }, form, origin, language),
      ),

    upgradeToRealAccount: (userId: number, form: UpgradeAccountForm, origin: LoginOrigin) =>
      upgradeToRealAccount(deps, userId, form, toVisit(origin)),

    /** Mails another link, for a lost one. */
    requestEmailProof: async (user: SessionUser): Promise<Result<void, 'auth.email_proof_limit'>> => {
      if (user.emailProvedAt !== null) return ok()
      const isSent = await db.transaction().execute((trx) => emailLinks.requestProof(trx, user))
      return isSent ? ok() : refuse('auth.email_proof_limit')
    },

    /** @throws AppError 429 */
    changeContactDetails: (address: string, user: SessionUser, form: ContactDetailsForm) =>
      throttleEmailLookup(address, () =>
        changeContactDetails(
          { db, clock, marks: deps.marks, emailLinks, verifyOwnPassword: passwordChanges.verifyOwnPassword },
          user,
          form,
          address,
        ),
      ),

    markSessionMobile: (sessionHash: Buffer) => markSessionMobile(db, sessionHash),

    deleteExpired: async (): Promise<void> => {
      const now = clock.now()
      await deleteFailuresBefore(db, new Date(now.getTime() - failureWindowMs))
      await deleteExpiredSessions(db, now)
      await deleteExpiredLoginLinks(db, now)
      await deleteSecurityEventsBefore(db, new Date(now.getTime() - securityLogMs))
      await deleteExpiredLinks(db, now)
      await deleteEmailLinksExpiredBefore(db, new Date(now.getTime() - emailLinkRetentionMs))
    },
  }
}

function toSubject(kind: string, value: string): string {
  return `${kind}:${value}`.slice(0, 80)
}

/** Hashed, so that the table does not reveal e-mail addresses. */
export function toAccountSubject(email: string): string {
  return `account:${sha256(email).toString('hex').slice(0, 40)}`
}
