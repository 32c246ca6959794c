import type { Currency } from '@tradefront/rules/ledger/money'
import type { Direction, TradeState } from '@tradefront/rules/trading/options'
import { sql, type SqlBool } from 'kysely'

import { anyOf } from '../../platform/database/batch.ts'
import type { Db } from '../../platform/database/database.ts'
import { countTurnoverCte, postEntriesCte, postEntryCte } from '../ledger/service.ts'
import { buildClosingEntry, buildPurchaseEntry, buildTurnover } from './trade-entries.ts'
import type { NewTrade, Trade, TradeEnd } from './trade.ts'

/** Facts that decide about a purchase. Minor units of the account's currency. */
export type PurchaseFacts = {
  readonly cash: number
  readonly bonus: number
  readonly practice: number
  /** Stakes of the trader's open trades. */
  readonly openStakes: number
  readonly symbolStakes: number
  readonly openCount: number
  readonly depositTotal: number
  readonly tradeCount: number
}

export type DueTrade = Pick<Trade, 'id' | 'symbol' | 'expiresAt'>

export type ClosingTrade = { readonly trade: Trade; readonly end: TradeEnd }

/** No trade is open for longer. Lists of closed trades use it to search by the opening, which has the index. */
const longestTrade = sql`interval '1 day 2 minutes'`

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
    .select(sql<number>`coalesce(strike_points, open_points)`.as('strikePoints'))
    .select(['quoted_at as quotedAt', 'opened_at as openedAt', 'expires_at as expiresAt', 'state'])
    .select(['close_points as closePoints', 'closed_at as closedAt', 'returned'])
    .$narrowType<{ direction: Direction; currency: Currency; state: TradeState }>()

/** Null: this trader has no such trade. */
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

/** A trader's trades with practice money, or with real money. */
export type TradeOwner = { readonly id: number; readonly practice: boolean }

/** Those that expire first come first. */
export function listOpenTrades(db: Db, { id, practice }: TradeOwner): Promise<Trade[]> {
  return selectTrades(db)
    .where('user_id', '=', id)
    .where('practice', '=', practice)
    .where(isOpen)
    .orderBy('expires_at')
    .orderBy('id')
    .execute()
}

