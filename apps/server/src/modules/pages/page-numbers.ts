import type { DepositLimits } from '@tradefront/rules/deposits/amount-limits'
import { idleDeadlineMs } from '@tradefront/rules/deposits/inquiry-schedule'
import { cardTiers, chooseTiers, type Tier, type TierChoice } from '@tradefront/rules/deposits/tiers'
import type { Locale } from '@tradefront/texts/locales'
import { toIntlTag } from '@tradefront/texts/numbers'

import { minuteMs } from '../../platform/clock.ts'
import { type Settings, toDepositLimits } from '../settings/service.ts'

/** Numbers about money on the pages. */
export type PageSettings = {
  readonly depositLimits: DepositLimits
  readonly cardDayLimit: number
  readonly turnoverFactor: number
  readonly releaseFactor: number
  readonly depositTurnoverFactor: number
  readonly tiers: TierChoice
  readonly refundDays: number
  readonly cardNumberDays: number
  readonly saleFeePercent: number
  readonly riskFreePercent: number
}

export function toPageSettings(current: Settings): PageSettings {
  return {
    depositLimits: toDepositLimits(current),
    cardDayLimit: current.card_day_limit,
    turnoverFactor: current.bonus_turnover_factor,
    releaseFactor: current.bonus_release_factor,
    depositTurnoverFactor: current.deposit_turnover_factor,
    tiers: current.tiers,
    refundDays: current.refund_days,
    cardNumberDays: current.card_number_days,
    saleFeePercent: current.sale_fee_percent,
    riskFreePercent: current.risk_free_percent,
  }
}

/** Placeholders of pages, e.g. `{day_limit}`. */
export const pageNumberNames = [
  'minimum',
  'partner_minimum',
  'maximum',
  'day_limit',
  'refund_days',
  'card_number_days',
  'sale_fee',
  'risk_free_percent',
  'idle_minutes',
  'bronze_percent',
  'silver_percent',
  'gold_percent',
  'silver_from',
  'gold_from',
  'gold_from_other',
  'turnover_factor',
  'example_bonus',
  'example_turnover',
  'release_percent',
  'example_release',
  'deposit_turnover_factor',
] as const
export type PageNumbers = Readonly<Record<(typeof pageNumberNames)[number], string>>

/** Formats the numbers in the notation of the language. */
export function formatPageNumbers(settings: PageSettings, locale: Locale): PageNumbers {
  const {
    depositLimits,
    cardDayLimit,
    turnoverFactor,
    releaseFactor,
    tiers,
    refundDays,
    cardNumberDays,
    saleFeePercent,
  } = settings
  const format = (amount: number, options: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(toIntlTag(locale), { maximumFractionDigits: 5, ...options }).format(amount)
  const formatPercent = (value: number) => format(value / 100, { style: 'percent' })
  const percent = (tier: Tier) => formatPercent(tier.percent)
  const [bronze, silver, gold] = cardTiers
  const depositPageGold = chooseTiers(false, tiers).at(-1)
  if (bronze === undefined || silver === undefined || gold === undefined || depositPageGold === undefined)
    throw new Error('invariant: three tiers')
  const exampleBonus = (silver.from * silver.percent) / 100
  return {
    minimum: format(depositLimits.minimum),
    partner_minimum: format(depositLimits.affiliateMinimum),
    maximum: format(depositLimits.maximum),
    day_limit: format(cardDayLimit),
    refund_days: format(refundDays),
    card_number_days: format(cardNumberDays),
    sale_fee: formatPercent(saleFeePercent),
    risk_free_percent: formatPercent(settings.riskFreePercent),
    idle_minutes: format(idleDeadlineMs / minuteMs),
    bronze_percent: percent(bronze),
    silver_percent: percent(silver),
    gold_percent: percent(gold),
    silver_from: format(silver.from),
    gold_from: format(gold.from),
    gold_from_other: format(depositPageGold.from),
    turnover_factor: format(turnoverFactor),
    example_bonus: format(exampleBonus),
    example_turnover: format(exampleBonus * turnoverFactor),
    release_percent: formatPercent(releaseFactor * 100),
    example_release: format(exampleBonus * releaseFactor),
    deposit_turnover_factor: format(settings.depositTurnoverFactor),
  }
}

/** Fills in the numbers. Unknown placeholders stay: an operator’s page can have braces. */
export function fillPageNumbers(html: string, numbers: PageNumbers): string {
  return pageNumberNames.reduce((filled, name) => filled.replaceAll(`{${name}}`, numbers[name]), html)
}
