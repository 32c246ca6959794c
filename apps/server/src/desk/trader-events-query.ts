import type { TraderEvent, TraderEventKind } from '@tradefront/contract/desk-traders'
import { type RawBuilder, sql } from 'kysely'

import type { Db } from '../platform/database/database.ts'

const pageSize = 50
const sourceLimit = pageSize + 1
/** How many deposits, withdrawals and tickets, of each the latest, are searched for acts. */
const maxSubjects = 1000

type Page = { readonly events: TraderEvent[]; readonly next: string | null }
/** Where the page before ended: microseconds since 1970, and the key of its last event. */
type Place = { readonly at: RawBuilder<unknown>; readonly key: string }
type Source = (trader: string, place: Place | null) => RawBuilder<unknown>

/** Lists events, newest first. @param kind undefined for all @param before `next` of the page before */
export async function listTraderEvents(
  db: Db,
  trader: string,
  kind: TraderEventKind | undefined,
  before: string | undefined,
): Promise<Page> {
  const place = before === undefined ? null : readPlace(before)
  const chosen = kind === undefined ? Object.values(sources) : [sources[kind]]
  const parts = chosen.map((source) => sql`(${source(trader, place)})`)
  const { rows } = await sql<{ at: string; key: string; kind: TraderEventKind; data: object }>`
    select (extract(epoch from at) * 1000000)::bigint::text as at, key, split_part(key, ':', 1) as kind, data
      from (${sql.join(parts, sql` union all `)}) as events (at, key, data)
     order by events.at desc, key desc limit ${sql.lit(sourceLimit)}`.execute(db)
  const last = rows.length > pageSize ? rows[pageSize - 1] : undefined
  return {
    events: rows
      .slice(0, pageSize)
      .map(
        (row) =>
          ({ ...row.data, kind: row.kind, key: row.key, atMs: Math.floor(Number(row.at) / 1000) }) as TraderEvent,
      ),
    next: last === undefined ? null : `${last.at}_${last.key}`,
  }
}

function readPlace(before: string): Place {
  const [micros = ''] = before.split('_', 1)
  return {
    at: sql`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`,
    key: before.slice(micros.length + 1),
  }
}

/** The condition names the time apart from the id, so that an index on the time can be used. */
const isAfter = (place: Place | null, at: RawBuilder<unknown>, key: RawBuilder<unknown>) =>
  place === null ? sql`true` : sql`${at} <= ${place.at} and (${at} < ${place.at} or ${key} < ${place.key})`

/** Selects rows `t` of one trader: time, key and data. */
const fromTable =
  (kind: TraderEventKind, table: RawBuilder<unknown>, at: RawBuilder<unknown>, data: RawBuilder<unknown>): Source =>
  (trader, place) => {
    const key = sql`(${sql.lit(kind)} || ':' || t.id)`
    return sql`
      select ${at} as at, ${key} as key, ${data} as data from ${table} t
       where t.user_id = ${trader}::bigint and ${isAfter(place, at, key)}
       order by 1 desc, 2 desc limit ${sql.lit(sourceLimit)}`
  }

