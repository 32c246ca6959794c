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

/** `score` is in base currency. */
export type Participant = Pick<LeaderboardRow, 'rank' | 'name' | 'country' | 'score'> & {
  readonly isOwn: boolean
  readonly prize: Prize | null
}

/** The next prize of the trader, and what is missing to it. */
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
  /** The first places of the first tournament. The last one is the trader's own place if it is not among them. */
  readonly participants: readonly Participant[]
  readonly participantCount: number
  /** Prize of each place with the present fund. Null: it is less than a cent. */
  readonly prizes: readonly (Prize | null)[]
  /** Amounts in base currency. Null: all prizes are paid in full, whatever the fund. */
  readonly fund: { readonly present: number; readonly full: number } | null
  /** Amounts in base currency. Null: the trader does not take part. */
  readonly own: OwnProgress | null
  readonly terms: {
    readonly stakesMin: number
    readonly verifyDays: number
    readonly maxPrizePercent: number | null
  }
  /** Name under which the trader is shown. */
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
