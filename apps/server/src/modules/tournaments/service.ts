import { baseCurrency } from '@tradefront/rules/rates/rate-codes'
import { computeMaxPrize, getPrizeMinimum, scalePrize, sumPrizes } from '@tradefront/rules/tournaments/fund'
import { formatReward, leaderboardRows, type Prize } from '@tradefront/rules/tournaments/prizes'
import { formatParticipantName } from '@tradefront/rules/tournaments/participant-name'
import { type Currency, fromMinor } from '@tradefront/rules/ledger/money'
import type { LeaderboardRow, PrizeView, Tournament, TournamentReply, WonPrize } from '@tradefront/contract/tournaments'
import { defaultLocale } from '@tradefront/texts/locales'

import type { AppContext } from '../../context.ts'
import { dayMs } from '../../platform/clock.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import type { Operator } from '../../platform/audit.ts'
import { raiseAlert, withdrawOtherAlerts } from '../alerts/service.ts'
import { updateDisplayName } from '../users/service.ts'
import { findFund, findWinners } from './award-prizes.ts'
import {
  countParticipants,
  findOwnPart,
  findPlace,
  listCandidates,
  listParticipants,
  type Participant,
} from './leaderboard-query.ts'
import { getPrizeSettings, listPrizes, type PrizeSettings } from './prize-settings.ts'
import {
  findPrize,
  listHeldPrizeRows,
  listTournamentPrizes,
  listUnsentItemRows,
  listWonPrizes,
  updateHeldPrize,
  updateItemSent,
  type WonPrizeRow,
} from './prize-store.ts'
import { settlePrizes } from './settle-prizes.ts'
import { decideState } from './tournament-state.ts'
import {
  insertTournaments,
  findTournament,
  listCurrentTournaments,
  listPreviousTournaments,
  listTournamentsToSplit,
  splitTournamentRanges,
  type TournamentRow,
} from './tournament-store.ts'

export { countResultsCte, countValuesCte, joinTournamentCte, uncountResultCte } from './score-writer.ts'

const emptyBoard = { data: [], participants: 0, prizes: [], fund: null, own: null }

type Viewer = Pick<SessionUser, 'id' | 'firstName' | 'lastName'> & { readonly displayName: string | null }

const weekMs = 7 * dayMs
const maxListed = 10
const maxCurrent = 3
const maxPrizes = 50
const maxTasks = 100
/** A range has at most this many participants: counting within one must be short, and dividing one rare. */
const maxParticipantsPerRange = 4000
const itemAlert = 'tournament.item_due'
const heldAlert = 'tournament.prize_held'

/** Creates the tournaments of this week and the next one. */
export async function createTournaments({ clock, db }: AppContext): Promise<void> {
  const now = clock.now()
  await insertTournaments(db, now)
  await insertTournaments(db, new Date(now.getTime() + weekMs))
}

/** Divides large ranges, so that places are found fast. Run by a job. */
export async function splitRanges({ db }: AppContext): Promise<void> {
  for (const id of await listTournamentsToSplit(db, maxParticipantsPerRange))
    await splitTournamentRanges(db, id, maxParticipantsPerRange)
}

/** Raises alerts for items to send. An alert ends when the operator has sent the item. Run by a job. */
export async function alertUnsentItems({ db, clock }: AppContext): Promise<void> {
  const subjects = (await listUnsentItemRows(db, maxTasks)).map(toSubject)
  for (const subject of subjects) await raiseAlert(db, { kind: itemAlert, subject }, clock.now())
  await withdrawOtherAlerts(db, itemAlert, 'prize:', subjects, clock.now())
}

/** Raises alerts for prizes that wait for an operator. An alert ends when the operator has decided. Run by a job. */
export async function alertHeldPrizes({ db, clock }: AppContext): Promise<void> {
  const subjects = (await listHeldPrizeRows(db, maxTasks)).map(toSubject)
  for (const subject of subjects) await raiseAlert(db, { kind: heldAlert, subject }, clock.now())
  await withdrawOtherAlerts(db, heldAlert, 'prize:', subjects, clock.now())
}

export async function showCurrentTournaments(context: AppContext, user: SessionUser): Promise<TournamentReply> {
  const { db, clock } = context
  const found = await listCurrentTournaments(db, clock.now(), maxCurrent)
  if (found.length > 0) return buildReply(context, found, user)
  // The job that creates tournaments has not run yet.
  await createTournaments(context)
  return buildReply(context, await listCurrentTournaments(db, clock.now(), maxCurrent), user)
}

export async function showPreviousTournaments(context: AppContext, user: SessionUser) {
  return buildReply(context, await listPreviousTournaments(context.db, context.clock.now(), maxListed), user)
}

/** Returns a tournament. @throws AppError (404) */
export async function getTournament(
  context: AppContext,
  id: number,
  user: SessionUser,
  rows?: number,
): Promise<TournamentReply> {
  const tournament = await findTournament(context.db, id)
  if (tournament === null) throw new AppError('errors.not_found')
  return buildReply(context, [tournament], user, rows)
}

export async function listOwnPrizes({ db }: AppContext, userId: number): Promise<WonPrize[]> {
  return (await listWonPrizes(db, userId, maxPrizes)).map(toWonPrize)
}

/** Changes the name that a trader is shown by. Returns the name that is now shown. */
export async function setDisplayName({ db }: AppContext, user: SessionUser, name: string | null): Promise<string> {
  await updateDisplayName(db, user.id, name)
  return formatParticipantName(user.firstName, user.lastName, name)
}

export function listTournaments({ db, clock }: AppContext, limit: number) {
  return listPreviousTournaments(db, clock.now(), limit)
}

export function listUnsentItems({ db }: AppContext) {
  return listUnsentItemRows(db, maxTasks)
}

