import type { CascadeRule } from '@tradefront/rules/cards/cascade-rules'

import type { AppContext } from '../../context.ts'
import type { DepositTerms } from '../deposits/service.ts'
import { toDepositLimits } from '../settings/service.ts'

export type CardSettings = DepositTerms & {
  readonly cascade: string | null
  readonly cascadeRules: readonly CascadeRule[]
  readonly disabledProcessors: readonly string[]
  readonly pfsCountries: readonly string[]
  readonly hasPfsFallback: boolean
  readonly dayLimit: number
  readonly failLimit: number
  readonly cardNumberDays: number
}

export async function getCardSettings(context: AppContext): Promise<CardSettings> {
  const settings = await context.settings.getSettings()
  return {
    cascade: settings.cascade,
    cascadeRules: settings.cascade_rules,
    disabledProcessors: settings.processors_off,
    pfsCountries: settings.pfs_countries,
    hasPfsFallback: settings.pfs_fallback,
    dayLimit: settings.card_day_limit,
    failLimit: settings.fail_limit,
    cardNumberDays: settings.card_number_days,
    turnoverFactor: settings.bonus_turnover_factor,
    releaseFactor: settings.bonus_release_factor,
    tiers: settings.tiers,
    affiliatesMin300: settings.affiliates_min_300,
    limits: toDepositLimits(settings),
  }
}
