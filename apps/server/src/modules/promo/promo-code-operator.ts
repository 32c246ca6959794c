import { computeMaxCost } from '@tradefront/rules/promo/promo-terms'
import { ok, refuse } from '@tradefront/rules/result'
import { lossReturnCode } from '@tradefront/rules/trading/loss-return'

import type { ActionHandlers, AppContext } from '../../context.ts'
import type { Operator } from '../../platform/audit.ts'
import { findPromoCode, insertPromoCode, updatePromoCodeBounds, updatePromoCodeEnd } from './promo-code-store.ts'
import { checkOfferCode, type PromoCode } from './promo-code.ts'

export type NewPromoCode = Omit<PromoCode, 'uses' | 'createdAt' | 'startsAt'> & { readonly startsAt: Date | null }

/** Returns false if no offer can be made with the code. */
export async function canOfferCode({ db, clock }: AppContext, code: string): Promise<boolean> {
  return checkOfferCode(await findPromoCode(db, code), clock.now()).ok
}

/** Creates a code. Returns false if it exists, or is the name of an offer. */
export async function createPromoCode({ clock, db }: AppContext, terms: NewPromoCode, by: Operator): Promise<boolean> {
  if (terms.code === lossReturnCode) return false
  const at = clock.now()
  const promo = { ...terms, startsAt: terms.startsAt ?? at }
  const subject = `promo:${promo.code}`
  return insertPromoCode(db, promo, { by, action: 'promo.create', subject, before: null, after: promo, at })
}

/** Ends a code. Returns false if it has ended or does not exist. */
export function endPromoCode({ clock, db }: AppContext, code: string, by: Operator): Promise<boolean> {
  const at = clock.now()
  return updatePromoCodeEnd(db, code, {
    by,
    action: 'promo.end',
    subject: `promo:${code}`,
    before: null,
    after: { endsAt: at },
    at,
  })
}

const toDate = (ms: number | null) => (ms === null ? null : new Date(ms))

/** Actions on promo codes. Their terms never change, but operators can change how long a code lasts, and how often it can be used. */
export const promoActions: ActionHandlers = {
  'promo.create': async (context, { promo: code, bonus, amount, startsAtMs, endsAtMs, ...input }, by) => {
    const { audience, percent, minDeposit, maxUses, maxUsesPerTrader } = input
    const isGift = minDeposit === null
    if (
      (percent === null) === (bonus === null) ||
      (isGift && (percent !== null || maxUsesPerTrader > 1)) ||
      (audience === 'offer' && percent === null) ||
      (endsAtMs !== null && endsAtMs <= startsAtMs) ||
      amount !== computeMaxCost(bonus, maxUses)
    )
      return refuse('desk.changed')
    const terms = { audience, percent, amount: bonus, minDeposit, maxUses, maxUsesPerTrader }
    const times = { startsAt: new Date(startsAtMs), endsAt: toDate(endsAtMs) }
    return (await createPromoCode(context, { code, ...terms, ...times }, by))
      ? ok()
      : refuse('desk_marketing.code_exists')
  },
  'promo.change': async ({ db, clock }, { promo: code, endsAtMs, maxUses, amount }, by) => {
    const found = await findPromoCode(db, code)
    if (found === null || amount !== computeMaxCost(found.amount, maxUses)) return refuse('desk.changed')
    const { endsAt, maxUses: maxBefore } = found
    const after = { endsAt: toDate(endsAtMs), maxUses }
    const isChanged = await updatePromoCodeBounds(db, code, after, {
      by,
      action: 'promo.change',
      subject: `promo:${code}`,
      at: clock.now(),
      before: { endsAt, maxUses: maxBefore },
      after,
    })
    return isChanged ? ok() : refuse('desk_marketing.used_more')
  },
  'promo.end': async (context, { promo }, by) =>
    (await endPromoCode(context, promo, by)) ? ok() : refuse('desk.changed'),
}
