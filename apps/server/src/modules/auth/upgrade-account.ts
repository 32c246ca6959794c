import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Currency } from '../../platform/http/sessions.ts'
import { createLedgerService } from '../ledger/service.ts'
import type { PromoService } from '../promo/service.ts'
import { type EntryDeps, type EntryForm, type EntryRefusal, entryPhone, entryRefusal } from './registration-policy.ts'

export type RealAccountDeps = EntryDeps & {
  readonly db: Db
  readonly clock: Clock
  readonly promo: PromoService
}

export type RealAccountForm = EntryForm & {
  readonly firstName: string
  readonly lastName: string
  readonly currency: Currency
}

/** Null once the account is one with real money. */
export type RealAccountResult = EntryRefusal | 'profile.no_practice' | null

/**
 * Makes an account with real money of a practice account: same e-mail, same password. The practice money goes back to where
 * it came from in the same transaction; the database lets no account keep it, nor ever go back to practice.
 */
export function createRealAccounts(deps: RealAccountDeps) {
  const { db, clock, promo } = deps
  return async (userId: number, form: RealAccountForm): Promise<RealAccountResult> => {
    const refused = await entryRefusal(form, deps)
    if (refused) return refused
    const { firstName, lastName, country, currency } = form
    const isMade = await db.transaction().execute(async (trx) => {
      // Of two at once the second finds no practice account any more.
      const found = trx.selectFrom('users').select(['practice', 'currency']).where('id', '=', userId).forUpdate()
      const before = await found.executeTakeFirstOrThrow()
      if (!before.practice) return false
      await createLedgerService(trx).practice.empty(userId, before.currency, clock.now(), trx)
      await trx
        .updateTable('users')
        .set({
          practice: false,
          first_name: firstName.trim(),
          last_name: lastName.trim(),
          country,
          currency,
          phone: entryPhone(form),
        })
        .where('id', '=', userId)
        .execute()
      if (form.promo !== '') await promo.welcome(userId, currency, form.promo, trx)
      return true
    })
    return isMade ? null : 'profile.no_practice'
  }
}
