import { leaderboardRows, findPrize, formatReward } from '@tradefront/rules/tournaments/prizes'
import { formatParticipantName } from '@tradefront/rules/tournaments/participant-name'
import { type Currency, fromMinor } from '@tradefront/rules/ledger/money'
import type { LeaderboardRow, Tournament, TournamentReply, WonPrize } from '@tradefront/contract/tournaments'

import { dayMs } from '../../platform/clock.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { type Operator, insertAuditEntry } from '../../platform/audit.ts'
import type { DepositsService } from '../deposits/service.ts'
import { updateDisplayName } from '../users/service.ts'
import { type AwardPrizesDeps, baseCurrency, createAwardPrizes } from './award-prizes.ts'
import { countParticipants, findPlace, listParticipants, type Participant } from './leaderboard-query.ts'
import { listTournamentPrizes, listUnsentItems, listWonPrizes, markItemSent, type WonPrizeRow } from './prize-store.ts'
import {
  createTournaments,
  findTournament,
  listCurrentTournaments,
  listPreviousTournaments,
  listTournamentsToSplit,
  splitRanges,
  type TournamentRow,
} from './tournament-store.ts'

export type TournamentsDeps = AwardPrizesDeps & {
  readonly alerts: Pick<DepositsService, 'raiseAlert' | 'withdrawOtherAlerts'>
}

type Viewer = Pick<SessionUser, 'id' | 'firstName' | 'lastName'> & { readonly displayName: string | null }

const weekMs = 7 * dayMs
const maxListed = 10
const maxCurrent = 3
const maxPrizes = 50
const maxTasks = 100
/** Counting within a range must stay short; dividing one must be rare. */
const maxParticipantsPerRange = 4000
const alertKind = 'tournament.item_due'

export type TournamentsService = ReturnType<typeof createTournamentsService>

