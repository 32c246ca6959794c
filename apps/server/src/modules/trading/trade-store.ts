import type { Currency } from '@tradefront/rules/ledger/money'
import type { Direction, TradeRefusal, TradeState } from '@tradefront/rules/trading/options'
import { countOwnCash } from '@tradefront/rules/trading/own-cash'
import { sql, type SqlBool } from 'kysely'

import { anyOf } from '../../platform/database/batch.ts'
import type { Db } from '../../platform/database/database.ts'
import { countTurnoverCte, postEntriesCte, postEntryCte } from '../ledger/service.ts'
import { bindLossReturnCte, endLossReturns } from './loss-return-store.ts'
import { countResultsCte, joinTournamentCte } from '../tournaments/service.ts'
import { findOppositeUsers, longestTrade } from './opposite-trades-query.ts'
import { buildClosingEntry, buildPurchaseEntry, buildTurnover } from './trade-entries.ts'
import type { NewTrade, Trade, TradeEnd, TradeSale, VoidWords } from './trade.ts'

/** Facts that decide about a purchase, in minor units of the account's currency. */
export type PurchaseFacts = {
  readonly cash: number
  readonly bonus: number
  readonly practice: number
  /** Sum of the stakes in the trader's open trades, with practice money or with real money. */
  readonly openStakes: number
  readonly symbolStakes: number
  readonly openCount: number
  readonly depositTotal: number
  /** Number of trades of the account. */
  readonly tradeCount: number
}

export type DueTrade = Pick<Trade, 'id' | 'userId' | 'symbol' | 'openedAt' | 'expiresAt'>

/** `ownEdge` is the house edge on the own-cash part of the stake, in minor units of the trade's currency. */
export type ClosingTrade = { readonly trade: Trade; readonly end: TradeEnd; readonly ownEdge: number }

/** Not as a parameter: the indexes of open trades would not be used. */
export const isOpen = sql<SqlBool>`state = 'open'`

export const selectTrades = (db: Db) =>
  db
    .selectFrom('trades')
    .select(['id', 'user_id as userId', 'practice as isPractice', 'symbol', 'direction', 'currency', 'stake'])
    .select([
      'bonus_stake as bonusStake',
      'payout_percent as payoutPercent',
      'simulated as isSimulated',
      'digits',
      'open_points as openPoints',
    ])
    .select(sql<number | null>`coalesce(strike_points, open_points)`.as('strikePoints'))
    .select(['quoted_at as quotedAt', 'arrived_at as arrivedAt', 'entry_round as entryRound', 'opened_at as openedAt'])
    .select(['expires_at as expiresAt', 'state', 'refusal'])
    .select(
      sql<TradeSale | null>`(
        select jsonb_build_object('atMs', extract(epoch from s.sale_at) * 1000, 'least', s.least, 'state', s.state,
                                  'refusal', s.refusal, 'value', s.value)
          from trade_sales s where s.trade_id = trades.id order by s.sale_at desc limit 1)`.as('sale'),
    )
    .select(['close_points as closePoints', 'closed_at as closedAt', 'returned'])
    .select(
      sql<VoidWords | null>`case when trades.voided_at is not null then (select v.words from trade_voids v where v.trade_id = trades.id) end`.as(
        'voidWords',
      ),
    )
    .$narrowType<{ direction: Direction; currency: Currency; state: TradeState; refusal: TradeRefusal | null }>()

/** Returns null if this trader has no such trade. */
export async function findTrade(
  db: Db,
  userId: number,
  id: string,
): Promise<{ readonly trade: Trade; readonly requestHash: Buffer } | null> {
  const row = await selectTrades(db)
    .select('request_hash as requestHash')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (row === undefined) return null
  const { requestHash, ...trade } = row
  return { trade, requestHash }
}

/** The owner of trades: a trader's practice money, or real money. */
export type TradeOwner = { readonly id: number; readonly isPractice: boolean }

