import type { Prize, TournamentType } from '@tradefront/rules/tournaments/prizes'

import type { LeaderboardRow, PrizeView, Tournament as TournamentView, TournamentReply } from '../tournaments.ts'

export type Tournament = {
  readonly id: number
  readonly type: TournamentType
  readonly state: TournamentView['state']
  readonly startsAtMs: number
  readonly endsAtMs: number
  /** Null: it was not cancelled. */
  readonly cancelWords: string | null
}

/** `score` in base currency. */
export type Participant = Pick<LeaderboardRow, 'rank' | 'name' | 'country' | 'score'> & {
  readonly isOwn: boolean
  readonly prize: Prize | null
}

/** How far the trader is from a prize. */
export type OwnProgress = {
  readonly prizePlace: number | null
  readonly profitMissing: number | null
  readonly isBehindOwnAccount: boolean
  readonly stakesMissing: number
  readonly maxPrize: number | null
  readonly isVerified: boolean
}

export type Leaderboard = {
  readonly tournaments: readonly Tournament[]
  /** Places in the first tournament. The own one is the last one if it is not among the first places. */
  readonly participants: readonly Participant[]
  readonly participantCount: number
  /** Prize of each place at the present fund. Null: less than a cent. */
  readonly prizes: readonly (Prize | null)[]
  /** In base currency. Null: the whole list is paid. */
  readonly fund: { readonly present: number; readonly full: number } | null
  /** Amounts in base currency. Null: not a participant. */
  readonly own: OwnProgress | null
  readonly terms: {
    readonly stakesMin: number
    readonly verifyDays: number
    readonly maxPrizePercent: number | null
  }
  /** Under which the trader is shown. */
  readonly ownName: string
  readonly serverMs: number
}

export function toLeaderboard(reply: TournamentReply): Leaderboard {
  const { list, data, participants, prizes, fund, own, terms, name, now } = reply
  return {
    tournaments: list.map(({ date_start, date_end, cancel_words, ...tournament }) => ({
      ...tournament,
      startsAtMs: date_start,
      endsAtMs: date_end,
      cancelWords: cancel_words,
    })),
    participants: data.map(toParticipant),
    participantCount: participants,
    prizes: prizes.map(toPrize),
    fund,
    own: own && {
      prizePlace: own.prize_place,
      profitMissing: own.profit_missing,
      isBehindOwnAccount: own.behind_own_account,
      stakesMissing: own.stakes_missing,
      maxPrize: own.prize_max,
      isVerified: own.verified,
    },
    terms: { stakesMin: terms.stakes_min, verifyDays: terms.verify_days, maxPrizePercent: terms.prize_max_percent },
    ownName: name,
    serverMs: now,
  }
}

function toParticipant({ mine, reward: _reward, prize, ...row }: LeaderboardRow): Participant {
  return { ...row, isOwn: mine, prize: toPrize(prize) }
}

function toPrize(view: PrizeView | null): Prize | null {
  if (view === null) return null
  const { kind, amount, item } = view
  return kind === 'item' ? { kind, item: item ?? '', amount } : { kind, amount }
}
