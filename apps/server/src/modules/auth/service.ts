import type { Country } from '@tradefront/contract/settings'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { UserEvents } from '../../platform/realtime/user-events.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Currency } from '../../platform/http/sessions.ts'
import { createLedgerService } from '../ledger/service.ts'
import type { MailService } from '../mail/service.ts'
import type { PromoService } from '../promo/service.ts'
import { type RegistrationRejection, normalizeFormPhone, findRegistrationRejection } from './registration-policy.ts'
import { createPasswordHasher } from './password-hashing.ts'
import { createPasswordService } from './change-password.ts'
import { createUpgradeToRealAccount } from './upgrade-account.ts'
import { createPasswordResets } from './password-reset.ts'
import { type SignedInUser, createDeviceSessionsService } from './device-sessions.ts'
import { createAuthStore } from './store.ts'
import { createThrottle, failureWindowMs, type ThrottleResult } from './throttle.ts'
import { createKnownDevices, createLoginTokens, toFailureSubject } from './login-token.ts'

export type AuthDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly seal: Seal
  readonly jobs: JobQueue
  readonly live: UserEvents
  readonly mail: MailService
  readonly promo: PromoService
  readonly publicUrl: string
  readonly countries: readonly Country[]
  /** Waits; tests pass one that only counts. */
  readonly sleep: (ms: number) => Promise<void>
  readonly onError: (error: unknown) => void
}

/** Where a try to log in comes from. `device` is the cookie that an earlier log-in left. */
export type LoginOrigin = { readonly address: string; readonly device: string | undefined }

export type LoginResult =
  | { readonly kind: 'ok'; readonly token: string; readonly device: string }
  | { readonly kind: 'wrong' }
  /** Too many tries wait in line already. */
  | { readonly kind: 'busy' }

export type Registration = {
  readonly login: string
  readonly password: string
  readonly firstName: string
  readonly lastName: string
  readonly country: string
  readonly currency: Currency
  readonly phone: string
  readonly phone_prefix: string
  readonly promo?: string | undefined
  readonly practice?: boolean | undefined
}

export type RegisterResult =
  | { readonly kind: 'ok'; readonly userId: number }
  /** The e-mail is somebody's. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly code: RegistrationRejection }

export type AuthService = ReturnType<typeof createAuthService>

/** Many people may sit behind one address, and some of them have forgotten that they have an account. */
const freeEmailLookups = 20

/** Practice accounts are in one currency: what they have is no money. */
const practiceCurrency = 'USD'

/** Who may come in. */
export function createAuthService(deps: AuthDeps) {
  const { clock } = deps
  const store = createAuthStore(deps.db)
  const hasher = createPasswordHasher()
  const tokens = createLoginTokens(deps)
  const knownDevices = createKnownDevices(deps)
  const throttle = createThrottle({ failures: store, now: clock.now, sleep: deps.sleep })
  const passwordService = createPasswordService({ ...deps, hasher, throttle })
  const passwordResets = createPasswordResets({ ...deps, replacePassword: passwordService.replacePassword })
  const deviceSessions = createDeviceSessionsService(deps)

  /** The name of a browser that was in this account before. */
  const findKnownDevice = async (email: string, cookie: string | undefined): Promise<string | null> => {
    const user = cookie === undefined ? null : await store.findByEmail(email)
    return user && knownDevices.findDeviceId(cookie, user.id)
  }

  return {
    passwordResets,
    deviceSessions,
    changePassword: passwordService.changePassword,

    /**
     * Checks an e-mail and password. Failures of the last 15 minutes, counted in the database per account and per address,
     * delay the next try; the tries of one address then stand in line. A browser that was in this account before is
     * counted for itself. Wrong password and unknown e-mail are one answer, after the same work.
     */
    login: async (rawEmail: string, password: string, from: LoginOrigin): Promise<LoginResult> => {
      const email = rawEmail.trim().toLowerCase()
      const device = await findKnownDevice(email, from.device)
      const throttleKeys = device
        ? { target: `device:${device}`, source: null }
        : { target: toFailureSubject(email), source: `address:${from.address}`.slice(0, 80) }
      const result = await throttle.run(throttleKeys, async () => {
        const user = await store.findByEmail(email)
        const isMatch = await hasher.verifyPassword(user?.passwordHash ?? null, password)
        return isMatch ? user : null
      })
      if (result.kind !== 'ok') return result
      const token = tokens.issueToken(email, password, result.value.passwordHash)
      return { kind: 'ok', token, device: knownDevices.rememberDevice(from.device, result.value.id) }
    },

    /** Whose session the log-in of the site opens: null unless `token` was just given for this e-mail and password. */
    redeemLoginToken: async (rawEmail: string, password: string, token: string): Promise<SignedInUser | null> => {
      const email = rawEmail.trim().toLowerCase()
      const user = await store.findByEmail(email)
      // Looked at for an unknown e-mail too: the same work.
      const isTokenValid = tokens.verifyToken(token, email, password, user?.passwordHash ?? '')
      if (!user || !isTokenValid) return null
      return { userId: user.id, email, language: user.language, registeredAt: user.registeredAt }
    },

    /** The browser's name in its cookie, null where it was not in this account before. */
    findDeviceId: knownDevices.findDeviceId,
    rememberDevice: knownDevices.rememberDevice,

    /** Takes away failures, sessions and links that are over. */
    purgeExpired: async (): Promise<void> => {
      await store.deleteExpired(new Date(clock.now().getTime() - failureWindowMs), clock.now())
      await passwordResets.deleteExpiredLinks()
    },

    /**
     * Runs what tells whether an e-mail is somebody's; null from it means that it is. Whoever learns that often, of an
     * address, is slowed like whoever guesses passwords.
     */
    throttleEmailLookup: <T>(address: string, check: () => Promise<T | null>): Promise<ThrottleResult<T>> =>
      throttle.run(
        { target: null, source: `taken:${address}`.slice(0, 80), freeFailureCount: freeEmailLookups },
        check,
      ),

    upgradeToRealAccount: createUpgradeToRealAccount(deps),

    register: async (form: Registration, language: string): Promise<RegisterResult> => {
      const practice = form.practice === true
      const promo = practice ? '' : (form.promo ?? '')
      const rejection = await findRegistrationRejection({ ...form, promo }, deps)
      if (rejection) return { kind: 'refused', code: rejection }
      const currency = practice ? practiceCurrency : form.currency
      const passwordHash = await hasher.hashPassword(form.password)
      const newUserId = await store.createUser(
        {
          email: form.login.toLowerCase(),
          passwordHash,
          firstName: form.firstName.trim(),
          lastName: form.lastName.trim(),
          country: form.country,
          currency,
          phone: normalizeFormPhone({ ...form, promo }),
          language,
          practice,
          at: clock.now(),
        },
        async (userId, trx) => {
          if (practice) await createLedgerService(trx).practice.topUpBalance(userId, currency, clock.now(), trx)
          if (promo !== '') await deps.promo.creditSignupBonus(userId, currency, promo, trx)
        },
      )
      return newUserId === null ? { kind: 'taken' } : { kind: 'ok', userId: newUserId }
    },
  }
}
