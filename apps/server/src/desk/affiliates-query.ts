import type { AffiliateFigures } from '@tradefront/contract/desk-marketing'
import { sql } from 'kysely'

import type { Db } from '../platform/database/database.ts'
import { type FigurePeriod, isDayWithin, isWithin } from './figures-query.ts'

const maxListed = 500

/** Lists what the traders of each affiliate have done in the period; those who paid in most come first. */
export async function listAffiliateFigures(db: Db, period: FigurePeriod): Promise<AffiliateFigures[]> {
  const { rows } = await sql<AffiliateFigures>`
    with money as (
      select user_id,
             coalesce(sum(received) filter (where tr_type = 'deposit'), 0) as paid_in,
             coalesce(sum(paid - received) filter (where tr_type = 'withdrawal'), 0) as paid_out,
             bool_or(tr_type = 'deposit' and received > 0 and not exists (
               select from money_days e where e.user_id = m.user_id and e.tr_type = 'deposit' and e.currency = m.currency and e.day < m.day
             )) as is_first
        from money_days m
       where currency = ${period.currency} and tr_type in ('deposit', 'withdrawal') and ${isDayWithin(period)} group by user_id
    ), counted as (
      select affiliate_id, 0 as registrations, count(*) filter (where is_first) as first_deposits,
             sum(paid_in) as paid_in, sum(paid_out) as paid_out
        from money join user_profiles on id = user_id where affiliate_id is not null group by affiliate_id
      union all
      select affiliate_id, count(*), 0, 0, 0
        from user_profiles where affiliate_id is not null and ${isWithin('registered_at', period)} group by affiliate_id
    )
    select affiliate_id as affiliate, sum(registrations)::integer as registrations, sum(first_deposits)::integer as "firstDeposits",
           sum(paid_in)::bigint as "paidIn", sum(paid_out)::bigint as "paidOut"
      from counted group by affiliate_id order by 4 desc, 2 desc, 1 limit ${maxListed}`.execute(db)
  return rows
}
