import type { Currency } from '@tradefront/rules/ledger/money'
import type { Direction, TradeRefusal, TradeState } from '@tradefront/rules/trading/options'
import { countOwnCash } from '@tradefront/rules/trading/own-cash'
import { sql, type SqlBool } from 'kysely'

import { anyOf } from '../../platform/database/batch.ts'
import type { Db } from '../../platform/database/database.ts'
import { countTurnoverCte, postEntriesCte, postEntryCte } from '../ledger/service.ts'
import { bindLossReturnCte, endLossReturns } from './loss-return-store.ts'
import { countResultsCte, countValuesCte, joinTournamentCte } from '../tournaments/service.ts'
import { buildClosingEntry, buildPurchaseEntry, buildTurnover } from './trade-entries.ts'
import type { NewTrade, Trade, TradeEnd, TradeSale } from './trade.ts'

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

/** `value` is what a trade is worth at a boundary of tournaments, in minor units. Null: there was no price. */
export type TradeValue = { readonly trade: Trade; readonly at: Date; readonly value: number | null }

/** No trade is open for longer. Lists of closed trades use it to search by the opening, which has the index. */
const longestTrade = sql`interval '1 day 2 minutes'`

/** Condition without a parameter: with one, the indexes of open trades would not be used. */
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

/** Inserts a trade with its ledger entry. @throws a database error for too little money, or a house that could lose more than its limit */
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
    ...{ id, userId, isPractice, symbol, direction, currency, stake, bonusStake, payoutPercent, digits },
    ...{
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
    },
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

/** Condition on a trade `t`. */
const countsInTournaments = sql`not t.practice`

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

/**
 * Finds, by trade, the account with an open trade on the same symbol in the other direction at the same time: the trader's own, or a linked
 * account, which is named first.
 */
async function findOppositeUsers(
  trx: Db,
  list: readonly { readonly trade: Trade; readonly until: Date }[],
): Promise<ReadonlyMap<string, number>> {
  const real = list.flatMap(({ trade: { id, userId, isPractice, symbol, direction, openedAt }, until }) =>
    isPractice ? [] : [{ id, userId, symbol, other: direction === 'up' ? 'down' : 'up', openedAt, until }],
  )
  if (real.length === 0) return new Map()
  const { rows } = await sql<{ id: string; userId: number }>`
    select t.id,
           coalesce(max(a.user_id) filter (where a.user_id <> t."userId"), t."userId") as "userId"
      from jsonb_to_recordset(${JSON.stringify(real)}::jsonb)
             as t(id uuid, "userId" bigint, symbol text, other text, "openedAt" timestamptz, until timestamptz)
     cross join lateral (
             select t."userId" as user_id union select l.linked_id from linked_users l where l.user_id = t."userId") a
     where exists (
             select from trades o
              where o.user_id = a.user_id and o.state = 'open' and o.symbol = t.symbol and o.direction = t.other and not o.practice
                and o.opened_at < t.until)
        or exists (
             select from trades o
              where o.user_id = a.user_id and o.state not in ('open', 'refused') and o.symbol = t.symbol and o.direction = t.other and not o.practice
                and o.opened_at < t.until and o.closed_at > t."openedAt")
     group by t.id, t."userId"`.execute(trx)
  return new Map(rows.map(({ id, userId }) => [id, userId]))
}

/** An account whose trades were opposite to those of a trader, in minor units of the trader's currency. */
export type OppositeAccount = { readonly userId: number; readonly trades: number; readonly stake: number }

/** How many related accounts the review of a withdrawal looks at. */
const maxRelated = 1000

/**
 * Accounts of perhaps the same person with trades that are opposite to those of the trader: together they could have traded without risk.
 * Turnover and scores are fixed when a trade closes. This also follows the marks of the present, proved or not: anyone who wants the money must show
 * the account that it goes to. A trade counts once: for the account that was fixed, else for the one whose trade against it was open last.
 * @param since of a review. Trades that were closed before it count only against accounts that share their first mark since then. Null: all
 */
