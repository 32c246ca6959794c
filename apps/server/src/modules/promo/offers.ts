import type { Offer } from '@tradefront/contract/offers'
import { type Currency, fromMinor } from '@tradefront/rules/ledger/money'
import { convertPromoTerms } from '@tradefront/rules/promo/promo-terms'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import { type Clock, dayMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { SettingsService } from '../settings/service.ts'
import { lockUser, setWelcomeShownCount } from '../users/service.ts'
import {
  acceptOffer,
  hasHadOffer,
  hasLosingDay,
  hasMadeFirstDeposit,
  ignoreOffer,
  insertOffer,
  listOpenOffers,
  type OfferName,
} from './offer-store.ts'
import { findPromoCode } from './promo-code-store.ts'
import { checkIsOpen, checkOfferCode, normalizePromoCode } from './promo-code.ts'
import type { Redemptions } from './redemptions.ts'

/** spec: account 9 */
const durationsMs: Record<OfferName, number> = { limited: 180_000, risk_free: 3_600_000 }
/** The limited offer is made to a trader who comes back within this time after the first deposit. */
const firstDepositMs = dayMs
/** spec: account 4 */
const welcomeCountAfterRiskFree = 2

export type OffersDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly settings: SettingsService
  readonly redemptions: Redemptions
}

export type Offers = ReturnType<typeof createOffers>

/** Offers with a time limit. Each is made to a trader once; the server's clock decides when it ends. */
export function createOffers({ db, clock, settings, redemptions }: OffersDeps) {
  const listOffers = async (userId: number, currency: Currency): Promise<Offer[]> => {
    const offers = await listOpenOffers(db, userId, clock.now())
    if (offers.length === 0) return []
    const { rates, bonus_turnover_factor } = await settings.getSettings()
    return offers.map(({ name, percent, promo, endsAt, minDeposit, codeEndsAt }) => {
      const terms = convertPromoTerms({ percent, amount: null, minDeposit }, rates[currency])
      return {
        name,
        percent,
        promo,
        ends_at: endsAt.getTime(),
        min_deposit: fromMinor(terms.minDeposit ?? 0, currency),
        turnover_factor: bonus_turnover_factor,
        promo_ends_at: codeEndsAt?.getTime() ?? null,
      }
    })
  }

  const startOffer = async (userId: number, name: OfferName): Promise<boolean> => {
    const code = await settings.getSetting(name === 'limited' ? 'limited_offer_code' : 'risk_free_offer_code')
    const promo = checkOfferCode(code === null ? null : await findPromoCode(db, code), clock.now())
    if (!promo.ok) return false
    const endsAt = new Date(clock.now().getTime() + durationsMs[name])
    return insertOffer(db, { userId, name, percent: promo.value.percent, promo: promo.value.code, endsAt })
  }

  return {
    listOffers,

    /** Once, after the first deposit. */
    startLimitedOffer: async (userId: number): Promise<boolean> => {
      if ((await settings.getSetting('limited_offer_code')) === null) return false
      const since = new Date(clock.now().getTime() - firstDepositMs)
      if (await hasHadOffer(db, userId, 'limited')) return false
      return (await hasMadeFirstDeposit(db, userId, since)) && startOffer(userId, 'limited')
    },

    /** Once, when the trader comes back after the first losing day: a day (UTC) whose real trades sum to a loss. */
    startRiskFreeOffer: async (userId: number): Promise<boolean> => {
      if ((await settings.getSetting('risk_free_offer_code')) === null) return false
      if (await hasHadOffer(db, userId, 'risk_free')) return false
      return (await hasLosingDay(db, userId)) && startOffer(userId, 'risk_free')
    },

    /** Stores the code of an open offer for the next deposit. */
    acceptOffer: async (
      userId: number,
      entered: string,
    ): Promise<Result<OfferName, 'promo.invalid' | 'offers.over'>> => {
      const code = normalizePromoCode(entered)
      if (code === '') return refuse('promo.invalid')
      return db.transaction().execute(async (trx) => {
        const { currency } = await lockUser(trx, userId)
        const promo = checkIsOpen(await findPromoCode(trx, code), clock.now())
        const name = promo.ok ? await acceptOffer(trx, userId, code, clock.now()) : null
        if (!promo.ok || name === null) return refuse('offers.over')
        await redemptions.storeCode(trx, userId, currency, promo.value)
        if (name === 'risk_free') await setWelcomeShownCount(trx, userId, welcomeCountAfterRiskFree)
        return ok(name)
      })
    },

    ignoreOffer: (userId: number, name: OfferName) => ignoreOffer(db, userId, name, clock.now()),
  }
}
