import { type Currency, toMinor } from '@tradefront/rules/ledger/money'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { insertWageringRequirement, postEntry } from '../ledger/service.ts'
import type { SettingsService } from '../settings/service.ts'

export type PromoService = ReturnType<typeof createPromoService>

/** Once per user, with a wagering requirement. */
export function createPromoService({ clock, settings }: { clock: Clock; settings: SettingsService }) {
  const findPromoCode = async (enteredCode: string) => {
    const code = enteredCode.trim().toUpperCase()
    return (await settings.getSetting('promo_codes')).find((promo) => promo.code === code) ?? null
  }
  return {
    isKnownCode: async (code: string): Promise<boolean> => (await findPromoCode(code)) !== null,

    /** In the transaction that creates or upgrades the account. */
    creditSignupBonus: async (userId: number, currency: Currency, enteredCode: string, trx: Db): Promise<void> => {
      const promo = await findPromoCode(enteredCode)
      if (!promo) return
      const [rates, factor] = await Promise.all([
        settings.getSetting('rates'),
        settings.getSetting('bonus_turnover_factor'),
      ])
      const at = clock.now()
      const bonus = toMinor(promo.bonus * rates[currency], currency)
      const source = `promo:${promo.code}:${userId}`
      await postEntry(trx, {
        kind: 'promo.credited',
        subject: source,
        at,
        lines: [
          { account: 'bonus_expense', userId: null, currency, amount: -bonus },
          { account: 'bonus', userId, currency, amount: bonus },
        ],
      })
      await insertWageringRequirement(trx, {
        userId,
        source,
        currency,
        bonus,
        required: Math.round(bonus * factor),
        at,
      })
    },
  }
}
