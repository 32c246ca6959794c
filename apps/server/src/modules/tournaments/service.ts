import { baseCurrency } from '@tradefront/rules/rates/rate-codes'
import { computeMaxPrize, getPrizeMinimum, scalePrize, sumPrizes } from '@tradefront/rules/tournaments/fund'
import { formatReward, leaderboardRows, type Prize } from '@tradefront/rules/tournaments/prizes'
import { formatParticipantName } from '@tradefront/rules/tournaments/participant-name'
import { type Currency, fromMinor } from '@tradefront/rules/ledger/money'
import type { LeaderboardRow, PrizeView, Tournament, TournamentReply, WonPrize } from '@tradefront/contract/tournaments'

import { dayMs } from '../../platform/clock.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { type Operator, insertAuditEntry } from '../../platform/audit.ts'
import type { AlertsService } from '../alerts/service.ts'
import { updateDisplayName } from '../users/service.ts'
import { type AwardPrizesDeps, createAwardPrizes, findFund, findWinners } from './award-prizes.ts'
import {
  countParticipants,
  findOwnPart,
  findPlace,
  listCandidates,
  listParticipants,
  type Participant,
} from './leaderboard-query.ts'
import { createPrizeMails } from './prize-mails.ts'
import type { PrizeSettings } from './prize-settings.ts'
import {
  approvePrize,
  findPrize,
  lapsePrize,
  listHeldPrizes,
  listTournamentPrizes,
  listUnsentItems,
  listWonPrizes,
  markItemSent,
  type WonPrizeRow,
} from './prize-store.ts'
import { createSettlePrizes, type SettlePrizesDeps } from './settle-prizes.ts'
import {
  createTournaments,
  findTournament,
  listCurrentTournaments,
  listPreviousTournaments,
  listTournamentsToSplit,
  splitRanges,
  type TournamentRow,
} from './tournament-store.ts'

export { toPrizeSettings } from './prize-settings.ts'
export { countResultsCte, countValuesCte, joinTournamentCte } from './score-writer.ts'

export type TournamentsDeps = Omit<AwardPrizesDeps & SettlePrizesDeps, 'mails'> & {
  readonly mail: Parameters<typeof createPrizeMails>[0]['mail']
  readonly publicUrl: string
  readonly alerts: Pick<AlertsService, 'raiseAlert' | 'withdrawOtherAlerts'>
}

const emptyBoard = { data: [], participants: 0, prizes: [], fund: null, own: null }

type Viewer = Pick<SessionUser, 'id' | 'firstName' | 'lastName'> & { readonly displayName: string | null }

const weekMs = 7 * dayMs
const maxListed = 10
const maxCurrent = 3
const maxPrizes = 50
const maxTasks = 100
/** Counting within a range must stay short; dividing one must be rare. */
const maxParticipantsPerRange = 4000
const itemAlert = 'tournament.item_due'
const heldAlert = 'tournament.prize_held'

export type TournamentsService = ReturnType<typeof createTournamentsService>

