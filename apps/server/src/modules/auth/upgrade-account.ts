import { maskCardDataInName } from '@tradefront/rules/cards/mask-card-data'
import { type Result, ok, refuse } from '@tradefront/rules/result'
import type { Currency } from '@tradefront/rules/ledger/money'

import type { AppContext } from '../../context.ts'
import { clearPracticeBalance } from '../ledger/service.ts'
import { recordMark, recordVisit } from '../marks/service.ts'
import { creditSignupBonus, storeSignupCode } from '../promo/service.ts'
import { listDeviceIds } from './known-devices.ts'
import type { LoginOrigin } from './login-origin.ts'
import { endPracticeTrades } from '../trading/service.ts'
import { lockUser, updateToRealAccount } from '../users/service.ts'
import { type RegistrationPolicyForm, type RegistrationRefusal, checkRegistration } from './registration-policy.ts'

export type UpgradeAccountForm = RegistrationPolicyForm & {
  readonly firstName: string
  readonly lastName: string
  readonly currency: Currency
}

export type UpgradeAccountRefusal = RegistrationRefusal | 'profile.no_practice'

/** Practice trades end, and the practice money is removed in the same transaction, as the database requires. */
export async function upgradeToRealAccount(
  context: AppContext,
  userId: number,
  form: UpgradeAccountForm,
  { address, deviceCookie }: LoginOrigin,
): Promise<Result<void, UpgradeAccountRefusal>> {
  const allowed = await checkRegistration(context, form)
  if (!allowed.ok) return allowed
  const { db, clock } = context
  const { country, currency } = form
  const phone = allowed.value
  return db.transaction().execute(async (trx) => {
    // The second of two concurrent upgrades must find a real account.
    const user = await lockUser(trx, userId)
    if (!user.isPractice) return refuse('profile.no_practice')
    await endPracticeTrades(trx, userId, clock.now())
    await clearPracticeBalance(trx, userId, user.currency, clock.now())
    const name = maskCardDataInName({ first: form.firstName.trim(), last: form.lastName.trim() })
    await updateToRealAccount(trx, userId, { firstName: name.first, lastName: name.last, country, currency, phone })
    const at = clock.now()
    await recordVisit(context, trx, { userId, address, deviceIds: listDeviceIds(deviceCookie), at })
    await recordMark(context, trx, { userId, kind: 'phone', value: phone, isProved: false, at })
    if (form.promo !== '') {
      await storeSignupCode(context, userId, currency, form.promo, trx)
      if (user.emailProvedAt !== null) await creditSignupBonus(context, userId, currency, trx)
    }
    return ok()
  })
}
