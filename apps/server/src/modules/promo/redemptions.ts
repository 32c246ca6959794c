import type { Currency } from '@tradefront/rules/ledger/money'
import { computePromoBonus, toAccountPromoTerms, type PromoTerms } from '@tradefront/rules/promo/promo-terms'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/database/database.ts'
import { getViolatedConstraint } from '../../platform/http/errors.ts'
import { insertWageringRequirement, postEntry } from '../ledger/service.ts'
import { lockUser } from '../users/service.ts'
import { findPromoCode } from './promo-code-store.ts'
import {
  checkIsOpen,
  normalizePromoCode,
  type PromoCode,
  type PromoRefusal,
  refusalsByConstraint,
  getGiftName,
} from './promo-code.ts'
import { countUses, insertStoredCode, insertUsedCode, type RedemptionTerms } from './redemption-store.ts'
import { claimGift, isGiftTaken } from '../marks/service.ts'

export type Redeemer = {
  readonly id: number
  readonly currency: Currency
  readonly isPractice: boolean
  readonly emailProvedAt: Date | null
}

/** Terms of a code, with amounts in minor units of the requested currency. */
export type PromoOffer = PromoTerms & {
  readonly code: string
  readonly isForNewAccounts: boolean
  readonly endsAt: Date | null
  readonly turnoverFactor: number
  readonly releaseFactor: number
}

/** A code that a trader has entered, with amounts in minor units. `stored`: it waits for a deposit. */
export type Redemption =
  | { readonly kind: 'stored' }
  | { readonly kind: 'used'; readonly bonus: number; readonly currency: Currency }

export async function describeCode(
  { settings }: AppContext,
  promo: PromoCode,
  currency: Currency,
): Promise<PromoOffer> {
  const { bonus_turnover_factor, bonus_release_factor } = await settings.getSettings()
  const factors = { turnoverFactor: bonus_turnover_factor, releaseFactor: bonus_release_factor }
  const { code, audience, endsAt } = promo
  const terms = toAccountPromoTerms(promo, currency)
  return { ...terms, code, isForNewAccounts: audience === 'new_account', endsAt, ...factors }
}

/** Finds an open code. Codes of offers are left out: they cannot be entered. */
export async function findOpenCode(
  { clock }: AppContext,
  db: Db,
  entered: string,
): Promise<Result<PromoCode, PromoRefusal>> {
  const code = normalizePromoCode(entered)
  const promo = code === '' ? null : await findPromoCode(db, code)
  return checkIsOpen(promo?.audience === 'offer' ? null : promo, clock.now())
}

export async function storeCode(
  context: AppContext,
  trx: Db,
  userId: number,
  currency: Currency,
  promo: PromoCode,
): Promise<void> {
  return insertStoredCode(
    trx,
    { ...(await describeCode(context, promo, currency)), userId, currency },
    context.clock.now(),
  )
}

/**
 * Books the bonus of a code that needs no deposit, which is for the first account of a person.
 * @param validAt when the code was entered
 * @throws a database error if the code cannot be used
 */
export async function creditCode(
  context: AppContext,
  trx: Db,
  userId: number,
  currency: Currency,
  promo: PromoCode,
  validAt: Date,
): Promise<{ bonus: number; post: () => Promise<void> }> {
  const at = context.clock.now()
  const terms: RedemptionTerms = { ...(await describeCode(context, promo, currency)), userId, currency }
  const { bonus, required, releaseMax } = computePromoBonus(terms, 0, terms)
  const gift = getGiftName(promo)
  if (gift !== null) await claimGift(trx, userId, gift, at)
  await insertUsedCode(trx, terms, { bonus, required, validAt }, at)
  // A trader can use it once, so the use has no number.
  const source = `promo:${promo.code}:${userId}`
  const post = async () => {
    const lines = [
      { account: 'bonus_expense', userId: null, currency, amount: -bonus },
      { account: 'bonus', userId, currency, amount: bonus },
    ]
    await postEntry(trx, { kind: 'promo.credited', subject: source, at, lines })
    await insertWageringRequirement(trx, {
      userId,
      source,
      depositId: null,
      currency,
      bonus,
      required,
      releaseMax,
      gift,
      at,
    })
  }
  return { bonus, post }
}

/** Finds a code that can be used. @param user null for a new account */
export async function findUsableCode(
  context: AppContext,
  db: Db,
  entered: string,
  user: Redeemer | null,
  currency: Currency,
): Promise<Result<PromoOffer, PromoRefusal>> {
  const found = await findOpenCode(context, db, entered)
  const usable = found.ok && user !== null ? await checkRedeemer(db, user, found.value) : found
  return usable.ok ? ok(await describeCode(context, usable.value, currency)) : usable
}

/** Uses the code at once if it needs no deposit, else stores it for the next one. */
export async function useCode(
  context: AppContext,
  db: Db,
  { id: userId, isPractice }: Pick<Redeemer, 'id' | 'isPractice'>,
  entered: string,
): Promise<Result<Redemption, PromoRefusal>> {
  const found = await findOpenCode(context, db, entered)
  if (!found.ok) return found
  const promo = found.value
  try {
    return await db.transaction().execute(async (trx) => {
      // Two requests of a trader run one after the other.
      const locked = await lockUser(trx, userId)
      const usable = await checkRedeemer(trx, { ...locked, id: userId, isPractice }, promo)
      if (!usable.ok) return usable
      if (promo.minDeposit !== null) {
        await storeCode(context, trx, userId, locked.currency, promo)
        return ok({ kind: 'stored' } as const)
      }
      const { bonus, post } = await creditCode(context, trx, userId, locked.currency, promo, context.clock.now())
      await post()
      return ok({ kind: 'used', bonus, currency: locked.currency } as const)
    })
  } catch (error) {
    const constraint = getViolatedConstraint(error)
    const refusal = constraint === null ? undefined : refusalsByConstraint[constraint]
    if (refusal === undefined) throw error
    return refuse(refusal)
  }
}

async function checkRedeemer(db: Db, user: Redeemer, promo: PromoCode): Promise<Result<PromoCode, PromoRefusal>> {
  if (user.isPractice) return refuse('promo.practice')
  if (promo.audience === 'new_account') return refuse('promo.new_accounts_only')
  if (promo.minDeposit === null && user.emailProvedAt === null) return refuse('promo.email_unproved')
  const uses = await countUses(db, user.id, promo.code)
  if (uses >= promo.maxUsesPerTrader) return refuse('promo.used_by_you')
  const gift = getGiftName(promo)
  return gift !== null && (await isGiftTaken(db, user.id, gift)) ? refuse('promo.given_before') : ok(promo)
}
