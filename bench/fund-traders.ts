import type pg from 'pg'

/**
 * Books cash in US dollars for each trader, as the product does.
 * @param cents minor units
 * @param from account of the house
 */
export async function fundTraders(
  pool: pg.Pool,
  traders: readonly number[],
  cents: number,
  from: string,
): Promise<void> {
  await pool.query(
    `with entry as (
       insert into ledger_entries (kind, subject, created_at) select 'bench.funded', 'bench:' || id, now() from unnest($1::bigint[]) id
       returning id, kind, subject, created_at
     ), booked as (
       select entry.*, jsonb_build_array(
           jsonb_build_object('account', 'cash', 'userId', substr(subject, 7)::bigint, 'currency', 'USD', 'amount', $2::bigint),
           jsonb_build_object('account', $3::text, 'currency', 'USD', 'amount', -$2::bigint)) as lines
         from entry
     ), recorded as (
       select record_movements(jsonb_agg(jsonb_build_object(
                'id', id, 'kind', kind, 'subject', subject, 'at', created_at, 'lines', lines)))
         from booked
     )
     insert into ledger_lines (entry_id, account, user_id, currency, amount)
     select booked.id, l.account, l."userId", l.currency, l.amount
       from recorded, booked, jsonb_to_recordset(booked.lines) as l(account text, "userId" bigint, currency text, amount bigint)`,
    [traders, cents, from],
  )
}
