import type { Currency } from '@tradefront/rules/ledger/money'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/database/database.ts'
import { getViolatedConstraint } from '../../platform/http/errors.ts'
import { findPromoCode } from './promo-code-store.ts'
import { type PromoRefusal, refusalsByConstraint } from './promo-code.ts'
import { creditCode, findOpenCode, storeCode } from './redemptions.ts'
import { claimSavepoint, decideSignupBonus, insertSignupBonus, lockWaitingBonus } from './signup-bonus-store.ts'

/** The bonus was credited, or refused with a reason. */
export type SignupBonusOutcome = Result<'credited', PromoRefusal>

// A new account gets a bonus with a wagering requirement. It is credited when the e-mail address is proved.

export async function checkSignupCode(context: AppContext, code: string): Promise<Result<void, 'auth.promo_unknown'>> {
  return (await findOpenCode(context, context.db, code)).ok ? ok() : refuse('auth.promo_unknown')
}

/** Stores the code in the transaction that creates or upgrades the account. A code that needs a deposit waits for it. */
export async function storeSignupCode(
  context: AppContext,
  userId: number,
  currency: Currency,
  enteredCode: string,
  trx: Db,
): Promise<void> {
  const found = await findOpenCode(context, trx, enteredCode)
  if (!found.ok) return
  const { code, minDeposit } = found.value
  if (minDeposit === null) await insertSignupBonus(trx, { userId, code, at: context.clock.now() })
  else await storeCode(context, trx, userId, currency, found.value)
}

/** Credits the bonus in the transaction that proves the address. Returns null if no bonus waits. */
export async function creditSignupBonus(
  context: AppContext,
  userId: number,
  currency: Currency,
  trx: Db,
): Promise<SignupBonusOutcome | null> {
  const waiting = await lockWaitingBonus(trx, userId)
  if (waiting === null) return null
  const promo = await findPromoCode(trx, waiting.code)
  let reason: PromoRefusal | undefined = 'promo.invalid'
  if (promo !== null) {
    await claimSavepoint.set(trx)
    try {
      await decideSignupBonus(trx, userId, null, context.clock.now())
      const { post } = await creditCode(context, trx, userId, currency, promo, waiting.createdAt)
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
  await decideSignupBonus(trx, userId, reason, context.clock.now())
  return refuse(reason)
}