/** Each source returns at most one row more than a page. */
const sources: Readonly<Record<TraderEventKind, Source>> = {
  deposit: fromTable(
    'deposit',
    sql`deposit_facts`,
    sql`t.created_at`,
    sql`jsonb_build_object(
      'id', t.id, 'number', right(t.id::text, 12), 'amount', t.amount, 'currency', t.currency,
      'instrument', coalesce(nullif(concat_ws(case when t.method = 'card' then ' •• ' else ' ' end, t.instrument_kind, t.instrument_hint), ''), t.method),
      'state', coalesce((select c.status from attempt_deposits a join charges c on c.attempt_id = a.attempt_id
                          where a.deposit_id = t.id order by c.updated_at desc limit 1), t.state),
      'processor', (select a.processor from attempt_deposits a where a.deposit_id = t.id order by a.seq desc limit 1))`,
  ),
  withdrawal: fromTable(
    'withdrawal',
    sql`confirmed_withdrawals`,
    sql`t.confirmed_at`,
    sql`jsonb_build_object(
      'id', t.id, 'number', right(t.id::text, 12), 'state', t.state, 'method', t.method, 'amount', t.amount, 'currency', t.currency)`,
  ),
  bonus: fromTable(
    'bonus',
    sql`bonuses`,
    sql`t.created_at`,
    sql`jsonb_build_object(
      'state', case when t.cancelled_at is not null then 'cancelled' when t.finished_at is not null then 'finished'
                    when t.frozen_for is not null then 'frozen' else 'open' end,
      'amount', t.bonus, 'currency', t.currency, 'turnoverDone', least(t.done, t.required), 'turnoverNeeded', t.required)`,
  ),
  correction: fromTable(
    'correction',
    sql`balance_corrections`,
    sql`t.booked_at`,
    sql`jsonb_build_object(
      'correction', t.correction_id, 'amount', t.amount, 'currency', t.currency,
      'state', case when t.undoes then 'undo'
                    when exists (select from balance_corrections o where o.user_id = t.user_id and o.undoes and o.correction_id = t.correction_id)
                    then 'undone' else 'booked' end)`,
  ),
  trades: selectTradingDays,
  document: fromTable(
    'document',
    sql`document_facts`,
    sql`t.sent_at`,
    sql`jsonb_build_object('document', t.kind, 'state', t.state, 'reason', t.reason)`,
  ),
  ticket: fromTable(
    'ticket',
    sql`ticket_facts`,
    sql`t.created_at`,
    sql`jsonb_build_object('number', t.number, 'status', (array['open', 'answered', 'waiting', 'closed'])[t.status])`,
  ),
  access: fromTable('access', sql`access_events`, sql`t.created_at`, sql`jsonb_build_object('event', t.kind)`),
  act: selectActs,
}

/** Selects days of trades. A day is listed at the time it ends. */
function selectTradingDays(trader: string, place: Place | null): RawBuilder<unknown> {
  const at = sql`((t.day + 1)::timestamp at time zone 'UTC' - interval '1 microsecond')`
  const key = sql`('trades:' || t.day || ':' || t.currency)`
  const isUntil = place === null ? sql`true` : sql`t.day <= (${place.at} at time zone 'UTC')::date`
  return sql`
    select ${at}, ${key},
           jsonb_build_object('day', t.day, 'count', t.count, 'currency', t.currency, 'stake', t.stake, 'result', t.returned - t.stake)
      from trading_days t where t.user_id = ${trader}::bigint and ${isUntil} and ${isAfter(place, at, key)}
     order by t.day desc, t.currency desc limit ${sql.lit(sourceLimit)}`
}

/**
 * Selects what operators have done to the trader, or to the latest deposits, withdrawals and tickets of the trader. Reading is left out.
 */
function selectActs(trader: string, place: Place | null): RawBuilder<unknown> {
  const key = sql`('act:' || a.id)`
  return sql`
    select a.at, a.key, a.data
      from (select 'user:' || ${trader}::text as subject
            union all (select 'deposit:' || id from deposit_facts where user_id = ${trader}::bigint order by created_at desc limit ${sql.lit(maxSubjects)})
            union all (select 'withdrawal:' || id from confirmed_withdrawals where user_id = ${trader}::bigint order by confirmed_at desc limit ${sql.lit(maxSubjects)})
            union all (select 'ticket:' || id from ticket_facts where user_id = ${trader}::bigint order by created_at desc limit ${sql.lit(maxSubjects)})) s,
           lateral (select a.created_at as at, ${key} as key,
                           jsonb_build_object('operator', a.actor, 'action', a.action, 'subject', a.subject, 'reason', a.reason) as data
                      from operator_acts a
                     where a.subject = s.subject and ${isAfter(place, sql`a.created_at`, key)}
                     order by a.id desc limit ${sql.lit(sourceLimit)}) a
     order by 1 desc, 2 desc limit ${sql.lit(sourceLimit)}`
}
