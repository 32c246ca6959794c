import { normalizeIP } from '@fastify/rate-limit'
import { type Currency, toMinor } from '@tradefront/rules/ledger/money'

import type { Clock } from '../../platform/clock.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/database/database.ts'
import { insertWageringRequirement, postEntry } from '../ledger/service.ts'
import type { SettingsService } from '../settings/service.ts'
import { listOpenOffers } from './offer-store.ts'
import { claimSignupBonus, insertSignupBonus, lockWaitingBonus, updateState } from './signup-bonus-store.ts'

export type PromoService = ReturnType<typeof createPromoService>

export type PromoDeps = { readonly clock: Clock; readonly settings: SettingsService; readonly seal: Seal }

/** Who opens an account. The bonus is given once to each of these. */
export type SignupOrigin = {
  readonly address: string
  /** Identifiers of the browser; empty for a new one. */
  readonly deviceIds: readonly string[]
  /** Can be empty. */
  readonly phone: string
}

export type SignupBonusOutcome = 'credited' | 'refused'

/** A bonus for a new account, with a wagering requirement. Credited when the e-mail address is proved. */
export function createPromoService({ clock, settings, seal }: PromoDeps) {
  const findPromoCode = async (enteredCode: string) => {
    const code = enteredCode.trim().toUpperCase()
    return (await settings.getSetting('promo_codes')).find((promo) => promo.code === code) ?? null
  }

  const toMarks = ({ address, deviceIds, phone }: SignupOrigin): Buffer[] => [
    seal.computeHash(normalizeIP(address), 'promo.address'),
    ...(phone === '' ? [] : [seal.computeHash(phone, 'promo.phone')]),
    ...deviceIds.map((id) => seal.computeHash(id, 'promo.device')),
  ]

  const creditBonus = async (
    userId: number,
    currency: Currency,
    promo: { readonly code: string; readonly bonus: number },
    trx: Db,
  ): Promise<void> => {
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
    const required = Math.round(bonus * factor)
    await insertWageringRequirement(trx, { userId, source, currency, bonus, required, at })
  }

  return {
    listOpenOffers: (db: Db, userId: number) => listOpenOffers(db, userId, clock.now()),

    isKnownCode: async (code: string): Promise<boolean> => (await findPromoCode(code)) !== null,

    /** In the transaction that creates or upgrades the account. */
    storeSignupBonus: async (userId: number, enteredCode: string, origin: SignupOrigin, trx: Db): Promise<void> => {
      const promo = await findPromoCode(enteredCode)
      if (promo) await insertSignupBonus(trx, { userId, code: promo.code, marks: toMarks(origin), at: clock.now() })
    },

    /** In the transaction that proves the address. Returns null if no bonus waits. */
    creditSignupBonus: async (userId: number, currency: Currency, trx: Db): Promise<SignupBonusOutcome | null> => {
      const code = await lockWaitingBonus(trx, userId)
      if (code === null) return null
      const promo = await findPromoCode(code)
      if (promo && (await claimSignupBonus(trx, userId, clock.now()))) {
        await creditBonus(userId, currency, promo, trx)
        return 'credited'
      }
      await updateState(trx, userId, 'refused', clock.now())
      return 'refused'
    },
  }
}
