import type { Country } from '@tradefront/contract/settings'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import type { Seal } from '../../platform/seal.ts'
import { createPasswords } from './password.ts'
import { createAuthStore } from './store.ts'
import { createLines, delayAfter, failureWindowMs } from './throttle.ts'
import { createDevices, createLoginTokens, emailSubject } from './tokens.ts'

export type AuthDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly seal: Seal
  readonly countries: readonly Country[]
  /** Waits; tests pass one that only counts. */
  readonly sleep: (ms: number) => Promise<void>
}

/** Where a try to log in comes from. `device` is the cookie that an earlier log-in left. */
export type Origin = { readonly address: string; readonly device: string | undefined }

export type LoginResult =
  | { readonly kind: 'ok'; readonly userId: number; readonly token: string; readonly device: string }
  | { readonly kind: 'wrong' }
  /** Too many tries wait in line already. */
  | { readonly kind: 'busy' }

export type Registration = {
  readonly login: string
  readonly password: string
  readonly firstName: string
  readonly lastName: string
  readonly country: string
  readonly currency: string
  readonly phone: string
  readonly phone_prefix: string
  readonly promo?: string | undefined
}

export type RegisterResult =
  | { readonly kind: 'ok'; readonly userId: number }
  | { readonly kind: 'refused'; readonly code: RegisterRefusal }

export type RegisterRefusal =
  | 'auth.usa'
  | 'auth.country_blocked'
  | 'auth.phone_prefix'
  | 'auth.email_taken'
  | 'auth.promo_unknown'

export type AuthService = ReturnType<typeof createAuthService>

/** Who may come in. */
export function createAuthService(deps: AuthDeps) {
  const { clock } = deps
  const store = createAuthStore(deps.db)
  const passwords = createPasswords()
  const tokens = createLoginTokens(deps)
  const devices = createDevices(deps)
  const lines = createLines()
  const windowStart = () => new Date(clock.now().getTime() - failureWindowMs)

  const check = async (email: string, password: string, counted: readonly string[]): Promise<LoginResult> => {
    const user = await store.findByEmail(email)
    if (!(await passwords.matches(user?.passwordHash ?? null, password)) || !user) {
      await store.noteFailure(counted, clock.now())
      return { kind: 'wrong' }
    }
    // The address keeps its count: one's own account must not clear it for tries at others'.
    await store.forgetFailures(counted.filter((subject) => !subject.startsWith('address:')))
    return { kind: 'ok', userId: user.id, token: tokens.make(email, password), device: devices.make(email) }
  }

  return {
    /**
     * Checks an e-mail and password. Failures of the last 15 minutes, counted in the database per account and per address,
     * delay the next try; the tries of one address then stand in line. A browser that was in this account before is
     * counted for itself. Wrong password and unknown e-mail are one answer, after the same work.
     */
    login: async (givenEmail: string, password: string, from: Origin): Promise<LoginResult> => {
      const email = givenEmail.trim().toLowerCase()
      const device = devices.known(from.device, email)
      const counted = device ? [`device:${device}`] : [emailSubject(email), `address:${from.address}`.slice(0, 80)]
      const delayMs = delayAfter(await store.failures(counted, windowStart()))
      if (delayMs === 0) return check(email, password, counted)
      const waited = lines.run(counted.at(-1) ?? email, async () => {
        await deps.sleep(delayMs)
        return check(email, password, counted)
      })
      return (await waited) ?? { kind: 'busy' }
    },

    /** Whose session the log-in of the site opens: null unless `token` was just given for this e-mail and password. */
    redeem: async (givenEmail: string, password: string, token: string): Promise<number | null> => {
      const email = givenEmail.trim().toLowerCase()
      if (!tokens.holds(token, email, password)) return null
      return (await store.findByEmail(email))?.id ?? null
    },

    /** Takes away failures and sessions that are over. */
    forget: () => store.forgetOld(windowStart(), clock.now()),

    register: async (form: Registration, language: string): Promise<RegisterResult> => {
      const refused = refusalOf(form, deps.countries)
      if (refused) return { kind: 'refused', code: refused }
      const userId = await store.create({
        email: form.login.toLowerCase(),
        passwordHash: await passwords.hash(form.password),
        firstName: form.firstName.trim(),
        lastName: form.lastName.trim(),
        country: form.country,
        currency: form.currency,
        phone: `+${form.phone_prefix}${form.phone.replace(/\D/g, '')}`.slice(0, 24),
        language,
        at: clock.now(),
      })
      return userId === null ? { kind: 'refused', code: 'auth.email_taken' } : { kind: 'ok', userId }
    },
  }
}

function refusalOf(form: Registration, countries: readonly Country[]): RegisterRefusal | null {
  const country = countries.find((row) => row.iso === form.country)
  if (form.country === 'US') return 'auth.usa'
  if (!country || country.block || !country.allowRegistration) return 'auth.country_blocked'
  if (!countries.some((row) => row.prefix === form.phone_prefix)) return 'auth.phone_prefix'
  // No promo codes are given out yet, so none can be right.
  return form.promo ? 'auth.promo_unknown' : null
}
