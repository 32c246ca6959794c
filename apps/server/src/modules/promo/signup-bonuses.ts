import type { Currency } from '@tradefront/rules/ledger/money'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { getViolatedConstraint } from '../../platform/http/errors.ts'
import { findPromoCode } from './promo-code-store.ts'
import { type PromoRefusal, refusalsByConstraint } from './promo-code.ts'
import type { Redemptions } from './redemptions.ts'
import { claimSavepoint, decideSignupBonus, insertSignupBonus, lockWaitingBonus } from './signup-bonus-store.ts'

/** Refused with its reason. */
export type SignupBonusOutcome = Result<'credited', PromoRefusal>

export type SignupBonusesDeps = { readonly clock: Clock; readonly redemptions: Redemptions }

/** A bonus for a new account, with a wagering requirement. Credited when the e-mail address is proved. */
export function createSignupBonuses({ clock, redemptions }: SignupBonusesDeps) {
  return {
    checkSignupCode: async (db: Db, code: string): Promise<Result<void, 'auth.promo_unknown'>> =>
      (await redemptions.findOpenCode(db, code)).ok ? ok() : refuse('auth.promo_unknown'),

    /** In the transaction that creates or upgrades the account. A code that needs a deposit waits for it. */
    storeSignupCode: async (userId: number, currency: Currency, enteredCode: string, trx: Db): Promise<void> => {
      const found = await redemptions.findOpenCode(trx, enteredCode)
      if (!found.ok) return
      const { code, minDeposit } = found.value
      if (minDeposit === null) await insertSignupBonus(trx, { userId, code, at: clock.now() })
      else await redemptions.storeCode(trx, userId, currency, found.value)
    },

    /** In the transaction that proves the address. Returns null if no bonus waits. */
    creditSignupBonus: async (userId: number, currency: Currency, trx: Db): Promise<SignupBonusOutcome | null> => {
      const waiting = await lockWaitingBonus(trx, userId)
      if (waiting === null) return null
      const promo = await findPromoCode(trx, waiting.code)
      let reason: PromoRefusal | undefined = 'promo.invalid'
      if (promo !== null) {
        await claimSavepoint.set(trx)
        try {
          await decideSignupBonus(trx, userId, null, clock.now())
          const { post } = await redemptions.creditCode(trx, userId, currency, promo, waiting.createdAt)
          // The ledger accepts an entry only outside a savepoint.
          await claimSavepoint.release(trx)
          await post()
          return ok('credited')
        } catch (error) {
          const constraint = getViolatedConstraint(error)
          reason = constraint === null ? undefined : refusalsByConstraint[constraint]
          if (reason === undefined) throw error
          await claimSavepoint.rollBack(trx)
        }
      }
      await decideSignupBonus(trx, userId, reason, clock.now())
      return refuse(reason)
    },
  }
}