/** Lists open trades; those that expire first come first. */
export function listOpenTrades(db: Db, { id, isPractice }: TradeOwner): Promise<Trade[]> {
  return selectTrades(db)
    .where('user_id', '=', id)
    .where('practice', '=', isPractice)
    .where(isOpen)
    .orderBy('expires_at')
    .orderBy('id')
    .execute()
}

/** Lists closed trades, the latest bought first. */
export function listClosedTrades(db: Db, { id, isPractice }: TradeOwner, since: Date, limit: number): Promise<Trade[]> {
  return selectTrades(db)
    .where('user_id', '=', id)
    .where('practice', '=', isPractice)
    .where('opened_at', '>', sql<Date>`${since}::timestamptz - ${longestTrade}`)
    .where('closed_at', '>=', since)
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Finds the facts. The transaction must have locked the user. */
export async function findPurchaseFacts(
  trx: Db,
  user: { readonly id: number; readonly isPractice: boolean; readonly currency: Currency },
  symbol: string,
): Promise<PurchaseFacts> {
  const { rows } = await sql<PurchaseFacts>`
    select coalesce(b.cash, 0) as cash, coalesce(b.bonus, 0) as bonus, coalesce(b.practice, 0) as practice,
           t.stakes as "openStakes", t.symbol_stakes as "symbolStakes", t.count as "openCount",
           coalesce((select total from deposit_totals where user_id = ${user.id} and currency = ${user.currency}), 0)
             as "depositTotal",
           coalesce((select count from trade_counts where user_id = ${user.id} and practice = ${user.isPractice}), 0) as "tradeCount"
      from (select coalesce(sum(stake), 0)::bigint as stakes,
                   coalesce(sum(stake) filter (where symbol = ${symbol}), 0)::bigint as symbol_stakes, count(*)::integer as count
              from trades where user_id = ${user.id} and practice = ${user.isPractice} and state = 'open') t
      left join account_balances b on b.user_id = ${user.id} and b.currency = ${user.currency}`.execute(trx)
  const [row] = rows
  if (row === undefined) throw new Error('invariant: an aggregate returns a row')
  return row
}

/** Facts that decide whether an account is blocked, in minor units. */
export async function findTradingRecord(
  db: Db,
  user: { readonly id: number; readonly currency: Currency },
): Promise<Pick<PurchaseFacts, 'depositTotal' | 'tradeCount'>> {
  const { rows } = await sql<Pick<PurchaseFacts, 'depositTotal' | 'tradeCount'>>`
    select coalesce((select total from deposit_totals where user_id = ${user.id} and currency = ${user.currency}), 0)
             as "depositTotal",
           coalesce((select count from trade_counts where user_id = ${user.id} and not practice), 0) as "tradeCount"`.execute(
    db,
  )
  return rows[0] ?? { depositTotal: 0, tradeCount: 0 }
}

/**
 * Inserts a trade with its ledger entry. The row comes from `joined_tournament` (`tournaments/score-writer.ts`), which always has one. The
 * trigger of `sql/trades-opened.sql` adds what the house can lose. @throws a database error for too little money, or a house that could
 * lose more than its limit
 */
export async function insertTrade(trx: Db, trade: NewTrade): Promise<Trade> {
  const { id, userId, isPractice, symbol, direction, currency, stake, bonusStake, payoutPercent, digits } = trade
  const { isSimulated, openPoints, strikePoints, quotedAt, arrivedAt, entryRound, openedAt, expiresAt } = trade
  await sql`
    with ${postEntryCte(buildPurchaseEntry(trade, openedAt))},
    ${joinTournamentCte({ userId, symbol, at: openedAt }, !isPractice)},
    ${bindLossReturnCte(trade)}
    insert into trades (id, user_id, practice, symbol, direction, currency, stake, bonus_stake, payout_percent, rate, house_loss_max,
                        simulated, digits, open_points, strike_points, quoted_at, arrived_at, entry_round, least_payout_percent,
                        opened_at, expires_at, request_hash, state)
    select ${id}::uuid, ${userId}::bigint, ${isPractice}::boolean, ${symbol}, ${direction}, ${currency}, ${stake}::bigint,
            ${bonusStake}::bigint, ${payoutPercent}::numeric,
            ${trade.rate}::numeric, ${trade.houseLossMax}::bigint, ${isSimulated}::boolean, ${digits}::smallint,
            ${openPoints}::bigint, ${trade.isLadder ? strikePoints : null}::bigint, ${quotedAt}::timestamptz,
            ${arrivedAt}::timestamptz, ${entryRound}::bigint, ${trade.leastPayoutPercent}::smallint, ${openedAt}::timestamptz, ${expiresAt}::timestamptz, ${trade.requestHash}::bytea, 'open'
      from joined_tournament`.execute(trx)
  return {
    id,
    userId,
    isPractice,
    symbol,
    direction,
    currency,
    stake,
    bonusStake,
    payoutPercent,
    digits,
    isSimulated,
    openPoints,
    strikePoints,
    quotedAt,
    arrivedAt,
    entryRound,
    openedAt,
    expiresAt,
    state: 'open',
    refusal: null,
    sale: null,
    closePoints: null,
    closedAt: null,
    returned: null,
    voidWords: null,
  }
}

/** A trade that waits for its opening price. `leastPayoutPercent`: as in `NewTrade`. */
export type WaitingTrade = { readonly trade: Trade; readonly leastPayoutPercent: number | null }

/** Lists trades whose epoch has begun, in its order. */
export async function listWaitingTrades(db: Db, now: Date, limit: number): Promise<WaitingTrade[]> {
  const rows = await selectTrades(db)
    .select('least_payout_percent as leastPayoutPercent')
    .where(isOpen)
    .where('open_points', 'is', null)
    .where('opened_at', '<=', now)
    .orderBy('opened_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ leastPayoutPercent, ...trade }) => ({ trade, leastPayoutPercent }))
}

/** The opening price of a waiting trade, and its payout at that price. */
export type TradeOpening = { readonly id: string; readonly openPoints: number; readonly payoutPercent: number }

/**
 * Gives waiting trades their opening prices, of the time at which they start. Returns those that still waited.
 * @throws a database error for a house that could lose more than its limit
 */
export async function fillTrades(trx: Db, openings: readonly TradeOpening[]): Promise<Trade[]> {
  if (openings.length === 0) return []
  const ids = openings.map(({ id }) => id)
  await sql`
    with waiting as (
      select id from trades where id = ${anyOf(ids, 'uuid')} and state = 'open' and open_points is null order by id for no key update
    )
    update trades t set open_points = o."openPoints", quoted_at = t.opened_at, payout_percent = o."payoutPercent"
      from jsonb_to_recordset(${JSON.stringify(openings)}::jsonb) as o(id uuid, "openPoints" bigint, "payoutPercent" smallint)
      join waiting w on w.id = o.id
     where t.id = w.id`.execute(trx)
  return selectTrades(trx).where('id', '=', anyOf(ids, 'uuid')).where('open_points', 'is not', null).execute()
}

/**
 * Lists due trades in the order of their expiry; those of a trader together, so that one piece changes few balances. @param after the last
 * one of the piece before
 */
export function listDueTrades(db: Db, now: Date, after: DueTrade | null, limit: number): Promise<DueTrade[]> {
  return db
    .selectFrom('trades')
    .select(['id', 'user_id as userId', 'symbol', 'opened_at as openedAt', 'expires_at as expiresAt'])
    .where(isOpen)
    .where('open_points', 'is not', null)
    .where('expires_at', '<=', now)
    .$if(after !== null, (query) =>
      query.where(
        sql<SqlBool>`(expires_at, user_id, id) > (${after?.expiresAt}::timestamptz, ${after?.userId}::bigint, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('expires_at')
    .orderBy('user_id')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Finds the first expiry of all open trades. Returns null if there are none. */
export async function findFirstExpiry(db: Db): Promise<Date | null> {
  const first = await db
    .selectFrom('trades')
    .select('expires_at')
    .where(isOpen)
    .orderBy('expires_at')
    .limit(1)
    .executeTakeFirst()
  return first?.expires_at ?? null
}

/** Locks the trades that are open and that no other transaction is about to close. */
export function lockOpenTrades(trx: Db, ids: readonly string[]): Promise<Trade[]> {
  return selectTrades(trx)
    .where('id', '=', anyOf(ids, 'uuid'))
    .where(isOpen)
    .orderBy('id')
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
}

/** `t` is the trade. */
export const countsInTournaments = sql`not t.practice`

/**
 * Closes trades with their ledger entries, turnover and scores, in one statement. The transaction must have locked the trades and their
 * users, and trades that cross a boundary of tournaments must have been valued there.
 */
export async function closeTrades(trx: Db, closing: readonly ClosingTrade[], at: Date): Promise<Trade[]> {
  if (closing.length === 0) return []
  const ids = closing.map(({ trade }) => trade.id)
  const opposite = await findOppositeUsers(
    trx,
    closing.map(({ trade, end }) => ({ trade, until: end.closedAt })),
  )
  const ends = closing.map(({ trade, end, ownEdge }) => ({
    id: trade.id,
    ...end,
    oppositeUserId: opposite.get(trade.id) ?? null,
    ...countOwnStake(trade, end, opposite.has(trade.id), ownEdge),
  }))
  const lossReturns = await endLossReturns(trx, closing, opposite, at)
  const entries = [
    ...closing.flatMap(({ trade, end }) => buildClosingEntry(trade, end, at) ?? []),
    ...lossReturns.entries,
  ]
  const turnovers = closing.flatMap(({ trade, end }) => buildTurnover(trade, end, opposite.has(trade.id), at) ?? [])
  await sql`
    with ended as (
      select * from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb)
        as e(id uuid, state text, refusal text, "closePoints" bigint, "closedAt" timestamptz, returned bigint, "oppositeUserId" bigint,
             "ownStake" bigint, "ownEdge" bigint)
    ),
    ${countTurnoverCte(sql`select value from jsonb_array_elements(${JSON.stringify(turnovers)}::jsonb)`)},
    ${postEntriesCte(sql`
      select value from jsonb_array_elements(${JSON.stringify(entries)}::jsonb) union all select entry from bonus_entries`)},
    ${countResultsCte(sql`
      select t.id, t.user_id, t.symbol, e."closedAt", t.rate, t.stake, e.returned, e."oppositeUserId" is not null, e."ownStake", e."ownEdge"
        from ended e join trades t on t.id = e.id where ${countsInTournaments}`)},
    ${lossReturns.cte}
    update trades t set state = e.state, refusal = e.refusal, close_points = e."closePoints", closed_at = e."closedAt", returned = e.returned,
           opposite_user_id = e."oppositeUserId"
      from ended e, counted_results
     where t.id = e.id and t.id = ${anyOf(ids, 'uuid')} and t.state = 'open'`.execute(trx)
  return closing.map(({ trade, end }) => ({ ...trade, ...end }))
}

/** The edge on own cash that counts. */
function countOwnStake(trade: Trade, { state }: TradeEnd, isOpposite: boolean, ownEdge: number) {
  const ownStake = countOwnCash(trade, state, isOpposite)
  return { ownStake, ownEdge: ownStake > 0 ? ownEdge : 0 }
}

/** Ended trades of simulated prices, by id. */
export function listSimulatedTrades(db: Db, afterId: string, closedFrom: Date, limit: number): Promise<Trade[]> {
  return selectTrades(db)
    .where('id', '>', afterId)
    .where('simulated', '=', true)
    .where('closed_at', '>=', closedFrom)
    .orderBy('id')
    .limit(limit)
    .execute()
}
