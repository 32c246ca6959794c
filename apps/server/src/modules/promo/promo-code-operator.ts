import { lossReturnCode } from '@tradefront/rules/trading/loss-return'

import type { AppContext } from '../../context.ts'
import type { Operator } from '../../platform/audit.ts'
import { updatePromoCodeEnd, findPromoCode, insertPromoCode } from './promo-code-store.ts'
import { checkOfferCode, type PromoCode } from './promo-code.ts'

export type NewPromoCode = Omit<PromoCode, 'uses' | 'createdAt' | 'startsAt'> & { readonly startsAt: Date | null }

/** False if no offer can be made with the code. */
export async function canOfferCode({ db, clock }: AppContext, code: string): Promise<boolean> {
  return checkOfferCode(await findPromoCode(db, code), clock.now()).ok
}

/** False if the code exists, or is the name of an offer. */
export async function createPromoCode({ clock, db }: AppContext, terms: NewPromoCode, by: Operator): Promise<boolean> {
  if (terms.code === lossReturnCode) return false
  const at = clock.now()
  const promo = { ...terms, startsAt: terms.startsAt ?? at }
  const subject = `promo:${promo.code}`
  return insertPromoCode(db, promo, { by, action: 'promo.create', subject, before: null, after: promo, at })
}

/** False if the code has ended or does not exist. */
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
