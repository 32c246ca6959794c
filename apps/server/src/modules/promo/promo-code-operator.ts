import { lossReturnCode } from '@tradefront/rules/trading/loss-return'

import type { Operator } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { endPromoCode, findPromoCode, insertPromoCode, listPromoCodes } from './promo-code-store.ts'
import { checkOfferCode, type PromoCode } from './promo-code.ts'

export type PromoCodeOperator = ReturnType<typeof createPromoCodeOperator>

export type NewPromoCode = Omit<PromoCode, 'uses' | 'createdAt' | 'startsAt'> & { readonly startsAt: Date | null }

export function createPromoCodeOperator({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
  return {
    listCodes: (limit: number) => listPromoCodes(db, limit),
    findCode: (code: string) => findPromoCode(db, code),

    /** False if no offer can be made with the code. */
    canOffer: async (code: string): Promise<boolean> => checkOfferCode(await findPromoCode(db, code), clock.now()).ok,

    /** False if the code exists, or is the name of an offer. */
    createCode: async (terms: NewPromoCode, by: Operator): Promise<boolean> => {
      if (terms.code === lossReturnCode) return false
      const at = clock.now()
      const promo = { ...terms, startsAt: terms.startsAt ?? at }
      const subject = `promo:${promo.code}`
      return insertPromoCode(db, promo, { by, action: 'promo.create', subject, before: null, after: promo, at })
    },

    /** False if the code has ended or does not exist. */
    endCode: (code: string, by: Operator): Promise<boolean> => {
      const at = clock.now()
      return endPromoCode(db, code, {
        by,
        action: 'promo.end',
        subject: `promo:${code}`,
        before: null,
        after: { endsAt: at },
        at,
      })
    },
  }
}
