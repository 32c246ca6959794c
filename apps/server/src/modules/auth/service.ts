import type { Country } from '@tradefront/contract/settings'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Jobs } from '../../platform/jobs/job-queue.ts'
import type { Live } from '../../platform/realtime/user-events.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Currency } from '../../platform/http/sessions.ts'
import { createLedgerService } from '../ledger/service.ts'
import type { MailService } from '../mail/service.ts'
import type { PromoService } from '../promo/service.ts'
import { type EntryRefusal, entryPhone, entryRefusal } from './registration-policy.ts'
import { createPasswords } from './password-hashing.ts'
import { createPasswordChanges } from './change-password.ts'
import { createRealAccounts } from './upgrade-account.ts'
import { createResets } from './password-reset.ts'
import { type Opened, createSessionsService } from './device-sessions.ts'
import { createAuthStore } from './store.ts'
import { createThrottle, failureWindowMs, type Tried } from './throttle.ts'
import { createDevices, createLoginTokens, emailSubject } from './login-token.ts'

export type AuthDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly seal: Seal
  readonly jobs: Jobs
  readonly live: Live
  readonly mail: MailService
  readonly promo: PromoService
  readonly publicUrl: string
  readonly countries: readonly Country[]
  /** Waits; tests pass one that only counts. */
  readonly sleep: (ms: number) => Promise<void>
  readonly onError: (error: unknown) => void
}

/** Where a try to log in comes from. `device` is the cookie that an earlier log-in left. */
export type Origin = { readonly address: string; readonly device: string | undefined }

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
  | { readonly kind: 'refused'; readonly code: EntryRefusal }

export type AuthService = ReturnType<typeof createAuthService>

/** Many people may sit behind one address, and some of them have forgotten that they have an account. */
const freeTaken = 20

/** Practice accounts are in one currency: what they have is no money. */
const practiceCurrency = 'USD'

/** Who may come in. */
export function createAuthService(deps: AuthDeps) {
  const { clock } = deps
  const store = createAuthStore(deps.db)
  const passwords = createPasswords()
  const tokens = createLoginTokens(deps)
  const devices = createDevices(deps)
  const throttle = createThrottle({ counts: store, now: clock.now, sleep: deps.sleep })
  const changes = createPasswordChanges({ ...deps, passwords, throttle })
  const resets = createResets({ ...deps, replacePassword: changes.replace })
  const sessions = createSessionsService(deps)

  /** The name of a browser that was in this account before. */
  const knownDevice = async (email: string, cookie: string | undefined): Promise<string | null> => {
    const user = cookie === undefined ? null : await store.findByEmail(email)
    return user && devices.known(cookie, user.id)
  }

  return {
    resets,
    sessions,
    changePassword: changes.change,

    /**
     * Checks an e-mail and password. Failures of the last 15 minutes, counted in the database per account and per address,
     * delay the next try; the tries of one address then stand in line. A browser that was in this account before is
     * counted for itself. Wrong password and unknown e-mail are one answer, after the same work.
     */
    login: async (givenEmail: string, password: string, from: Origin): Promise<LoginResult> => {
      const email = givenEmail.trim().toLowerCase()
      const device = await knownDevice(email, from.device)
      const tries = device
        ? { what: `device:${device}`, who: null }
        : { what: emailSubject(email), who: `address:${from.address}`.slice(0, 80) }
      const tried = await throttle.run(tries, async () => {
        const user = await store.findByEmail(email)
        const fits = await passwords.matches(user?.passwordHash ?? null, password)
        return fits ? user : null
      })
      if (tried.kind !== 'ok') return tried
      const token = tokens.make(email, password, tried.value.passwordHash)
      return { kind: 'ok', token, device: devices.remember(from.device, tried.value.id) }
    },

    /** Whose session the log-in of the site opens: null unless `token` was just given for this e-mail and password. */
    redeem: async (givenEmail: string, password: string, token: string): Promise<Opened | null> => {
      const email = givenEmail.trim().toLowerCase()
      const user = await store.findByEmail(email)
      // Looked at for an unknown e-mail too: the same work.
      const holds = tokens.holds(token, email, password, user?.passwordHash ?? '')
      if (!user || !holds) return null
      return { userId: user.id, email, language: user.language, registeredAt: user.registeredAt }
    },

    /** The browser's name in its cookie, null where it was not in this account before. */
    deviceOf: devices.known,
    rememberDevice: devices.remember,

    /** Takes away failures, sessions and links that are over. */
    forget: async (): Promise<void> => {
      await store.forgetOld(new Date(clock.now().getTime() - failureWindowMs), clock.now())
      await resets.forget()
    },

    /**
     * Runs what tells whether an e-mail is somebody's; null from it means that it is. Whoever learns that often, of an
     * address, is slowed like whoever guesses passwords.
     */
    whileAskingForEmails: <T>(address: string, check: () => Promise<T | null>): Promise<Tried<T>> =>
      throttle.run({ what: null, who: `taken:${address}`.slice(0, 80), free: freeTaken }, check),

    openReal: createRealAccounts(deps),

    register: async (form: Registration, language: string): Promise<RegisterResult> => {
      const practice = form.practice === true
      const promo = practice ? '' : (form.promo ?? '')
      const refused = await entryRefusal({ ...form, promo }, deps)
      if (refused) return { kind: 'refused', code: refused }
      const currency = practice ? practiceCurrency : form.currency
      const passwordHash = await passwords.hash(form.password)
      const opened = await store.create(
        {
          email: form.login.toLowerCase(),
          passwordHash,
          firstName: form.firstName.trim(),
          lastName: form.lastName.trim(),
          country: form.country,
          currency,
          phone: entryPhone({ ...form, promo }),
          language,
          practice,
          at: clock.now(),
        },
        async (userId, trx) => {
          if (practice) await createLedgerService(trx).practice.fill(userId, currency, clock.now(), trx)
          if (promo !== '') await deps.promo.welcome(userId, currency, promo, trx)
        },
      )
      return opened === null ? { kind: 'taken' } : { kind: 'ok', userId: opened }
    },
  }
}
