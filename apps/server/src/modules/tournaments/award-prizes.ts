import { randomUUID } from 'node:crypto'

import { computeReleaseMax } from '@tradefront/rules/deposits/quote-deposit'
import { multiplyExactly } from '@tradefront/rules/ledger/exact'
import { type Currency, toMinor } from '@tradefront/rules/ledger/money'
import { baseCurrency } from '@tradefront/rules/rates/rate-codes'
import { computeFund, decidePrize } from '@tradefront/rules/tournaments/fund'
import type { Prize } from '@tradefront/rules/tournaments/prizes'

import type { AppContext } from '../../context.ts'
import { minuteMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { raiseAlert, withdrawAlert } from '../alerts/service.ts'
import { listCurrencyRates } from '../rates/service.ts'
import { lockUser } from '../users/service.ts'
import { listCandidates } from './leaderboard-query.ts'
import { mailUnverifiedWinner } from './prize-mails.ts'
import { getPrizeSettings, listPrizes, type PrizeSettings } from './prize-settings.ts'
import { insertPrizes, type PrizeRow } from './prize-store.ts'
import {
  finishTournament,
  hasUncountedTrades,
  listUnfinishedTournaments,
  lockUnfinishedTournament,
  sumEdges,
  type TournamentRow,
} from './tournament-store.ts'

/** A winner, with the score in minor units of base currency. */
type Winner = {
  readonly rank: number
  readonly userId: number
  readonly score: number
  readonly prize: Prize
}

type LockedUser = Awaited<ReturnType<typeof lockUser>>

/** Time from the end until the scores are final: a trade of the last moment closes within a minute of its expiry. */
const delayMs = 2 * minuteMs
const maxAtOnce = 10

/**
 * Finishes tournaments that have ended and fixes their prizes, each tournament in one transaction; `settle-prizes.ts` pays them. Safe to run
 * on every server at once. A tournament waits for trades that expired before its end, for the values of those that were open, and while
 * a winner's currency has no rate, which raises an alert.
 */
export async function awardPrizes(context: AppContext): Promise<void> {
  const { db, clock, onError } = context
  const ended = await listUnfinishedTournaments(db, new Date(clock.now().getTime() - delayMs), maxAtOnce)
  for (const tournament of ended)
    try {
      await awardTournament(context, tournament)
    } catch (error) {
      onError(error)
    }
}

async function awardTournament(context: AppContext, tournament: TournamentRow): Promise<void> {
  const [settings, rates] = await Promise.all([getPrizeSettings(context), listCurrencyRates(context)])
  await context.db.transaction().execute(async (trx) => {
    if (!(await lockUnfinishedTournament(trx, tournament.id))) return
    if (await hasUncountedTrades(trx, tournament.endsAt)) return
    const fund = await findFund(trx, tournament, settings)
    const winners = await findWinners(trx, tournament, settings, fund)
    const at = context.clock.now()
    const alert = { kind: 'tournament.prizes_wait', subject: `tournament:${tournament.id}` } as const
    const locked: { readonly winner: Winner; readonly user: LockedUser; readonly rate: number }[] = []
    // Winners are locked in the order of their ids, which prevents deadlocks.
    for (const winner of winners.toSorted((one, other) => one.userId - other.userId)) {
      const user = await lockUser(trx, winner.userId)
      const rate = rates.get(user.currency)
      if (rate === undefined)
        return raiseAlert(trx, { ...alert, detail: { trader: winner.userId, currency: user.currency } }, at)
      locked.push({ winner, user, rate })
    }
    await withdrawAlert(trx, alert, at)
    await finishTournament(trx, tournament.id, at, settings.terms.isScaled ? fund : null)
    const rows: PrizeRow[] = []
    for (const { winner, user, rate } of locked) {
      const row = buildPrizeRow(tournament, winner, user.currency, rate, settings, at)
      rows.push(row)
      if (user.verification !== 'Full') await mailUnverifiedWinner(context, trx, tournament, row, user)
    }
    await insertPrizes(trx, rows)
  })
}

/** Computes what the prizes share, in minor units of base currency. For a running tournament it is what they would share now. */
export async function findFund(
  db: Db,
  tournament: Pick<TournamentRow, 'id' | 'type' | 'prizes'>,
  settings: Pick<PrizeSettings, 'prizes' | 'terms'>,
): Promise<number> {
  return computeFund(listPrizes(tournament, settings), await sumEdges(db, tournament.id), settings.terms)
}

/** Finds the winners, in the order of the places. For a running tournament they are those who would win now. */
export async function findWinners(
  db: Db,
  tournament: Pick<TournamentRow, 'id' | 'type' | 'prizes'>,
  settings: PrizeSettings,
  fund: number,
): Promise<Winner[]> {
  const { terms, minStakes } = settings
  const prizes = listPrizes(tournament, settings)
  const candidates = await listCandidates(db, tournament.id, minStakes, prizes.length)
  return candidates.flatMap(({ userId, score, ownEdge }, index) => {
    const prize = decidePrize(prizes, index + 1, fund, ownEdge, terms)
    return prize === null ? [] : [{ rank: index + 1, userId, score, prize }]
  })
}

function buildPrizeRow(
  { id }: TournamentRow,
  { rank, userId, score, prize }: Winner,
  currency: Currency,
  rate: number,
  { turnoverFactor, releaseFactor, verifyMs, approvalLimit }: PrizeSettings,
  at: Date,
): PrizeRow {
  const amount = toMinor(prize.amount, baseCurrency)
  const row = {
    id: randomUUID(),
    tournamentId: id,
    rank,
    userId,
    score,
    kind: prize.kind,
    amount,
    createdAt: at,
    verifyUntil: new Date(at.getTime() + verifyMs),
    needsApproval: prize.kind === 'cash' && amount > approvalLimit,
  }
  if (prize.kind === 'item')
    return { ...row, item: prize.item, currency: null, rate: null, paid: null, required: null, releaseMax: null }
  const paid = Math.max(1, multiplyExactly([amount, rate], 'down'))
  const bonusTerms =
    prize.kind === 'bonus'
      ? {
          required: multiplyExactly([paid, turnoverFactor], 'nearest'),
          releaseMax: computeReleaseMax(paid, releaseFactor),
        }
      : { required: null, releaseMax: null }
  return { ...row, item: null, currency, rate, paid, ...bonusTerms }
}
