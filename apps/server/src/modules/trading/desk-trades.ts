import type { EntryLine } from '@tradefront/contract/desk-money'
import { type DeskTradeDetails, type DeskTradeRow, maxListedTrades } from '@tradefront/contract/desk-trades'
import type { TradeState } from '@tradefront/rules/trading/options'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { toMs } from '../../platform/database/to-ms.ts'
import { buildVoidEntry, computeVoidChange } from './trade-entries.ts'
import { selectTrades } from './trade-store.ts'
import type { VoidWords } from './trade.ts'
import { isInLossReturn, isVoidable } from './void-store.ts'

const anyTime = new Date(0)

/** Columns of `trades t` and `user_accounts u`. */
const rowColumns = sql`
  t.id, t.symbol, t.direction, t.stake, t.currency, t.state, t.returned, ${toMs(sql`t.opened_at`)} as "openedAtMs",
  ${toMs(sql`t.closed_at`)} as "closedAtMs", t.voided_at is not null as "isVoided",
  jsonb_build_object('id', u.id, 'name', btrim(concat_ws(' ', u.first_name, u.last_name)), 'email', u.email, 'country', u.country) as trader`

/** Trades of real money that ended on a day, the latest first. @param day UTC, e.g. `2026-11-27` */
export async function listDeskTrades(
  db: Db,
  day: string,
  { trader, symbol }: { readonly trader?: string | undefined; readonly symbol?: string | undefined },
): Promise<DeskTradeRow[]> {
  const from = new Date(`${day}T00:00:00Z`)
  const { rows } = await sql<DeskTradeRow>`
    select ${rowColumns} from trades t join user_accounts u on u.id = t.user_id
     where not t.practice and t.state <> 'refused'
       and t.closed_at >= ${from}::timestamptz and t.closed_at < ${from}::timestamptz + interval '1 day'
       -- No trade is open for longer: a trader's own are found by their opening.
       and t.opened_at >= ${from}::timestamptz - interval '1 day 2 minutes' and t.opened_at < ${from}::timestamptz + interval '1 day'
       and ${trader === undefined ? sql`true` : sql`t.user_id = ${trader}::bigint`}
       and ${symbol === undefined ? sql`true` : sql`t.symbol = ${symbol}`}
     order by t.closed_at desc, t.id desc limit ${sql.lit(maxListedTrades)}`.execute(db)
  return rows
}

type VoidRow = {
  readonly state: TradeState
  readonly closePoints: number
  readonly returned: number
  readonly fault: string
  readonly words: VoidWords
  readonly atMs: number
}

/** Null: there is no such trade of real money. */
export async function findDeskTrade(db: Db, id: string): Promise<DeskTradeDetails | null> {
  const trade = await selectTrades(db).where('id', '=', id).where('practice', '=', false).executeTakeFirst()
  if (trade === undefined) return null
  const { rows } = await sql<DeskTradeRow>`
    select ${rowColumns} from trades t join user_accounts u on u.id = t.user_id where t.id = ${id}::uuid`.execute(db)
  const [row] = rows
  if (row === undefined) return null
  const { rows: voids } = await sql<VoidRow>`
    select state, close_points as "closePoints", returned, fault, words, ${toMs(sql`voided_at`)} as "atMs"
      from trade_voids where trade_id = ${id}::uuid`.execute(db)
  const [voided] = voids
  const { digits, openPoints, strikePoints, closePoints, bonusStake, payoutPercent, expiresAt, isSimulated } = trade
  const isInOffer = await isInLossReturn(db, id)
  const isPossible = isVoidable(trade) && !isInOffer
  return {
    ...row,
    digits,
    openPoints,
    strikePoints,
    bonusStake,
    payoutPercent,
    isSimulated,
    closePoints: voided?.closePoints ?? closePoints,
    expiresAtMs: expiresAt.getTime(),
    void: isPossible ? describeVoid(trade) : null,
    obstacle: isPossible ? null : isSimulated ? 'simulated' : isVoidable(trade) ? 'offer' : 'no_result',
    voided: voided === undefined ? null : voided,
  }
}

function describeVoid(trade: Parameters<typeof buildVoidEntry>[0]) {
  const { cash, bonus } = computeVoidChange(trade)
  const lines = (buildVoidEntry(trade, anyTime)?.lines ?? []).map(
    ({ account, userId, amount, currency }): EntryLine => ({ account, isTrader: userId !== null, amount, currency }),
  )
  return { change: cash, bonusChange: bonus, lines }
}
