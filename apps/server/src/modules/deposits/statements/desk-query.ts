import type { StatementDay, StatementDayRow } from '@tradefront/contract/desk-reconcile'
import { sql } from 'kysely'

import type { Db } from '../../../platform/database/database.ts'
import { toMs } from '../../../platform/database/to-ms.ts'

const maxDays = 60
const maxExceptions = 500

/** Lists days, latest first. */
export async function listStatementDays(db: Db): Promise<StatementDayRow[]> {
  const { rows } = await sql<StatementDayRow>`
    with latest as (
      select day, count(*) as processors, count(*) filter (where compared_at is null) as waiting
        from statement_comparisons group by day order by day desc limit ${maxDays})
    select l.day::text, l.processors, ${toMs(sql`c.closed_at`)} as "closedAtMs",
           l.waiting + (select count(*) from statement_files f where f.day = l.day and f.compared_at is null) as waiting,
           coalesce(e.open, 0) as open, coalesce(e.explained, 0) as explained
      from latest l left join closed_days c on c.day = l.day
           left join lateral (select count(*) filter (where explanation is null) as open, count(explanation) as explained
                                from statement_exceptions e where e.day = l.day and gone_at is null) e on true
     order by l.day desc`.execute(db)
  return rows
}

/** Finds a day. Returns null if it has no statement. */
export async function findStatementDay(db: Db, day: string): Promise<StatementDay | null> {
  const { rows } = await sql<StatementDay>`
    select given.day::text,
           (select ${toMs(sql`closed_at`)} from closed_days c where c.day = given.day) as "closedAtMs",
           (select jsonb_agg(jsonb_build_object('name', c.processor, 'fileName', f.name, 'format', s.format,
                     'comparedAtMs', case when f.name is null or f.compared_at is not null then ${toMs(sql`c.compared_at`)} end,
                     'totals', (select coalesce(jsonb_agg(jsonb_build_object('currency', t.currency, 'there', t.there, 'here', t.here,
                                         'agreed', t.agreed, 'agreedCount', t.agreed_count) order by t.currency), '[]')
                                  from statement_totals t where (t.processor, t.day) = (c.processor, c.day)))
                   order by c.processor)
              from statement_comparisons c left join statement_files f using (processor, day) left join statement_formats s using (processor)
             where c.day = given.day) as processors,
           (select coalesce(jsonb_agg(e.row), '[]')
              from (select jsonb_build_object('id', id, 'processor', processor, 'kind', kind, 'what', what, 'reference', reference,
                             'deposit', deposit_id, 'there', there, 'here', here, 'difference', difference, 'currency', currency,
                             'foundAtMs', ${toMs(sql`found_at`)}, 'explanation', explanation, 'goneAtMs', ${toMs(sql`gone_at`)}) as row
                      from statement_exceptions where day = given.day
                     order by gone_at is not null, explanation is not null, abs(difference) desc, id limit ${maxExceptions}) e) as exceptions
      from (select ${day}::date as day) given
     where exists (select from statement_comparisons c where c.day = given.day)`.execute(db)
  return rows[0] ?? null
}
