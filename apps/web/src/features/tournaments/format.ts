import { formatMoney } from '@tradefront/rules/ledger/format-money'
import { baseCurrency } from '@tradefront/rules/rates/rate-codes'
import type { Prize, TournamentType } from '@tradefront/rules/tournaments/prizes'
import type { TextKey } from '@tradefront/texts/keys'

import type { Translate } from '../../platform/i18n/i18n.ts'

export const typeNames: Readonly<Record<TournamentType, TextKey>> = {
  weekly: 'tournaments.weekly',
  weekend: 'tournaments.weekend',
}

export function formatPrize(prize: Prize, t: Translate, lang: string): string {
  if (prize.kind === 'item') return prize.item
  const amount = formatMoney(prize.amount, baseCurrency, lang, { isWhole: true })
  return prize.kind === 'bonus' ? t('tournaments.prize_bonus', { amount }) : amount
}

/** @param score in base currency */
export function formatScore(score: number, lang: string): string {
  return formatMoney(score, baseCurrency, lang, { isSigned: true })
}

/** Without days `03:12:45`, else `2 days 03:12:45`. */
export function formatTimeLeft(seconds: number, lang: string): string {
  const days = Math.floor(seconds / 86_400)
  const clock = [Math.floor((seconds % 86_400) / 3600), Math.floor((seconds % 3600) / 60), seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
  if (days === 0) return clock
  const unit = new Intl.NumberFormat(lang, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  return `${unit.format(days)} ${clock}`
}

/** In the time zone of the device. */
export function formatDay(atMs: number, lang: string): string {
  return new Intl.DateTimeFormat(lang, { dateStyle: 'medium' }).format(atMs)
}
