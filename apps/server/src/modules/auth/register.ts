import { maskCardDataInName } from '@tradefront/rules/cards/mask-card-data'
import { type Result, ok, refuse } from '@tradefront/rules/result'
import type { Currency } from '@tradefront/rules/ledger/money'

import type { AppContext } from '../../context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { topUpPracticeBalance } from '../ledger/service.ts'
import { lockNewAccounts, recordMark, recordVisit } from '../marks/service.ts'
import { storeSignupCode } from '../promo/service.ts'
import { insertUser } from '../users/service.ts'
import { isEmailReserved } from './email-link-store.ts'
import { listDeviceIds, rememberDevice } from './known-devices.ts'
import type { LoginOrigin } from './login-origin.ts'
import { requestEmailProof } from './email-links.ts'
import { insertSecurityEvent } from './security-log.ts'
import { type PasswordPolicyViolation, checkGuessability } from './password-policy.ts'
import { type RegistrationRefusal, checkRegistration } from './registration-policy.ts'

export type RegistrationForm = {
  readonly login: string
  readonly password: string
  readonly firstName: string
  readonly lastName: string
  readonly country: string
  readonly currency: Currency
  readonly phone: string
  readonly phone_prefix: string
  readonly promo?: string
  readonly practice?: boolean
}

const practiceCurrency = 'USD'

/** Returns the browser's new cookie. */
export async function registerUser(
  context: AppContext,
  form: RegistrationForm,
  origin: LoginOrigin & { readonly affiliateId: string | null },
  language: string,
): Promise<Result<{ deviceCookie: string }, RegistrationRefusal | PasswordPolicyViolation | 'auth.email_taken'>> {
  const { db, clock, passwordHasher, config, settings } = context
  const isPractice = form.practice === true
  const promoCode = isPractice ? '' : (form.promo ?? '')
  const policyForm = { ...form, promo: promoCode, currency: isPractice ? null : form.currency }
  const allowed = await checkRegistration(context, policyForm)
  if (!allowed.ok) return allowed
  const guessable = await checkGuessability(form.password, { ...form, email: form.login })
  if (!guessable.ok) return guessable
  const currency = isPractice ? practiceCurrency : form.currency
  const passwordHash = await passwordHasher.hashPassword(form.password)
  const email = form.login.toLowerCase()
  const phone = allowed.value
  const name = maskCardDataInName({ first: form.firstName.trim(), last: form.lastName.trim() })
  const perHour = config.requestsPerMinute > 0 ? await settings.getSetting('registrations_per_hour') : null
  return db.transaction().execute(async (trx) => {
    if (perHour !== null && (await lockNewAccounts(context, trx, origin.address)) >= perHour)
      return refuse('auth.registrations_limit')
    const userId = await insertUser(trx, {
      email,
      passwordHash,
      firstName: name.first,
      lastName: name.last,
      country: form.country,
      currency,
      phone,
      language,
      isPractice,
      affiliateId: origin.affiliateId,
      at: clock.now(),
    })
    if (userId === null) return refuse('auth.email_taken')
    // After the insert, which waits for a change of address that commits at the same time.
    // Thrown, so that the insert is rolled back; answered like the refusal above.
    if (await isEmailReserved(trx, email, userId, clock.now())) throw new AppError('auth.email_taken', 200)
    if (isPractice) await topUpPracticeBalance(trx, userId, currency, clock.now())
    // Registration makes the browser known, so that its next account counts as the same device.
    const deviceCookie = rememberDevice(context, origin.deviceCookie, { id: userId, deviceEpoch: 0 })
    const at = clock.now()
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