export function createTournamentsService(deps: TournamentsDeps) {
  const { db, clock, live, alerts, getSettings } = deps
  const mails = createPrizeMails(deps)
  const awardPrizes = createAwardPrizes({ ...deps, mails })
  const settlePrizes = createSettlePrizes({ ...deps, mails })

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
    const settings = await getSettings()
    const board = shown === undefined ? emptyBoard : await readBoard(shown, viewer, user, settings, rows)
    const { terms, minStakes, verifyMs } = settings
    return {
      return: true,
      list: list.map((tournament) => toTournamentView(tournament, now)),
      ...board,
      terms: {
        stakes_min: toBase(minStakes),
        verify_days: verifyMs / dayMs,
        prize_max_percent: terms.isScaled ? terms.maxEdgePercent : null,
      },
      name: formatParticipantName(viewer.firstName, viewer.lastName, viewer.displayName),
      now: now.getTime(),
    }
  }

  const readBoard = async (
    tournament: TournamentRow,
    viewer: Viewer,
    user: Pick<SessionUser, 'country' | 'verification'>,
    settings: PrizeSettings,
    rows = leaderboardRows[tournament.type],
  ) => {
    const { id, type, finishedAt } = tournament
    const { terms, prizes } = settings
    const isScaled = finishedAt === null ? terms.isScaled : tournament.fund !== null
    const full = sumPrizes(prizes[type])
    const fund = finishedAt === null ? await findFund(db, tournament, settings) : (tournament.fund ?? full)
    const [best, participants, won, own] = await Promise.all([
      listParticipants(db, id, rows),
      countParticipants(db, id),
      listPrizesByUser(tournament, settings, fund),
      findProgress(tournament, viewer.id, user.verification === 'Full', settings),
    ])
    const isListed = best.some(({ userId }) => userId === viewer.id)
    const place = isListed ? null : await findPlace(db, id, viewer.id)
    const ownRow = place === null ? [] : [{ ...viewer, ...place, userId: viewer.id, country: user.country }]
    return {
      participants,
      data: [...best, ...ownRow].map((one) => toRow(type, one, won.get(one.userId) ?? null, viewer.id)),
      prizes: prizes[type].map((_, index) => toPrizeView(scalePrize(prizes[type], index + 1, fund))),
      fund: isScaled ? { present: toBase(fund), full: toBase(full) } : null,
      own,
    }
  }

  /** Of a tournament that has not finished: what they would win now. */
  const listPrizesByUser = async (
    tournament: TournamentRow,
    settings: PrizeSettings,
    fund: number,
  ): Promise<ReadonlyMap<number, Prize>> => {
    if (tournament.finishedAt === null)
      return new Map((await findWinners(db, tournament, settings, fund)).map(({ userId, prize }) => [userId, prize]))
    const rows = await listTournamentPrizes(db, tournament.id)
    return new Map(rows.map((row) => [row.userId, toPrize(row)]))
  }

  const findProgress = async (
    { id, type }: TournamentRow,
    userId: number,
    isVerified: boolean,
    { prizes, terms, minStakes }: PrizeSettings,
  ): Promise<TournamentReply['own']> => {
    const part = await findOwnPart(db, id, userId, minStakes)
    if (part === null) return null
    const candidates = await listCandidates(db, id, minStakes, prizes[type].length)
    const index = candidates.findIndex((candidate) => candidate.userId === userId)
    const target =
      index === -1 ? (candidates[prizes[type].length - 1]?.score ?? 0) : (candidates[index - 1]?.score ?? null)
    const missing = target === null || part.isBehindOwn ? 0 : target - part.score + 1
    return {
      prize_place: index === -1 ? null : index + 1,
      profit_missing: missing > 0 ? toBase(missing) : null,
      behind_own_account: part.isBehindOwn,
      stakes_missing: toBase(Math.max(0, getPrizeMinimum(minStakes).ownStakes - part.ownStakes)),
      prize_max: terms.isScaled ? toBase(computeMaxPrize(part.ownEdge, terms)) : null,
      verified: isVerified,
    }
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
    settlePrizes,

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
      for (const subject of subjects) await alerts.raiseAlert({ kind: itemAlert, subject })
      await alerts.withdrawOtherAlerts(itemAlert, 'prize:', subjects)
    },

    /** Run by a job. An alert ends when the operator has decided. */
    async alertHeldPrizes(): Promise<void> {
      const subjects = (await listHeldPrizes(db, maxTasks)).map(toSubject)
      for (const subject of subjects) await alerts.raiseAlert({ kind: heldAlert, subject })
      await alerts.withdrawOtherAlerts(heldAlert, 'prize:', subjects)
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
      (await listWonPrizes(db, userId, maxPrizes)).map(toWonPrize),

    /** Returns the name that is now shown. */
    async setDisplayName(user: SessionUser, name: string | null): Promise<string> {
      await updateDisplayName(db, user.id, name)
      return formatParticipantName(user.firstName, user.lastName, name)
    },

    operator: {
      listTournaments: (limit: number) => listPreviousTournaments(db, clock.now(), limit),
      listPrizes: (tournamentId: number) => listTournamentPrizes(db, tournamentId),
      listUnsentItems: () => listUnsentItems(db, maxTasks),
      listHeldPrizes: () => listHeldPrizes(db, maxTasks),
      findPrize: (id: string) => findPrize(db, id),

      /**
       * Returns the state of the prize after the decision, which is `lapsed` if another account of the winner has a prize. Null: it does not wait
       * for a decision.
       */
      async decidePrize(id: string, isApproved: boolean, by: Operator): Promise<WonPrize['state'] | null> {
        const at = clock.now()
        const isDone = await db.transaction().execute(async (trx) => {
          if (!(await (isApproved ? approvePrize(trx, id, at) : lapsePrize(trx, id, at)))) return false
          const after = isApproved ? 'approved' : 'refused'
          await insertAuditEntry(trx, {
            by,
            action: `tournament.prize_${after}`,
            subject: `prize:${id}`,
            before: 'held',
            after,
            at,
          })
          return true
        })
        if (!isDone) return null
        await settlePrizes()
        const prize = await findPrize(db, id)
        return prize && decidePrizeState(prize)
      },

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

function toRow(
  type: TournamentRow['type'],
  participant: Participant,
  prize: Prize | null,
  viewerId: number,
): LeaderboardRow {
  const { rank, userId, firstName, lastName, displayName, country, score } = participant
  return {
    rank,
    name: formatParticipantName(firstName, lastName, displayName),
    country,
    score: toBase(score),
    reward: prize === null ? null : formatReward(type, prize),
    prize: toPrizeView(prize),
    mine: userId === viewerId,
  }
}

function toBase(minor: number): number {
  return fromMinor(minor, baseCurrency)
}

function toPrize({ kind, amount, item }: WonPrizeRow): Prize {
  return kind === 'item' ? { kind, item: item ?? '', amount: toBase(amount) } : { kind, amount: toBase(amount) }
}

function toPrizeView(prize: Prize | null): PrizeView | null {
  return prize && { kind: prize.kind, amount: prize.amount, item: prize.kind === 'item' ? prize.item : null }
}

function toWonPrize(row: WonPrizeRow): WonPrize {
  const { tournamentId, type, endsAt, rank, score, currency, paid, required } = row
  return {
    tournamentId,
    type,
    endedAtMs: endsAt.getTime(),
    rank,
    score: toBase(score),
    prize: toPrize(row),
    state: decidePrizeState(row),
    verifyUntilMs: row.verifyUntil.getTime(),
    paid:
      paid === null || currency === null
        ? null
        : {
            amount: fromMinor(paid, currency),
            currency: currency as Currency,
            turnoverRequired: required === null ? null : fromMinor(required, currency),
          },
    wonAtMs: row.createdAt.getTime(),
    sentAtMs: row.sentAt?.getTime() ?? null,
  }
}

function decidePrizeState(row: WonPrizeRow): WonPrize['state'] {
  if (row.lapsedAt !== null) return 'lapsed'
  if (row.settledAt !== null) return row.kind !== 'item' ? 'paid' : row.sentAt === null ? 'due' : 'sent'
  if (!row.isVerified) return 'unverified'
  return row.needsApproval && row.approvedAt === null ? 'held' : 'paying'
}
