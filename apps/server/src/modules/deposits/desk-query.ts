import type {
  ChargebackDetails,
  ChargebackRow,
  ChargebackState,
  DepositQueue,
  DeskDeposit,
  DeskDepositRow,
} from '@tradefront/contract/desk-money'
import { claimCodes } from '@tradefront/rules/deposits/claims'
import { type RawBuilder, sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { listAllowedActions } from './allowed-actions.ts'
import { findDepositById } from './deposit-lookup-store.ts'
import { findSameTransaction } from './operator-store.ts'
import { toMs } from '../../platform/database/to-ms.ts'

export const pageSize = 50

const claims = sql`(${sql.join(Object.values(claimCodes).map((code) => sql.lit(code)))})`

const traderColumn = sql`
  jsonb_build_object('id', u.id, 'name', btrim(concat_ws(' ', u.first_name, u.last_name)), 'email', u.email, 'country', u.country) as trader`

/**
 * Columns of a row, from `deposits d` and `user_accounts u`. The state is that of the money, if there is any, because it says more than
 * that of the deposit.
 */
const rowColumns = sql`
  d.id, right(d.id::text, 12) as number, d.amount, d.currency, ${toMs(sql`d.created_at`)} as "createdAtMs", ${traderColumn},
  coalesce(nullif(concat_ws(' •• ', d.instrument_kind, case when d.method = 'card' then d.instrument_hint end), ''), d.method) as instrument,
  case when exists (select from attempts a where a.deposit_id = d.id and a.processor in ${claims}) then d.instrument_hint end as note,
  coalesce((select c.status from attempts a join captures c on c.attempt_id = a.id where a.deposit_id = d.id
             order by c.updated_at desc, c.number desc limit 1), d.state) as state`

/** Ids of the deposits that wait in each queue. Each part has its index. */
const queues: Readonly<Record<Exclude<DepositQueue, 'all'>, RawBuilder<unknown>>> = {
  review: sql`
    select d.id from deposits d where d.state = 'review'
       and not exists (select from attempts a where a.deposit_id = d.id and a.processor in ${claims})
    union select deposit_id from attempts where state = 'manual_review' and processor not in ${claims}`,
  claims: sql`select deposit_id from attempts where state = 'manual_review' and processor in ${claims}`,
  suspense: sql`select deposit_id from captures where status in ('suspense', 'refund_due')`,
  in_doubt: sql`select deposit_id from attempts where state = 'in_doubt'`,
}

/** Lists a page of deposits, and one more if there are more. @param before id of the last one of the page before */
export async function listDeskDeposits(
  db: Db,
  queue: DepositQueue,
  before: string | undefined,
): Promise<DeskDepositRow[]> {
  const order = queue === 'all' ? sql`desc` : sql`asc`
  const place = sql`(select c.created_at, c.id from deposits c where c.id = ${before ?? null}::uuid)`
  const isAfter =
    before === undefined
      ? sql`true`
      : queue === 'all'
        ? sql`(d.created_at, d.id) < ${place}`
        : sql`(d.created_at, d.id) > ${place}`
  const isWaiting = queue === 'all' ? sql`true` : sql`d.id in (${queues[queue]})`
  const { rows } = await sql<DeskDepositRow>`
    select ${rowColumns} from deposits d join user_accounts u on u.id = d.user_id
     where ${isWaiting} and ${isAfter} order by d.created_at ${order}, d.id ${order} limit ${pageSize + 1}`.execute(db)
  return rows
}

type Extra = DeskDepositRow & {
  readonly cash: number
  readonly steps: readonly (DeskDeposit['attempts'][number]['steps'][number] & { readonly attempt: number })[]
  readonly entries: DeskDeposit['entries']
}

/** Finds a deposit. Returns null if there is none. */
export async function findDeskDeposit(db: Db, id: string): Promise<DeskDeposit | null> {
  const { rows } = await sql<Extra>`
    select ${rowColumns},
           coalesce((select b.cash from account_balances b where b.user_id = d.user_id and b.currency = d.currency), 0) as cash,
           (select coalesce(jsonb_agg(jsonb_build_object('key', s.id, 'attempt', s.attempt_id, 'atMs', ${toMs(sql`s.created_at`)},
                     'source', s.source, 'before', s.state_before, 'after', s.state_after) order by s.id), '[]')
              from attempts a join attempt_steps s on s.attempt_id = a.id where a.deposit_id = d.id) as steps,
           (select coalesce(jsonb_agg(jsonb_build_object('key', e.entry_id, 'kind', e.kind, 'atMs', ${toMs(sql`e.created_at`)}, 'lines', e.lines)
                     order by e.entry_id), '[]')
              from (select m.entry_id, m.kind, m.created_at, jsonb_agg(jsonb_build_object('account', m.account, 'amount', m.amount, 'currency', m.currency,
                             'isTrader', m.account in ('cash', 'bonus', 'bonus_hold', 'withdrawal_hold', 'debt'))) as lines
                      from attempts a join attempt_movements m on m.attempt_id = a.id where a.deposit_id = d.id
                     group by m.entry_id, m.kind, m.created_at) e) as entries
      from deposits d join user_accounts u on u.id = d.user_id where d.id = ${id}::uuid`.execute(db)
  const [row] = rows
  const deposit = row === undefined ? null : await findDepositById(db, row.trader.id, id)
  if (row === undefined || deposit === null) return null
  const { cash, steps, ...shown } = row
  const references = new Map(deposit.attempts.map((attempt) => [attempt.id, attempt.reference]))
  return {
    ...shown,
    bonus: deposit.bonus,
    endedAtMs: deposit.endedAtMs,
    reasonText: deposit.reasonText,
    language: deposit.language,
    sameTransaction: await findSameTransaction(db, id),
    attempts: deposit.attempts.map(({ id: attempt, reference, processor, state, createdAtMs, ...rest }) => {
      const own = steps.filter((step) => step.attempt === attempt)
      return {
        reference,
        processor,
        state,
        startedAtMs: createdAtMs,
        steps: own,
        processorReference: rest.processorReference,
        error: rest.errorClass,
        lastAtMs: own.at(-1)?.atMs ?? createdAtMs,
      }
    }),
    charges: deposit.captures.map(({ attemptId, processor, number, amount, currency, status }) => ({
      attempt: references.get(attemptId) ?? '',
      processor,
      number,
      amount,
      currency,
      status,
    })),
    actions: listAllowedActions(deposit, cash),
  }
}

const selectChargebacks = (more = sql``) => sql`
  select d.id as deposit, right(d.id::text, 12) as number, a.reference as attempt, b.capture_number as charge, c.processor, c.amount, c.currency,
         b.state, b.evidence, ${toMs(sql`b.due_at`)} as "dueAtMs", ${toMs(sql`b.opened_at`)} as "openedAtMs",
         ${toMs(sql`b.closed_at`)} as "closedAtMs", ${traderColumn} ${more}
    from chargebacks b join captures c on (c.attempt_id, c.number) = (b.attempt_id, b.capture_number)
         join attempts a on a.id = b.attempt_id join deposits d on d.id = a.deposit_id join user_accounts u on u.id = d.user_id`

/** In every state, with their files. */
export async function listChargebacksOfDeposit(db: Db, depositId: string): Promise<ChargebackDetails[]> {
  const { rows } = await sql<ChargebackDetails>`
    ${selectChargebacks(sql`,
      (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'title', f.title, 'pages', f.pages, 'operator', f.operator,
                                                    'addedAtMs', ${toMs(sql`f.added_at`)}) order by f.added_at, f.id), '[]')
         from chargeback_files f where (f.attempt_id, f.capture_number) = (b.attempt_id, b.capture_number)) as files`)}
     where d.id = ${depositId}::uuid order by b.opened_at, b.attempt_id, b.capture_number`.execute(db)
  return rows
}

/**
 * Open ones by their due date, others latest first, one more than a page if there are more.
 * @param before the last one of the page before: reference of the attempt and number of the charge, e.g. `<uuid>.1`
 */
export async function listChargebacks(db: Db, state: ChargebackState, before?: string): Promise<ChargebackRow[]> {
  const isOpen = state === 'open'
  const place = sql`${isOpen ? sql`b.due_at` : sql`b.closed_at`}, b.attempt_id, b.capture_number`
  const order = isOpen ? place : sql`b.closed_at desc, b.attempt_id desc, b.capture_number desc`
  const [reference, charge] = before?.split('.') ?? []
  const isAfter =
    reference === undefined
      ? sql`true`
      : sql`(${place}) ${isOpen ? sql`>` : sql`<`} (
          select ${place} from chargebacks b join attempts a on a.id = b.attempt_id
           where a.reference = ${reference}::uuid and b.capture_number = ${Number(charge)})`
  const { rows } = await sql<ChargebackRow>`
    ${selectChargebacks()} where b.state = ${state} and ${isAfter} order by ${order} limit ${pageSize + 1}`.execute(db)
  return rows
}