/** The latest bought first. */
export function listClosedTrades(db: Db, { id, practice }: TradeOwner, since: Date, limit: number): Promise<Trade[]> {
  return selectTrades(db)
    .where('user_id', '=', id)
    .where('practice', '=', practice)
    .where('opened_at', '>', sql<Date>`${since}::timestamptz - ${longestTrade}`)
    .where('closed_at', '>=', since)
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The transaction must have locked the user. */
export async function findPurchaseFacts(
  trx: Db,
  user: { readonly id: number; readonly currency: Currency },
  symbol: string,
): Promise<PurchaseFacts> {
  const { rows } = await sql<PurchaseFacts>`
    select coalesce(b.cash, 0) as cash, coalesce(b.bonus, 0) as bonus, coalesce(b.practice, 0) as practice,
           t.stakes as "openStakes", t.symbol_stakes as "symbolStakes", t.count as "openCount",
           coalesce((select total from deposit_totals where user_id = ${user.id} and currency = ${user.currency}), 0)
             as "depositTotal",
           coalesce((select count from trade_counts where user_id = ${user.id}), 0) as "tradeCount"
      from (select coalesce(sum(stake), 0)::bigint as stakes,
                   coalesce(sum(stake) filter (where symbol = ${symbol}), 0)::bigint as symbol_stakes, count(*)::integer as count
              from trades where user_id = ${user.id} and state = 'open') t
      left join account_balances b on b.user_id = ${user.id} and b.currency = ${user.currency}`.execute(trx)
  const [row] = rows
  if (row === undefined) throw new Error('invariant: an aggregate returns a row')
  return row
}

/** Facts that decide whether an account is blocked. Minor units. */
export async function findTradingRecord(
  db: Db,
  user: { readonly id: number; readonly currency: Currency },
): Promise<Pick<PurchaseFacts, 'depositTotal' | 'tradeCount'>> {
  const { rows } = await sql<Pick<PurchaseFacts, 'depositTotal' | 'tradeCount'>>`
    select coalesce((select total from deposit_totals where user_id = ${user.id} and currency = ${user.currency}), 0)
             as "depositTotal",
           coalesce((select count from trade_counts where user_id = ${user.id}), 0) as "tradeCount"`.execute(db)
  return rows[0] ?? { depositTotal: 0, tradeCount: 0 }
}

/** With its ledger entry. @throws a database error for too little money, or a house that could lose more than its limit */
export async function insertTrade(trx: Db, trade: NewTrade): Promise<Trade> {
  const { id, userId, isPractice, symbol, direction, currency, stake, bonusStake, payoutPercent, digits } = trade
  const { isSimulated, openPoints, strikePoints, quotedAt, openedAt, expiresAt } = trade
  await sql`
    with ${postEntryCte(buildPurchaseEntry(trade, openedAt))}
    insert into trades (id, user_id, practice, symbol, direction, currency, stake, bonus_stake, payout_percent, rate, house_loss_max,
                        simulated, digits, open_points, strike_points, quoted_at, opened_at, expires_at, request_hash, state)
    values (${id}, ${userId}, ${isPractice}, ${symbol}, ${direction}, ${currency}, ${stake}, ${bonusStake}, ${payoutPercent},
            ${trade.rate}, ${trade.houseLossMax}, ${isSimulated}, ${digits}, ${openPoints},
            ${trade.isLadder ? strikePoints : null}, ${quotedAt}, ${openedAt}, ${expiresAt},
            ${trade.requestHash}, 'open')`.execute(trx)
  return {
    ...{ id, userId, isPractice, symbol, direction, currency, stake, bonusStake, payoutPercent, digits },
    ...{
      isSimulated,
      openPoints,
      strikePoints,
      quotedAt,
      openedAt,
      expiresAt,
      state: 'open',
      closePoints: null,
      closedAt: null,
      returned: null,
    },
  }
}

/** In the order of their expiry. @param after the last one of the piece before */
export function listDueTrades(db: Db, now: Date, after: DueTrade | null, limit: number): Promise<DueTrade[]> {
  return db
    .selectFrom('trades')
    .select(['id', 'symbol', 'expires_at as expiresAt'])
    .where(isOpen)
    .where('expires_at', '<=', now)
    .$if(after !== null, (query) =>
      query.where(sql<SqlBool>`(expires_at, id) > (${after?.expiresAt}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('expires_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Those that are open and that no other transaction is about to close. */
export function lockOpenTrades(trx: Db, ids: readonly string[]): Promise<Trade[]> {
  return selectTrades(trx)
    .where('id', '=', anyOf(ids, 'uuid'))
    .where(isOpen)
    .orderBy('id')
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
}

/** With their ledger entries and turnover, in one statement. The transaction must have locked the trades and their users. */
export async function closeTrades(trx: Db, closing: readonly ClosingTrade[], at: Date): Promise<Trade[]> {
  if (closing.length === 0) return []
  const ids = closing.map(({ trade }) => trade.id)
  const ends = closing.map(({ trade, end }) => ({ id: trade.id, ...end }))
  const entries = closing.flatMap(({ trade, end }) => buildClosingEntry(trade, end, at) ?? [])
  const turnovers = closing.flatMap(({ trade, end }) => buildTurnover(trade, end, at) ?? [])
  await sql`
    with ${postEntriesCte(sql`select value from jsonb_array_elements(${JSON.stringify(entries)}::jsonb)`)},
    ${countTurnoverCte(sql`select value from jsonb_array_elements(${JSON.stringify(turnovers)}::jsonb)`)}
    update trades t set state = e.state, close_points = e."closePoints", closed_at = e."closedAt", returned = e.returned
      from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb)
             as e(id uuid, state text, "closePoints" bigint, "closedAt" timestamptz, returned bigint)
     where t.id = e.id and t.id = ${anyOf(ids, 'uuid')} and t.state = 'open'`.execute(trx)
  return closing.map(({ trade, end }) => ({ ...trade, ...end }))
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
