import { maskCardDataInName } from '@tradefront/rules/cards/mask-card-data'
import { type Result, ok, refuse } from '@tradefront/rules/result'
import type { Currency } from '@tradefront/rules/ledger/money'

import type { AppContext } from '../../context.ts'
import { clearPracticeBalance, topUpPracticeBalance } from '../ledger/service.ts'
import { recordMark, recordVisit } from '../marks/service.ts'
import { creditSignupBonus, storeSignupCode } from '../promo/service.ts'
import { listDeviceIds } from './known-devices.ts'
import type { LoginOrigin } from './login-origin.ts'
import { endPracticeTrades } from '../trading/service.ts'
import { lockUser, updateToRealAccount } from '../users/service.ts'
import { showAccount } from './switch-account.ts'
import { type RegistrationPolicyForm, type RegistrationRefusal, checkRegistration } from './registration-policy.ts'

export type RealAccountForm = RegistrationPolicyForm & {
  readonly firstName: string
  readonly lastName: string
  readonly currency: Currency
}

export type RealAccountRefusal = RegistrationRefusal | 'auth.real_account_open'

/** Opens a real account, and shows it in the session and at the next log-in. If its currency is another one, practice starts again. */
export async function openRealAccount(
  context: AppContext,
  { userId, sessionHash }: { readonly userId: number; readonly sessionHash: Buffer },
  form: RealAccountForm,
  { address, deviceCookie }: LoginOrigin,
): Promise<Result<void, RealAccountRefusal>> {
  const allowed = await checkRegistration(context, form)
  if (!allowed.ok) return allowed
  const { db, clock } = context
  const { country, currency } = form
  const phone = allowed.value
  return db.transaction().execute(async (trx) => {
    // The second of two concurrent requests must find a real account.
    const user = await lockUser(trx, userId)
    if (user.hasRealAccount) return refuse('auth.real_account_open')
    const at = clock.now()
    if (currency !== user.currency) {
      await endPracticeTrades(trx, userId, at)
      await clearPracticeBalance(trx, userId, user.currency, at)
    }
    const name = maskCardDataInName({ first: form.firstName.trim(), last: form.lastName.trim() })
    const details = { firstName: name.first, lastName: name.last, country, currency, phone }
    await updateToRealAccount(trx, userId, details, at)
    if (currency !== user.currency) await topUpPracticeBalance(trx, userId, currency, at)
    await showAccount(trx, { userId, sessionHash, isPractice: false })
    await recordVisit(context, trx, { userId, address, deviceIds: listDeviceIds(deviceCookie), at })
    await recordMark(context, trx, { userId, kind: 'phone', value: phone, isProved: false, at })
    if (form.promo !== '') {
      await storeSignupCode(context, userId, currency, form.promo, trx)
      if (user.emailProvedAt !== null) await creditSignupBonus(context, userId, currency, trx)
    }
    return ok()
  })
}