export async function listOppositeAccounts(db: Db, userId: number, since: Date | null): Promise<OppositeAccount[]> {
  const from = sql`coalesce(${since}::timestamptz, '-infinity')`
  // Sorted once: comparing each trade with each other one takes minutes for busy traders.
  const { rows } = await sql<OppositeAccount>`
    with related as (
      select related_id as id, min(since) > ${from} as is_new from related_users where user_id = ${userId}
       group by 1 order by 1 limit ${maxRelated}
    ),
    first_trade as (select case when exists (select from related where is_new) then '-infinity' else ${from} end as closed_after),
    event as (
      select t.symbol, t.direction, t.closed_at as at, t.id, t.opened_at, t.stake, nullif(t.opposite_user_id, t.user_id) as fixed_id,
             null::double precision[] as end_and_user, false as is_new
        from trades t
       where t.user_id = ${userId} and not t.practice and t.state <> 'refused' and t.closed_at > (select closed_after from first_trade)
         and t.opened_at > (select closed_after - ${longestTrade} from first_trade)
      union all
      select o.symbol, case o.direction when 'up' then 'down' else 'up' end, o.opened_at, null, null, null, null,
             array[extract(epoch from coalesce(o.closed_at, 'infinity')), o.user_id], r.is_new
        from related r
        join trades o on o.user_id = r.id and not o.practice and o.state <> 'refused'
         and o.opened_at > case when r.is_new then '-infinity' else ${from} - 2 * ${longestTrade} end
    ),
    -- Of all trades that were opened before the end of this one, the one that was open last; of all accounts, and of new ones.
    compared as (
      select *, max(end_and_user) over before as latest, max(end_and_user) filter (where is_new) over before as latest_new
        from event window before as (partition by symbol, direction order by at, id is null rows unbounded preceding)
    ),
    opposite as (
      select stake, case when at > ${from} then coalesce(fixed_id, case when latest[1] > extract(epoch from opened_at) then latest[2] end)
                         when latest_new[1] > extract(epoch from opened_at) and fixed_id is null then latest_new[2] end::bigint as user_id
        from compared where id is not null
    )
    select user_id as "userId", count(*)::integer as trades, sum(stake)::bigint as stake
      from opposite where user_id is not null group by 1 order by 1`.execute(db)
  return rows
}

/** Returns the own cash that counts, and the edge on it. */
function countOwnStake(trade: Trade, { state }: TradeEnd, isOpposite: boolean, ownEdge: number) {
  const ownStake = countOwnCash(trade, state, isOpposite)
  return { ownStake, ownEdge: ownStake > 0 ? ownEdge : 0 }
}

/** Lists open real trades that were bought before a boundary of tournaments and have no value there yet. */
export function listUnvaluedTrades(db: Db, at: Date, limit: number): Promise<Trade[]> {
  return selectTrades(db)
    .where(isOpen)
    .where('practice', '=', false)
    .where('open_points', 'is not', null)
    .where('opened_at', '<', at)
    .where(
      sql<SqlBool>`not exists (select from trade_values v where v.trade_id = trades.id and v.at = ${at}::timestamptz)`,
    )
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Inserts values with what the trades have gained or lost so far. The transaction must have locked the trades and their users. */
export async function insertTradeValues(trx: Db, values: readonly TradeValue[]): Promise<void> {
  if (values.length === 0) return
  const opposite = await findOppositeUsers(
    trx,
    values.map(({ trade, at }) => ({ trade, until: at })),
  )
  const rows = values.map(({ trade: { id }, at, value }) => ({ id, at, value, isOpposite: opposite.has(id) }))
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as v(id uuid, at timestamptz, value bigint, "isOpposite" boolean)
    ),
    ${countValuesCte(sql`
      select t.id, t.user_id, t.symbol, v.at, t.rate, t.stake, v.value, v."isOpposite"
        from given v join trades t on t.id = v.id where ${countsInTournaments}`)}
    select from counted_values`.execute(trx)
}

/** Finds the trades that have no value at the boundary that they have crossed. */
export async function findMissingValues(
  trx: Db,
  crossed: readonly { readonly id: string; readonly at: Date }[],
): Promise<ReadonlySet<string>> {
  if (crossed.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select c.id from jsonb_to_recordset(${JSON.stringify(crossed)}::jsonb) as c(id uuid, at timestamptz)
     where not exists (select from trade_values v where v.trade_id = c.id and v.at = c.at)`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

/** Lists ended trades of simulated prices, by id. */
export function listSimulatedTrades(db: Db, afterId: string, closedFrom: Date, limit: number): Promise<Trade[]> {
  return selectTrades(db)
    .where('id', '>', afterId)
    .where('simulated', '=', true)
    .where('closed_at', '>=', closedFrom)
    .orderBy('id')
    .limit(limit)
    .execute()
}
