import { findPrize, type Prize, type TournamentType } from '@tradefront/rules/tournaments/prizes'

import type {
  LeaderboardRow,
  Tournament as TournamentView,
  TournamentReply,
  WonPrize as WonPrizeView,
} from '../tournaments.ts'

export type Tournament = {
  readonly id: number
  readonly type: TournamentType
  readonly state: TournamentView['state']
  readonly startsAtMs: number
  readonly endsAtMs: number
}

/** `score` in base currency. */
export type Participant = Pick<LeaderboardRow, 'rank' | 'name' | 'country' | 'score'> & {
  readonly isOwn: boolean
  readonly prize: Prize | null
}

export type Leaderboard = {
  readonly tournaments: readonly Tournament[]
  /** Places in the first tournament. The own one is the last one if it is not among the first places. */
  readonly participants: readonly Participant[]
  readonly participantCount: number
  /** Under which the trader is shown. */
  readonly ownName: string
  readonly serverMs: number
}

export type WonPrize = {
  readonly tournamentId: number
  readonly type: TournamentType
  readonly endedAtMs: number
  readonly rank: number
  readonly prize: Prize
  /** Credited amount, in the account’s currency. Null for an item. */
  readonly paid: { readonly amount: number; readonly currency: string; readonly turnoverRequired: number | null } | null
  readonly sentAtMs: number | null
}

export function toLeaderboard({ list, data, participants, name, now }: TournamentReply): Leaderboard {
  const [shown] = list
  return {
    tournaments: list.map(({ date_start, date_end, ...tournament }) => ({
      ...tournament,
      startsAtMs: date_start,
      endsAtMs: date_end,
    })),
    participants: shown === undefined ? [] : data.map((row) => toParticipant(row, shown.type)),
    participantCount: participants,
    ownName: name,
    serverMs: now,
  }
}

function toParticipant({ mine, reward, ...row }: LeaderboardRow, type: TournamentType): Participant {
  return { ...row, isOwn: mine, prize: reward === null ? null : findPrize(type, row.rank, row.score) }
}

export function toWonPrize(view: WonPrizeView): WonPrize {
  const { kind, amount, item, paid } = view
  return {
    tournamentId: view.tournament,
    type: view.type,
    endedAtMs: view.date_end,
    rank: view.rank,
    prize: kind === 'item' ? { kind, item: item ?? '' } : { kind, amount: amount ?? 0 },
    paid: paid && { amount: paid.amount, currency: paid.currency, turnoverRequired: paid.turnover_required },
    sentAtMs: view.sent_at,
  }
}