export function createTournamentsService(deps: TournamentsDeps) {
  const { db, clock, live, alerts } = deps
  const awardPrizes = createAwardPrizes(deps)

  const findViewer = async ({ id, firstName, lastName }: SessionUser): Promise<Viewer> => {
    const row = await db.selectFrom('user_accounts').select('display_name').where('id', '=', id).executeTakeFirst()
    return { id, firstName, lastName, displayName: row?.display_name ?? null }
  }

  const buildReply = async (
    list: readonly TournamentRow[],
    user: SessionUser,
    rows?: number,
  ): Promise<TournamentReply> => {
    const [shown] = list
    const now = clock.now()
    const viewer = await findViewer(user)
    const board = shown === undefined ? { data: [], participants: 0 } : await readLeaderboard(shown, viewer, user, rows)
    return {
      return: true,
      list: list.map((tournament) => toTournamentView(tournament, now)),
      ...board,
      name: formatParticipantName(viewer.firstName, viewer.lastName, viewer.displayName),
      now: now.getTime(),
    }
  }

  const readLeaderboard = async (
    { id, type }: TournamentRow,
    viewer: Viewer,
    { country }: Pick<SessionUser, 'country'>,
    rows = leaderboardRows[type],
  ) => {
    const [best, participants] = await Promise.all([listParticipants(db, id, rows), countParticipants(db, id)])
    const isListed = best.some(({ userId }) => userId === viewer.id)
    const place = isListed ? null : await findPlace(db, id, viewer.id)
    const own = place === null ? [] : [{ ...viewer, ...place, userId: viewer.id, country }]
    return { participants, data: [...best, ...own].map((participant) => toRow(type, participant, viewer.id)) }
  }

  /** Those of this week and the next one. */
  const createAhead = async (): Promise<void> => {
    const now = clock.now()
    await createTournaments(db, now)
    await createTournaments(db, new Date(now.getTime() + weekMs))
  }

  return {
    awardPrizes,

    /** Run by a job. */
    createTournaments: createAhead,

    /** Run by a job, so that places are found fast. */
    async splitRanges(): Promise<void> {
      for (const id of await listTournamentsToSplit(db, maxParticipantsPerRange))
        await splitRanges(db, id, maxParticipantsPerRange)
    },

    /** Run by a job. An alert ends when the operator has sent the prize. */
    async alertUnsentItems(): Promise<void> {
      const subjects = (await listUnsentItems(db, maxTasks)).map(toSubject)
      for (const subject of subjects) await alerts.raiseAlert({ kind: alertKind, subject })
      await alerts.withdrawOtherAlerts(alertKind, 'prize:', subjects)
    },

    async listCurrent(user: SessionUser): Promise<TournamentReply> {
      const found = await listCurrentTournaments(db, clock.now(), maxCurrent)
      if (found.length > 0) return buildReply(found, user)
      // The job has not run yet.
      await createAhead()
      return buildReply(await listCurrentTournaments(db, clock.now(), maxCurrent), user)
    },
    listPrevious: async (user: SessionUser) =>
      buildReply(await listPreviousTournaments(db, clock.now(), maxListed), user),

    /** @throws AppError (404) */
    async getTournament(id: number, user: SessionUser, rows?: number): Promise<TournamentReply> {
      const tournament = await findTournament(db, id)
      if (tournament === null) throw new AppError('errors.not_found')
      return buildReply([tournament], user, rows)
    },

    listPrizes: async (userId: number): Promise<WonPrize[]> =>
      (await listWonPrizes(db, userId, maxPrizes)).map(toPrizeView),

    /** Returns the name that is now shown. */
    async setDisplayName(user: SessionUser, name: string | null): Promise<string> {
      await updateDisplayName(db, user.id, name)
      return formatParticipantName(user.firstName, user.lastName, name)
    },

    operator: {
      listTournaments: (limit: number) => listPreviousTournaments(db, clock.now(), limit),
      listPrizes: (tournamentId: number) => listTournamentPrizes(db, tournamentId),
      listUnsentItems: () => listUnsentItems(db, maxTasks),

      /** Returns false if no item waits there. */
      async markItemSent(tournamentId: number, rank: number, by: Operator): Promise<boolean> {
        const prize = (await listTournamentPrizes(db, tournamentId)).find((one) => one.rank === rank)
        const isMarked = await db.transaction().execute(async (trx) => {
          if (!(await markItemSent(trx, tournamentId, rank, clock.now()))) return false
          const subject = toSubject({ tournamentId, rank })
          const entry = { by, action: 'tournament.item_sent', subject, before: 'due', after: 'sent', at: clock.now() }
          await insertAuditEntry(trx, entry)
          return true
        })
        if (isMarked && prize !== undefined) await live.publish(prize.userId, { type: 'refresh' })
        return isMarked
      },
    },
  }
}

function toSubject({ tournamentId, rank }: { readonly tournamentId: number; readonly rank: number }): string {
  return `prize:${tournamentId}/${rank}`
}

function toTournamentView({ id, type, startsAt, endsAt, finishedAt }: TournamentRow, now: Date): Tournament {
  const state = now < startsAt ? 'upcoming' : now < endsAt ? 'running' : finishedAt === null ? 'counting' : 'finished'
  return { id, type, date_start: startsAt.getTime(), date_end: endsAt.getTime(), state }
}

function toRow(type: TournamentRow['type'], participant: Participant, viewerId: number): LeaderboardRow {
  const { rank, userId, firstName, lastName, displayName, country, score } = participant
  const prize = findPrize(type, rank, score)
  return {
    rank,
    name: formatParticipantName(firstName, lastName, displayName),
    country,
    score: fromMinor(score, baseCurrency),
    reward: prize === null ? null : formatReward(type, prize),
    mine: userId === viewerId,
  }
}

function toPrizeView(row: WonPrizeRow): WonPrize {
  const { tournamentId, type, endsAt, rank, score, kind, amount, item, currency, paid, required, createdAt, sentAt } =
    row
  return {
    tournament: tournamentId,
    type,
    date_end: endsAt.getTime(),
    rank,
    score: fromMinor(score, baseCurrency),
    kind,
    amount: amount === null ? null : fromMinor(amount, baseCurrency),
    item,
    paid:
      paid === null || currency === null
        ? null
        : {
            amount: fromMinor(paid, currency),
            currency: currency as Currency,
            turnover_required: required === null ? null : fromMinor(required, currency),
          },
    won_at: createdAt.getTime(),
    sent_at: sentAt?.getTime() ?? null,
  }
}
