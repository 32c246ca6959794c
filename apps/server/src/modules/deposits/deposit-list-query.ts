import { claimCodes } from '@tradefront/rules/deposits/claims'
import type { DepositGroup, DepositMethod } from '@tradefront/rules/deposits/deposit-groups'
import { type RawBuilder, sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { depositWithContextColumns, type DepositWithContextRow } from './deposit-query.ts'
import type { DepositWithContext } from './deposit.ts'

/** Null: no filter. `toMs` is not included. */
export type DepositListFilter = {
  readonly state: DepositGroup | null
  readonly method: DepositMethod | null
  readonly fromMs: number | null
  readonly toMs: number | null
}

/** `after` is the id of the last deposit of the page before. */
export type DepositListPage = { readonly after: string | null; readonly limit: number }

const hasCaptures = (condition: RawBuilder<unknown>) => sql`exists (
  select from attempts a join captures c on c.attempt_id = a.id where a.deposit_id = d.id and ${condition})`

const isLeft = sql`not ${hasCaptures(sql`c.status in ('credited', 'credited_late', 'credited_part')`)}
  and ${hasCaptures(sql`c.number = 1 and c.status in ('reversed', 'taken_back')`)}`

/** Computes the same as `findDepositGroup` in packages/rules; a test compares them. */
const group = sql`case
  when d.state <> 'succeeded' and ${hasCaptures(sql`c.status = 'credited_late'`)} then 'credited'
  when d.state <> 'succeeded' and ${hasCaptures(sql`c.status = 'suspense'`)} then 'waiting'
  when d.state <> 'succeeded' and ${hasCaptures(sql`c.status in ('refund_due', 'refunded')`)} then 'returned'
  when ${isLeft} then 'returned'
  when d.state = 'succeeded' then 'credited'
  when d.state <> 'failed' then 'waiting'
  when ${hasCaptures(sql`c.status = 'credited_part'`)} then 'credited'
  else 'failed' end`

const isClaim = sql`d.processor_order && ${Object.values(claimCodes)}::text[]`

const methods: Readonly<Record<DepositMethod, RawBuilder<unknown>>> = {
  card: sql`d.method = 'card'`,
  coins: sql`d.method = 'crypto'`,
  wallet: sql`d.method = 'wallet' and not ${isClaim}`,
  claim: sql`d.method = 'wallet' and ${isClaim}`,
}

/** Lists deposits, newest first. `next` is null on the last page. A cursor of another trader's deposit finds nothing. */
export async function listDepositPage(
  db: Db,
  userId: number,
  filter: DepositListFilter,
  { after, limit }: DepositListPage,
): Promise<{ readonly deposits: readonly DepositWithContext[]; readonly next: string | null }> {
  const { state, method, fromMs, toMs } = filter
  const conditions = [
    sql`d.user_id = ${userId}`,
    ...(state === null ? [] : [sql`(${group}) = ${state}`]),
    ...(method === null ? [] : [methods[method]]),
    ...(fromMs === null ? [] : [sql`d.created_at >= ${new Date(fromMs)}`]),
    ...(toMs === null ? [] : [sql`d.created_at < ${new Date(toMs)}`]),
    ...(after === null
      ? []
      : [
          sql`(d.created_at, d.id) < (select c.created_at, c.id from deposits c where c.id = ${after} and c.user_id = ${userId})`,
        ]),
  ]
  const { rows } = await sql<DepositWithContextRow>`
    select ${depositWithContextColumns} from deposits as d
     where ${sql.join(conditions, sql` and `)}
     order by d.created_at desc, d.id desc limit ${limit + 1}`.execute(db)
  const deposits: readonly DepositWithContext[] = rows.slice(0, limit)
  return { deposits, next: rows.length > limit ? (deposits.at(-1)?.id ?? null) : null }
}
