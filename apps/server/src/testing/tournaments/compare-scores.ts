import { symbols } from '@tradefront/rules/trading/symbols'
import { sql } from 'kysely'

import { countParticipants, findPlace } from '../../modules/tournaments/leaderboard-query.ts'
import { dayMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'

type TradeRow = {
  readonly userId: number
  readonly symbol: string
  /** At the beginnings and ends of tournaments that the trade has crossed, in order. */
  readonly values: readonly { readonly at: string; readonly value: number; readonly opposite: boolean }[]
  readonly state: string
  readonly stake: number
  readonly bonusStake: number
  readonly rate: number
  readonly openedAt: Date
  readonly closedAt: Date | null
  readonly returned: number | null
  readonly isOpposite: boolean
}

type Score = { readonly userId: number; readonly score: number; readonly reachedAt: number }

const hourMs = 3_600_000
const firstMonday = Date.parse('2001-01-01T00:00:00Z')
const cryptoNames = new Set(symbols.filter(({ kind }) => kind === 'crypto').map(({ name }) => name))

/** Null: no tournament runs, or the symbol does not count in it. */
function findPeriod(symbol: string, at: Date): string | null {
  const weekStart = at.getTime() - ((at.getTime() - firstMonday) % (7 * dayMs))
  const hours = (at.getTime() - weekStart) / hourMs
  if (hours < 4 * 24 + 21) return `weekly ${new Date(weekStart).toISOString()}`
  if (hours >= 6 * 24 + 21 || !cryptoNames.has(symbol)) return null
  return `weekend ${new Date(weekStart + (4 * 24 + 21) * hourMs).toISOString()}`
}

/**
 * Computes the scores of these users, or all, again from their trades, and compares scores, places and numbers of participants. Returns
 * the differences.
 */
export async function compareScores(db: Db, userIds: readonly number[] | null = null): Promise<string[]> {
  const differences: string[] = []
  const must = (what: string, stored: unknown, computed: unknown) => {
    const [one, other] = [JSON.stringify(stored), JSON.stringify(computed)]
    if (one !== other) differences.push(`${what}: ${one} instead of ${other}`)
  }
  const computed = computeScores(await readTrades(db, userIds))
  const { rows: tournaments } = await sql<{ id: number; period: string }>`
    select id, type || ' ' || to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as period
      from tournaments`.execute(db)
  for (const [period, expected] of computed) {
    const tournament = tournaments.find((each) => each.period === period)
    if (tournament === undefined) {
      differences.push(`${period} is missing`)
      continue
    }
    const all = await readScores(db, tournament.id)
    const stored = all.filter(({ userId }) => userIds === null || userIds.includes(userId))
    must(
      period,
      stored.map(({ rank: _rank, ...score }) => score),
      sortScores(expected),
    )
    for (const { userId, rank } of stored)
      must(`${period}, place of ${userId}`, (await findPlace(db, tournament.id, userId))?.rank, rank)
    must(`${period}, participants`, await countParticipants(db, tournament.id), all.length)
  }
  return differences
}

async function readScores(db: Db, tournamentId: number): Promise<(Score & { readonly rank: number })[]> {
  const { rows } = await sql<{ userId: number; score: number; reachedAt: Date; rank: number }>`
    select user_id as "userId", score, reached_at as "reachedAt",
           row_number() over (order by score desc, reached_at, user_id)::integer as rank
      from tournament_scores where tournament_id = ${tournamentId} order by rank`.execute(db)
  return rows.map(({ userId, score, reachedAt, rank }) => ({ userId, score, reachedAt: reachedAt.getTime(), rank }))
}

async function readTrades(db: Db, userIds: readonly number[] | null): Promise<TradeRow[]> {
  const { rows } = await sql<TradeRow>`
    select user_id as "userId", symbol, state, stake, bonus_stake as "bonusStake", rate::float as rate, opened_at as "openedAt", closed_at as "closedAt", returned,
           is_opposite as "isOpposite",
           coalesce((select jsonb_agg(jsonb_build_object('at', v.at, 'value', v.value, 'opposite', v.opposite) order by v.at)
                       from tournament_trade_values v where v.trade_id = trades.id), '[]') as values
      from trades where not practice and (${userIds}::bigint[] is null or user_id = any(${userIds}::bigint[]))`.execute(
    db,
  )
  return rows
}

function computeScores(trades: readonly TradeRow[]): Map<string, Score[]> {
  const opened = new Map<string, number>()
  const results = new Map<string, { score: number; reachedAt: number }>()
  const add = (key: string, profit: number, rate: number, atMs: number): void => {
    const before = results.get(key) ?? { score: 0, reachedAt: 0 }
    results.set(key, {
      score: before.score + Math.sign(profit) * Math.round(Math.abs(profit) / rate),
      reachedAt: Math.max(before.reachedAt, atMs),
    })
  }
  for (const trade of trades) {
    const { userId, symbol, values, state, stake, bonusStake, rate, openedAt, closedAt, returned, isOpposite } = trade
    const joined = findPeriod(symbol, openedAt)
    if (joined !== null) {
      const key = `${joined}/${userId}`
      opened.set(key, Math.min(opened.get(key) ?? Infinity, openedAt.getTime()))
    }
    let basis = stake
    for (const { at, value, opposite } of values) {
      const endedMs = Date.parse(at) - 1
      const period = findPeriod(symbol, new Date(endedMs))
      const gain = countGain(value - basis, opposite)
      if (period !== null && gain !== 0) add(`${period}/${userId}`, gain, rate, endedMs)
      basis = value
    }
    const ended = closedAt === null ? null : findPeriod(symbol, closedAt)
    if (ended === null || closedAt === null || returned === null) continue
    const gain = countGain(returned - basis, isOpposite)
    if (gain !== 0 || (state !== 'tie' && state !== 'void' && !isOpposite && stake > bonusStake))
      add(`${ended}/${userId}`, gain, rate, closedAt.getTime())
  }
  const scores = new Map<string, Score[]>()
  for (const key of new Set([...opened.keys(), ...results.keys()])) {
    const [period = '', userId] = key.split('/')
    const made = results.get(key) ?? { score: 0, reachedAt: opened.get(key) ?? 0 }
    scores.set(period, [...(scores.get(period) ?? []), { userId: Number(userId), ...made }])
  }
  return scores
}

/** Of opposite trades only losses count. */
function countGain(gain: number, isOpposite: boolean): number {
  return isOpposite ? Math.min(gain, 0) : gain
}

function sortScores(scores: readonly Score[]): Score[] {
  return scores.toSorted(
    (one, other) => other.score - one.score || one.reachedAt - other.reachedAt || one.userId - other.userId,
  )
}
