import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Currency } from '../../platform/http/sessions.ts'
import { createLedgerService } from '../ledger/service.ts'
import type { PromoService } from '../promo/service.ts'
import {
  type RegistrationPolicyDeps,
  type RegistrationPolicyForm,
  type RegistrationRejection,
  normalizeFormPhone,
  findRegistrationRejection,
} from './registration-policy.ts'

export type UpgradeAccountDeps = RegistrationPolicyDeps & {
  readonly db: Db
  readonly clock: Clock
  readonly promo: PromoService
}

export type UpgradeAccountForm = RegistrationPolicyForm & {
  readonly firstName: string
  readonly lastName: string
  readonly currency: Currency
}

/** Null once the account is one with real money. */
export type UpgradeAccountResult = RegistrationRejection | 'profile.no_practice' | null

/**
 * Makes an account with real money of a practice account: same e-mail, same password. The practice money goes back to where
 * it came from in the same transaction; the database lets no account keep it, nor ever go back to practice.
 */
export function createUpgradeToRealAccount(deps: UpgradeAccountDeps) {
  const { db, clock, promo } = deps
  return async (userId: number, form: UpgradeAccountForm): Promise<UpgradeAccountResult> => {
    const rejection = await findRegistrationRejection(form, deps)
    if (rejection) return rejection
    const { firstName, lastName, country, currency } = form
    const isUpgraded = await db.transaction().execute(async (trx) => {
      // Of two at once the second finds no practice account any more.
      const found = trx.selectFrom('users').select(['practice', 'currency']).where('id', '=', userId).forUpdate()
      const account = await found.executeTakeFirstOrThrow()
      if (!account.practice) return false
      await createLedgerService(trx).practice.clearBalance(userId, account.currency, clock.now(), trx)
      await trx
        .updateTable('users')
        .set({
          practice: false,
          first_name: firstName.trim(),
          last_name: lastName.trim(),
          country,
          currency,
          phone: normalizeFormPhone(form),
        })
        .where('id', '=', userId)
        .execute()
      if (form.promo !== '') await promo.creditSignupBonus(userId, currency, form.promo, trx)
      return true
    })
    return isUpgraded ? null : 'profile.no_practice'
  }
}
