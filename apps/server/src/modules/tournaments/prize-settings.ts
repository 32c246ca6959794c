import { toMinor } from '@tradefront/rules/ledger/money'
import { baseCurrency } from '@tradefront/rules/rates/rate-codes'
import type { FundTerms } from '@tradefront/rules/tournaments/fund'
import type { Prize, PrizeLists } from '@tradefront/rules/tournaments/prizes'

import type { AppContext } from '../../context.ts'
import { dayMs } from '../../platform/clock.ts'
import type { TournamentRow } from './tournament-store.ts'

/** Settings of prizes, with amounts in minor units of base currency. */
export type PrizeSettings = {
  readonly turnoverFactor: number
  readonly releaseFactor: number
  readonly prizes: PrizeLists
  readonly terms: FundTerms
  /** A winner must have staked at least this much own cash in the period. */
  readonly minStakes: number
  /** Time in which a winner must get verified. */
  readonly verifyMs: number
  /** Cash prizes above this wait for an operator's approval. */
  readonly approvalLimit: number
}

export async function getPrizeSettings(context: AppContext): Promise<PrizeSettings> {
  const settings = await context.settings.getSettings()
  return {
    turnoverFactor: settings.bonus_turnover_factor,
    releaseFactor: settings.bonus_release_factor,
    prizes: settings.tournament_prizes,
    terms: {
      isScaled: settings.tournament_prizes_scaled,
      maxEdgePercent: settings.tournament_prize_max_percent,
    },
    minStakes: toMinor(settings.tournament_stakes_min, baseCurrency),
    verifyMs: settings.tournament_verify_days * dayMs,
    approvalLimit: toMinor(settings.approval_limit, baseCurrency),
  }
}

/** Lists prizes by place: those of the tournament, or else those of the setting. */
export function listPrizes(
  { type, prizes }: Pick<TournamentRow, 'type' | 'prizes'>,
  settings: Pick<PrizeSettings, 'prizes'>,
): readonly Prize[] {
  return prizes ?? settings.prizes[type]
}
