import { maskCardDataInName } from '@tradefront/rules/cards/mask-card-data'
import { type Result, ok, refuse } from '@tradefront/rules/result'
import type { Currency } from '@tradefront/rules/ledger/money'
import type { AccountName } from '@tradefront/contract/call'

import type { AppContext } from '../../context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { topUpPracticeBalance } from '../ledger/service.ts'
import { lockNewAccounts, recordMark, recordVisit } from '../marks/service.ts'
import { storeSignupCode } from '../promo/service.ts'
import { insertUser, type RealAccountDetails } from '../users/service.ts'
import { isEmailReserved } from './email-link-store.ts'
import { listDeviceIds, rememberDevice } from './known-devices.ts'
import type { LoginOrigin } from './login-origin.ts'
import { requestEmailProof } from './email-links.ts'
import { insertSecurityEvent } from './security-log.ts'
import { type PasswordPolicyViolation, checkGuessability } from './password-policy.ts'
import { type RegistrationRefusal, checkRegistration } from './registration-policy.ts'

export type RealRegistrationForm = {
  readonly login: string
  readonly password: string
  readonly firstName: string
  readonly lastName: string
  readonly country: string
  readonly currency: Currency
  readonly phone: string
  readonly phone_prefix: string
  readonly promo?: string
  /** Account that the first log-in shows. */
  readonly account?: AccountName
}

export type PracticeRegistrationForm = Pick<RealRegistrationForm, 'login' | 'password'>

/** Where a registration comes from. */
export type RegistrationOrigin = LoginOrigin & { readonly affiliateId: string | null; readonly language: string }

type RegistrationResult = Result<
  { deviceCookie: string },
  RegistrationRefusal | PasswordPolicyViolation | 'auth.email_taken'
>

const practiceCurrency = 'USD'

/** Registers a trader with a real account. Returns the browser's new cookie. */
export async function registerUser(
  context: AppContext,
  form: RealRegistrationForm,
  origin: RegistrationOrigin,
): Promise<RegistrationResult> {
  const { login, password, country, currency } = form
  const promoCode = form.promo ?? ''
  const allowed = await checkRegistration(context, { ...form, promo: promoCode })
  if (!allowed.ok) return allowed
  const guessable = await checkGuessability(password, { ...form, email: login })
  if (!guessable.ok) return guessable
  const name = maskCardDataInName({ first: form.firstName.trim(), last: form.lastName.trim() })
  const details = { firstName: name.first, lastName: name.last, country, currency, phone: allowed.value }
  const onPractice = form.account === 'practice'
  return insertRegistration(context, { login, password, details, hasRealAccount: true, onPractice, promoCode }, origin)
}

/** Registers a trader for practice only: the details of a real account are given when it is opened. Returns the browser's new cookie. */
export async function registerForPractice(
  context: AppContext,
  { login, password }: PracticeRegistrationForm,
  origin: RegistrationOrigin,
): Promise<RegistrationResult> {
  const guessable = await checkGuessability(password, { email: login, firstName: '', lastName: '' })
  if (!guessable.ok) return guessable
  const details = { firstName: '', lastName: '', country: '', currency: practiceCurrency, phone: '' } as const
  const registration = { login, password, details, hasRealAccount: false, onPractice: true, promoCode: '' }
  return insertRegistration(context, registration, origin)
}

async function insertRegistration(
  context: AppContext,
  {
    login,
    password,
    details,
    hasRealAccount,
    onPractice,
    promoCode,
  }: PracticeRegistrationForm & {
    readonly details: RealAccountDetails
    readonly hasRealAccount: boolean
    readonly onPractice: boolean
    readonly promoCode: string
  },
  origin: RegistrationOrigin,
): Promise<RegistrationResult> {
  const { db, clock, passwordHasher, config, settings } = context
  const passwordHash = await passwordHasher.hashPassword(password)
  const email = login.toLowerCase()
  const { currency, phone } = details
  const { affiliateId, language } = origin
  const perHour = config.requestsPerMinute > 0 ? await settings.getSetting('registrations_per_hour') : null
  return db.transaction().execute(async (trx) => {
    if (perHour !== null && (await lockNewAccounts(context, trx, origin.address)) >= perHour)
      return refuse('auth.registrations_limit')
    const at = clock.now()
    const account = { ...details, email, passwordHash, language, hasRealAccount, onPractice, affiliateId, at }
    const userId = await insertUser(trx, account, context.drawInt)
    if (userId === null) return refuse('auth.email_taken')
    // Checked after the insert, which waits for a change of address that commits at the same time. The error is thrown, so that the insert
    // is rolled back, and answered like the refusal above.
    if (await isEmailReserved(trx, email, userId, clock.now())) throw new AppError('auth.email_taken', 200)
    await topUpPracticeBalance(trx, userId, currency, at)
    // Registration makes the browser known, so that its next account counts as the same device.
    const deviceCookie = rememberDevice(context, origin.deviceCookie, { id: userId, deviceEpoch: 0 })
    await recordVisit(context, trx, {
      userId,
      deviceIds: listDeviceIds(deviceCookie),
      address: origin.address,
      at,
    })
    await recordMark(context, trx, { userId, kind: 'phone', value: phone, isProved: false, at })
    if (promoCode !== '') await storeSignupCode(context, userId, currency, promoCode, trx)
    const event = { kind: 'registered', userId, address: origin.address, operator: null, at: clock.now() } as const
    await insertSecurityEvent(trx, event)
    await requestEmailProof(context, trx, { id: userId, email, language })
    return ok({ deviceCookie })
  })
}
