import type { ConfirmedState, WithdrawalDetails, WithdrawalRow } from '@tradefront/contract/desk'
import { sql } from 'kysely'

import { listOppositeAccounts } from '../trading/service.ts'
import type { Db } from '../../platform/database/database.ts'
import { toMs } from '../../platform/database/to-ms.ts'

export const pageSize = 50

/** Columns of a row, from `withdrawals w` and `user_accounts u`. */
const rowColumns = sql`
  w.id, right(w.id::text, 12) as number, w.method, w.amount, w.fee, w.currency, w.state, ${toMs(sql`w.confirmed_at`)} as "confirmedAtMs",
  jsonb_build_object('id', u.id, 'name', btrim(concat_ws(' ', u.first_name, u.last_name)), 'email', u.email, 'country', u.country) as trader`

/**
 * Lists confirmed withdrawals, newest first, one more than a page if there are more. @param before id of the last one of the page before
 */
export async function listWithdrawals(
  db: Db,
  state: ConfirmedState | undefined,
  before: string | undefined,
): Promise<WithdrawalRow[]> {
  const isAfter =
    before === undefined
      ? sql`true`
      : sql`(w.confirmed_at, w.id) < (select c.confirmed_at, c.id from withdrawals c where c.id = ${before}::uuid)`
  const { rows } = await sql<WithdrawalRow>`
    select ${rowColumns} from withdrawals w join user_accounts u on u.id = w.user_id
     where w.confirmed_at is not null and ${isAfter} and ${state === undefined ? sql`true` : sql`w.state = ${state}`}
     order by w.confirmed_at desc, w.id desc limit ${pageSize + 1}`.execute(db)
  return rows
}

/** Returns null if there is none, or the trader has not confirmed it. */
export async function findWithdrawalDetails(db: Db, id: string): Promise<WithdrawalDetails | null> {
  const { rows } = await sql<WithdrawalDetails & { readonly lastApprovedAt: Date | null }>`
    select ${rowColumns}, w.reason,
           (select coalesce(jsonb_agg(jsonb_build_object(
                     'number', p.number, 'method', p.method, 'amount', p.amount, 'state', p.state, 'reason', p.reason,
                     'reference', coalesce(p.sent_reference, p.reference::text),
                     'to', coalesce(d.account, concat_ws(' ', i.instrument_kind, '…' || i.instrument_hint)),
                     'usableFromMs', ${toMs(sql`d.usable_from`)}) order by p.number), '[]')
              from payouts p left join withdrawal_destinations d on d.id = p.destination_id
                   left join attempt_deposits i on i.attempt_id = p.attempt_id
             where p.withdrawal_id = w.id) as parts,
           jsonb_build_object(
             'verification', u.verification,
             'accountAgeDays', floor(extract(epoch from now() - coalesce(u.real_opened_at, u.registered_at)) / 86400),
             'depositedTotal', coalesce((select sum(c.amount) from charges c join attempt_deposits e on e.attempt_id = c.attempt_id
                                          where e.user_id = u.id and c.currency = w.currency
                                            and c.status in ('credited', 'credited_late', 'credited_part')), 0),
             'withdrawnTotal', coalesce((select sum(o.amount - o.returned) from confirmed_withdrawals o
                                          where o.user_id = u.id and o.currency = w.currency and o.state in ('paid', 'paid_part')), 0),
             'tradeCount', coalesce((select count from trade_counts t where t.user_id = u.id and not t.practice), 0),
             'tradeResult', coalesce((select sum(t.returned - t.stake) from trade_results t
                                       where t.user_id = u.id and t.currency = w.currency and t.returned is not null), 0),
             'chargebacks', (select count(*) from charges c join attempt_deposits e on e.attempt_id = c.attempt_id
                              where e.user_id = u.id and c.status = 'taken_back')) || coalesce((
             select jsonb_build_object('cash', b.cash, 'bonus', b.bonus, 'hold', b.hold) from account_balances b
              where b.user_id = u.id and b.currency = w.currency), '{"cash": 0, "bonus": 0, "hold": 0}') as checks,
           (select max(a.confirmed_at) from confirmed_withdrawals a
             where a.user_id = u.id and a.state in ('approved', 'paying', 'paid', 'paid_part')) as "lastApprovedAt"
      from withdrawals w join user_accounts u on u.id = w.user_id
           where w.id = ${id}::uuid and w.confirmed_at is not null`.execute(db)
  const [row] = rows
  if (row === undefined) return null
  const { lastApprovedAt, checks, ...withdrawal } = row
  const against = await listOppositeAccounts(db, row.trader.id, lastApprovedAt)
  return { ...withdrawal, checks: { ...checks, against } }
}
