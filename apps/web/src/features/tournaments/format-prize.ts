import { baseCurrency } from '@tradefront/rules/rates/rate-codes'
import type { Prize, TournamentType } from '@tradefront/rules/tournaments/prizes'
import type { TextKey } from '@tradefront/texts/keys'

import type { Format } from '../../platform/i18n/format.ts'
import type { Translate } from '../../platform/i18n/i18n.ts'

export const typeNames: Readonly<Record<TournamentType, TextKey>> = {
  weekly: 'tournaments.weekly',
  weekend: 'tournaments.weekend',
}

export function formatPrize(prize: Prize, t: Translate, format: Format): string {
  if (prize.kind === 'item') return prize.item
  const amount = format.money(prize.amount, baseCurrency, { isWhole: true })
  return prize.kind === 'bonus' ? t('tournaments.prize_bonus', { amount }) : amount
}

/**
 * Writes a score.
 * @param score in base currency
 */
export function formatScore(score: number, format: Format): string {
  return format.money(score, baseCurrency, { isSigned: true })
}
