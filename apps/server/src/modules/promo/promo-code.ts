import type { PromoAudience, PromoTerms } from '@tradefront/rules/promo/promo-terms'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import type { ConstraintName } from '../../platform/database/constraints.ts'

/** A code, with amounts in minor units of the base currency. */
export type PromoCode = PromoTerms & {
  readonly code: string
  readonly audience: PromoAudience
  readonly startsAt: Date
  readonly endsAt: Date | null
  readonly maxUses: number | null
  readonly maxUsesPerTrader: number
  readonly uses: number
  readonly createdAt: Date
}

export type PromoRefusal =
  | 'promo.invalid'
  | 'promo.ended'
  | 'promo.used_up'
  | 'promo.used_by_you'
  | 'promo.new_accounts_only'
  | 'promo.email_unproved'
  | 'promo.practice'
  | 'promo.given_before'

export function normalizePromoCode(entered: string): string {
  return entered.trim().toUpperCase()
}

/** Returns the name of what a person gets once. Null for a code with a deposit, which is no gift. */
export function getGiftName({
  audience,
  code,
  minDeposit,
}: Pick<PromoCode, 'audience' | 'code' | 'minDeposit'>): string | null {
  if (minDeposit !== null) return null
  return audience === 'new_account' ? 'signup' : `code:${code}`
}

/** Refuses a code that is not open. One that has not started is as unknown as others. */
export function checkIsOpen(promo: PromoCode | null, at: Date): Result<PromoCode, PromoRefusal> {
  if (promo === null || at < promo.startsAt) return refuse('promo.invalid')
  if (promo.endsAt !== null && at >= promo.endsAt) return refuse('promo.ended')
  if (promo.maxUses !== null && promo.uses >= promo.maxUses) return refuse('promo.used_up')
  return ok(promo)
}

/** Refuses a code with which no offer can be made: it needs a percentage, and must be for offers only. */
export function checkOfferCode(
  promo: PromoCode | null,
  at: Date,
): Result<PromoCode & { readonly percent: number }, PromoRefusal> {
  const open = checkIsOpen(promo, at)
  if (!open.ok) return open
  const { audience, percent } = open.value
  return audience === 'offer' && percent !== null ? ok({ ...open.value, percent }) : refuse('promo.invalid')
}

/** Refusals by the constraint that is violated. The database has the last word about uses. */
export const refusalsByConstraint: Readonly<Partial<Record<ConstraintName, PromoRefusal>>> = {
  promo_codes_uses: 'promo.used_up',
  promo_redemptions_open: 'promo.ended',
  gift_claims_pkey: 'promo.given_before',
  promo_redemptions_claimed: 'promo.given_before',
  promo_redemptions_per_trader: 'promo.used_by_you',
  promo_redemptions_new_account: 'promo.new_accounts_only',
  promo_redemptions_offer: 'promo.invalid',
}
