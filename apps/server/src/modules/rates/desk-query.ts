import type { DeskRate } from '@tradefront/contract/desk-decisions'
import { isQuotedCurrency, rateCodes } from '@tradefront/rules/rates/rate-codes'

import type { Db } from '../../platform/database/database.ts'
import type { Settings } from '../settings/service.ts'
import { listHeldRates, listStoredRates } from './rate-store.ts'

/** Those that wait for a confirmation come first. */
export async function listDeskRates(db: Db, settings: Settings, now: Date): Promise<DeskRate[]> {
  const [stored, held] = await Promise.all([listStoredRates(db), listHeldRates(db)])
  const rates = rateCodes.map((code): DeskRate => {
    const latest = stored.get(code)
    const jump = held.find((each) => each.code === code)
    const maxAgeSeconds = isQuotedCurrency(code)
      ? settings.currency_rate_max_age_seconds
      : settings.crypto_rate_max_age_seconds
    const isFresh = latest !== undefined && now.getTime() - latest.at.getTime() <= maxAgeSeconds * 1000
    return {
      code,
      latest: latest === undefined ? null : { rate: latest.rate, atMs: latest.at.getTime() },
      held: jump === undefined ? null : { rate: jump.rate, atMs: jump.atMs },
      isOpen: isFresh && jump === undefined,
    }
  })
  return rates.toSorted((one, other) => Number(other.held !== null) - Number(one.held !== null))
}
