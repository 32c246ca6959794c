import { maskCardDataInName } from '@tradefront/rules/cards/mask-card-data'
import { type Result, ok, refuse } from '@tradefront/rules/result'
import type { Currency } from '@tradefront/rules/ledger/money'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { clearPracticeBalance } from '../ledger/service.ts'
import type { MarksService, Visit } from '../marks/service.ts'
import type { PromoService } from '../promo/service.ts'
import { endPracticeTrades } from '../trading/service.ts'
import { lockUser, updateToRealAccount } from '../users/service.ts'
import {
  type RegistrationPolicyDeps,
  type RegistrationPolicyForm,
  type RegistrationRefusal,
  checkRegistration,
} from './registration-policy.ts'

export type UpgradeAccountDeps = RegistrationPolicyDeps & {
  readonly db: Db
  readonly clock: Clock
  readonly marks: Pick<MarksService, 'recordMark' | 'recordVisit'>
  readonly promo: PromoService
}

export type UpgradeAccountForm = RegistrationPolicyForm & {
  readonly firstName: string
  readonly lastName: string
  readonly currency: Currency
}

export type UpgradeAccountRefusal = RegistrationRefusal | 'profile.no_practice'

/** Practice trades end, and the practice money is removed in the same transaction, as the database requires. */
export async function upgradeToRealAccount(
  { db, clock, marks, promo, countries, findCurrencyRate }: UpgradeAccountDeps,
  userId: number,
  form: UpgradeAccountForm,
  origin: Pick<Visit, 'address' | 'deviceIds'>,
): Promise<Result<void, UpgradeAccountRefusal>> {
  const allowed = await checkRegistration(form, { countries, promo, findCurrencyRate })
  if (!allowed.ok) return allowed
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
    await marks.recordVisit(trx, { userId, ...origin, at })
    await marks.recordMark(trx, { userId, kind: 'phone', value: phone, isProved: false, at })
    if (form.promo !== '') {
      await promo.storeSignupCode(userId, currency, form.promo, trx)
      if (user.emailProvedAt !== null) await promo.creditSignupBonus(userId, currency, trx)
    }
    return ok()
  })
}