export function listHeldPrizes({ db }: AppContext) {
  return listHeldPrizeRows(db, maxTasks)
}

/**
 * Decides about a prize. Returns its state after that, which is `lapsed` if another account of the winner has a prize. Null: it does not
 * wait for a decision.
 */
export async function decidePrize(
  context: AppContext,
  id: string,
  isApproved: boolean,
  by: Operator,
): Promise<WonPrize['state'] | null> {
  const { clock, db } = context
  const entry = { by, subject: `prize:${id}`, before: 'held', at: clock.now() }
  const isDone = await updateHeldPrize(db, id, isApproved, {
    ...entry,
    ...(isApproved ? { action: 'prize.pay', after: 'approved' } : { action: 'prize.refuse', after: 'refused' }),
  })
  if (!isDone) return null
  await settlePrizes(context)
  const prize = await findPrize(db, id)
  return prize && decidePrizeState(prize)
}

/** Returns false if this is no item that waits. */
export async function markItemSent({ db, clock, live }: AppContext, id: string, by: Operator): Promise<boolean> {
  const entry = { by, action: 'prize.note_sent', subject: `prize:${id}`, before: 'due', after: 'sent', at: clock.now() }
  const userId = await updateItemSent(db, id, entry)
  if (userId !== null) await live.publish(userId, { type: 'refresh' })
  return userId !== null
}

async function findViewer({ db }: AppContext, { id, firstName, lastName }: SessionUser): Promise<Viewer> {
  const row = await db.selectFrom('user_accounts').select('display_name').where('id', '=', id).executeTakeFirst()
  return { id, firstName, lastName, displayName: row?.display_name ?? null }
}

async function buildReply(
  context: AppContext,
  list: readonly TournamentRow[],
  user: SessionUser,
  rows?: number,
): Promise<TournamentReply> {
  const [shown] = list
  const now = context.clock.now()
  const viewer = await findViewer(context, user)
  const settings = await getPrizeSettings(context)
  const board = shown === undefined ? emptyBoard : await readBoard(context, shown, viewer, user, settings, rows)
  const { terms, minStakes, verifyMs } = settings
  return {
    return: true,
    list: list.map((tournament) => toTournamentView(tournament, now, user.language)),
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

async function readBoard(
  context: AppContext,
  tournament: TournamentRow,
  viewer: Viewer,
  user: Pick<SessionUser, 'country' | 'verification'>,
  settings: PrizeSettings,
  rows = leaderboardRows[tournament.type],
) {
  const { db } = context
  const { id, type, finishedAt, cancelWords } = tournament
  const { terms } = settings
  // No prizes of a cancelled tournament are won.
  const prizes = cancelWords === null ? listPrizes(tournament, settings) : []
  const isScaled = finishedAt === null ? terms.isScaled : tournament.fund !== null
  const full = sumPrizes(prizes)
  const fund = finishedAt === null ? await findFund(db, tournament, settings) : (tournament.fund ?? full)
  const [best, participants, won, own] = await Promise.all([
    listParticipants(db, id, rows),
    countParticipants(db, id),
    listPrizesByUser(context, tournament, settings, fund),
    findProgress(context, tournament, viewer.id, user.verification === 'Full', settings),
  ])
  const isListed = best.some(({ userId }) => userId === viewer.id)
  const place = isListed ? null : await findPlace(db, id, viewer.id)
  const ownRow = place === null ? [] : [{ ...viewer, ...place, userId: viewer.id, country: user.country }]
  return {
    participants,
    data: [...best, ...ownRow].map((one) => toRow(type, one, won.get(one.userId) ?? null, viewer.id)),
    prizes: prizes.map((_, index) => toPrizeView(scalePrize(prizes, index + 1, fund))),
    fund: isScaled && cancelWords === null ? { present: toBase(fund), full: toBase(full) } : null,
    own,
  }
}

/** Lists prizes by trader. For a tournament that has not finished, they are what traders would win now. */
async function listPrizesByUser(
  { db }: AppContext,
  tournament: TournamentRow,
  settings: PrizeSettings,
  fund: number,
): Promise<ReadonlyMap<number, Prize>> {
  if (tournament.cancelWords !== null) return new Map()
  if (tournament.finishedAt === null)
    return new Map((await findWinners(db, tournament, settings, fund)).map(({ userId, prize }) => [userId, prize]))
  const rows = await listTournamentPrizes(db, tournament.id)
  return new Map(rows.map((row) => [row.userId, toPrize(row)]))
}

async function findProgress(
  { db }: AppContext,
  tournament: TournamentRow,
  userId: number,
  isVerified: boolean,
  settings: PrizeSettings,
): Promise<TournamentReply['own']> {
  const { id } = tournament
  const { terms, minStakes } = settings
  const prizes = listPrizes(tournament, settings)
  const part = await findOwnPart(db, id, userId, minStakes)
  if (part === null) return null
  const candidates = await listCandidates(db, id, minStakes, prizes.length)
  const index = candidates.findIndex((candidate) => candidate.userId === userId)
  const target = index === -1 ? (candidates[prizes.length - 1]?.score ?? 0) : (candidates[index - 1]?.score ?? null)
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

function toSubject({ tournamentId, rank }: { readonly tournamentId: number; readonly rank: number }): string {
  return `prize:${tournamentId}/${rank}`
}

function toTournamentView(tournament: TournamentRow, now: Date, language: string): Tournament {
  const { id, type, startsAt, endsAt, cancelWords } = tournament
  return {
    id,
    type,
    date_start: startsAt.getTime(),
    date_end: endsAt.getTime(),
    state: decideState(tournament, now),
    cancel_words: cancelWords?.[language] ?? cancelWords?.[defaultLocale] ?? null,
  }
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
