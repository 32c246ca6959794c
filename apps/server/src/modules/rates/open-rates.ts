import type { RateReading } from '@tradefront/rules/rates/judge-reading'
import { isQuotedCurrency, type RateCode, rateCodes } from '@tradefront/rules/rates/rate-codes'

import type { Db } from '../../platform/database/database.ts'
import type { Settings } from '../settings/service.ts'
import { listHeldRates, listStoredRates, type StoredRate } from './rate-store.ts'

export type RateSettings = {
  readonly maxAgeMs: { readonly coin: number; readonly currency: number }
  readonly jumpPercents: { readonly coin: number; readonly currency: number }
  readonly confirmMs: number
}

/** A code as operators see it. `latest` is null if there has never been a rate. */
export type RateRow = {
  readonly code: RateCode
  readonly latest: StoredRate | null
  readonly held: RateReading | null
  readonly isOpen: boolean
}

export function toRateSettings(settings: Settings): RateSettings {
  return {
    maxAgeMs: {
      coin: settings.crypto_rate_max_age_seconds * 1000,
      currency: settings.currency_rate_max_age_seconds * 1000,
    },
    jumpPercents: settings.rate_jump_percents,
    confirmMs: settings.rate_confirm_seconds * 1000,
  }
}

export async function listRateRows(db: Db, settings: RateSettings, now: Date): Promise<RateRow[]> {
  const [stored, held] = await Promise.all([listStoredRates(db), listHeldRates(db)])
  return rateCodes.map((code) => {
    const latest = stored.get(code) ?? null
    return {
      code,
      latest,
      held: held.find((each) => each.code === code) ?? null,
      isOpen: latest !== null && isOpenRate(code, latest, settings, now),
    }
  })
}

/** Returns false for a rate that is too old, or that jumped and is not confirmed: it converts nothing, and its code is closed. */
export function isOpenRate(code: RateCode, { at, isHeld }: StoredRate, settings: RateSettings, now: Date): boolean {
  return !isHeld && isFresh(code, at, settings, now)
}

export function isFresh(code: RateCode, at: Date, settings: RateSettings, now: Date): boolean {
  return now.getTime() - at.getTime() <= getMaxAgeMs(code, settings)
}

export function getMaxAgeMs(code: RateCode, { maxAgeMs }: RateSettings): number {
  return isQuotedCurrency(code) ? maxAgeMs.currency : maxAgeMs.coin
}
