import type pg from 'pg'

/** A constraint, unique index or trigger of the money tables, from the catalog. */
export type DatabaseRule = {
  readonly table: string
  readonly name: string
  readonly dropSql: string
  /** For a foreign key or primary key: a statement that violates it. */
  readonly generatedProbe: string | null
}

/** `sql` must be refused. `refusedBy`: a constraint, or a part of the message; default: the rule's name. */
export type Probe = { readonly sql: string; readonly refusedBy?: string }

/** Simulated runs that leave rows of all kinds for the probes. */
export const rowSeeds = Array.from({ length: 40 }, (_, index) => index + 1)

/** Tables of money, and of what is charged. */
const moneyTables = [
  'alerts',
  'attempt_events',
  'attempts',
  'captures',
  'cards',
  'daily_deposit_counts',
  'deposits',
  'ledger_balances',
  'ledger_entries',
  'ledger_lines',
  'processor_webhooks',
  'turnover_events',
  'wagering_requirements',
] as const

/** Without NOT NULL, and without indexes that only make queries fast: those are tested by the plans of queries. */
export async function listDatabaseRules(client: pg.ClientBase): Promise<DatabaseRule[]> {
  const { rows } = await client.query<{
    table: string
    name: string
    kind: string
    columns: string[] | null
    types: string[] | null
  }>(
    `select c.conrelid::regclass::text as "table", c.conname::text as name, c.contype::text as kind,
            array(select a.attname::text from unnest(c.conkey) with ordinality k(n, place)
                    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.n order by place) as columns,
            array(select format_type(a.atttypid, null) from unnest(c.conkey) with ordinality k(n, place)
                    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.n order by place) as types
       from pg_constraint c where c.conrelid::regclass::text = any($1) and c.contype not in ('n', 't')
     union all
     select i.indrelid::regclass::text, i.indexrelid::regclass::text, 'index', null, null from pg_index i
      where i.indrelid::regclass::text = any($1) and i.indisunique
        and not exists (select 1 from pg_constraint where conindid = i.indexrelid)
     union all
     select tgrelid::regclass::text, tgname::text, 'trigger', null, null from pg_trigger
      where tgrelid::regclass::text = any($1) and not tgisinternal
      order by 1, 2`,
    [moneyTables],
  )
  return rows.map(({ table, name, kind, columns, types }) => ({
    table,
    name,
    dropSql: buildDropSql(kind, table, name),
    generatedProbe:
      kind === 'f' && columns?.length === 1
        ? copyRow(table, `'${columns[0]}', ${types?.[0] === 'uuid' ? 'gen_random_uuid()' : '99999999'}`)
        : kind === 'p'
          ? copyRow(table, '')
          : null,
  }))
}

function buildDropSql(kind: string, table: string, name: string): string {
  if (kind === 'trigger') return `drop trigger ${name} on ${table}`
  // Cascades to foreign keys that need the key.
  return kind === 'index' ? `drop index ${name}` : `alter table ${table} drop constraint ${name} cascade`
}

/** Columns that must differ from those of the copied row, unless a probe is about them. */
const freshColumns: Readonly<Record<string, string>> = {
  attempt_events: `'id', 9000000001`,
  attempts: `'id', 9000000001, 'seq', 99, 'reference', gen_random_uuid(), 'processor', 'OTHER', 'state', 'declined_soft'`,
  cards: `'id', 9000000001, 'public_id', gen_random_uuid(), 'removed_at', now()`,
  deposits: `'id', gen_random_uuid(), 'idempotency_key', null, 'state', 'failed'`,
  processor_webhooks: `'id', gen_random_uuid()`,
  wagering_requirements: `'id', 9000000001, 'source', 'other'`,
}

/** @param changes names and values for `jsonb_build_object` @param where on the row `t` */
function copyRow(table: string, changes: string, where = 'true', base = freshColumns[table] ?? ''): string {
  const isKey = changes === ''
  return `insert into ${table} overriding system value
    select (jsonb_populate_record(t, jsonb_build_object(${isKey ? '' : base}) || jsonb_build_object(${changes}))).*
      from ${table} t where ${where} limit 1`
}

/** A capture of an attempt that has none. @param where on the capture `c` and attempt `a` */
function copyCapture(changes: string, where = 'true'): string {
  return `insert into captures
    select (jsonb_populate_record(c, jsonb_build_object('attempt_id', a.id, 'deposit_id', a.deposit_id,
        'refund_reference', null, 'status', 'suspense') || jsonb_build_object(${changes}))).*
      from captures c, attempts a where not exists (select 1 from captures x where x.attempt_id = a.id) and ${where} limit 1`
}

/** An entry with lines in the currency of `aTrader`. */
function postLines(lines: string): string {
  return `with entry as (
      insert into ledger_entries (kind, subject, created_at) values ('test', 'probe', now()) returning id
    )
    insert into ledger_lines (entry_id, account, user_id, currency, amount)
    select entry.id, l.account, l.user_id, u.currency, l.amount
      from entry, users u, (values ${lines}) l(account, user_id, amount) where u.id = ${aTrader}`
}

const anId = '00000000-0000-4000-8000-000000000000'
const aTrader = '(select max(user_id) from ledger_balances)'

/** By rule. Foreign keys of one column and primary keys have generated ones. */
export const databaseProbes: Readonly<Record<string, Probe>> = {
  alerts_attempt_id_fkey: { sql: insertAlerts(`(9000000001, 'attempt:99999999')`) },
  alerts_open: { sql: insertAlerts(`(9000000001, 'other'), (9000000002, 'other')`) },
  alerts_pkey: { sql: insertAlerts(`(9000000001, 'other'), (9000000001, 'another')`) },
  attempt_events_append_only: { sql: `update attempt_events set source = source`, refusedBy: 'append-only' },
  attempts_deposit_id_processor_key: { sql: copyRow('attempts', `'processor', t.processor`) },
  attempts_fixed: { sql: `update attempts set reference = reference` },
  attempts_no_delete: { sql: `delete from attempts where false`, refusedBy: 'append-only' },
  // Implied by the primary key; it is there for this foreign key.
  attempts_of_deposit: { sql: copyCapture(`'attempt_id', 99999999`), refusedBy: 'captures_attempt_fkey' },
  attempts_one_active: {
    sql: copyRow(
      'attempts',
      `'state', 'pending'`,
      `exists (select 1 from attempts x where x.deposit_id = t.deposit_id and x.state = 'manual_review')`,
    ),
  },
  attempts_one_success: { sql: copyRow('attempts', `'state', 'succeeded'`, `t.state = 'succeeded'`) },
  attempts_reference_key: { sql: copyRow('attempts', `'reference', t.reference`) },
  attempts_seq_check: { sql: copyRow('attempts', `'seq', 0`) },
  attempts_steps: { sql: `update attempts set state = 'pending' where state = 'declined_soft'` },
  attempts_state_check: { sql: copyRow('attempts', `'state', 'paid'`) },
  captures_amount_check: { sql: copyCapture(`'amount', 0`) },
  captures_attempt_fkey: { sql: copyCapture(`'attempt_id', 99999999`) },
  captures_no_delete: { sql: `delete from captures`, refusedBy: 'append-only' },
  captures_booked: { sql: `${copyCapture('')}; set constraints all immediate` },
  captures_movement_check: { sql: copyCapture(`'movement', 0`) },
  captures_number_check: { sql: copyCapture(`'number', 0`) },
  captures_one_credit: {
    sql: copyRow('captures', `'number', 9, 'status', 'credited_late'`, `t.status in ('credited', 'credited_late')`),
  },
  captures_pkey: { sql: copyRow('captures', `'refund_reference', null`, `t.status in ('suspense', 'refunded')`) },
  captures_second_charge: { sql: copyCapture(`'number', 2, 'status', 'credited'`) },
  captures_refund_reference_key: { sql: `update captures set refund_reference = '${anId}'` },
  captures_status_check: { sql: copyCapture(`'status', 'lost'`) },
  captures_steps: { sql: `update captures set status = 'suspense' where status = 'credited'` },
  cards_brand_check: { sql: copyRow('cards', `'brand', 'other'`) },
  cards_country_check: { sql: copyRow('cards', `'country', 'au'`) },
  cards_exp_month_check: { sql: copyRow('cards', `'exp_month', 13`) },
  cards_exp_year_check: { sql: copyRow('cards', `'exp_year', 35`) },
  cards_last4_check: { sql: copyRow('cards', `'last4', '42424'`) },
  cards_details_present: { sql: 'update cards set number_sealed = null where removed_at is null' },
  cards_public_id_key: { sql: copyRow('cards', `'public_id', t.public_id`) },
  cards_save_slot_check: { sql: copyRow('cards', `'save_slot', 6`) },
  cards_slots: { sql: copyRow('cards', `'removed_at', null`, `t.removed_at is null`) },
  cards_state_check: { sql: copyRow('cards', `'state', 'nsw'`) },
  daily_deposit_counts_check: { sql: `update daily_deposit_counts set count = max_count + 1` },
  daily_deposit_counts_user_id_fkey: {
    sql: `insert into daily_deposit_counts (user_id, day, count, max_count) values (99999999, '2026-11-18', 1, 2)`,
  },
  deposits_amount_check: { sql: copyRow('deposits', `'amount', 0`) },
  deposits_bonus_check: { sql: copyRow('deposits', `'bonus', -1, 'wagering_required', 0`) },
  deposits_check: { sql: copyRow('deposits', `'method', 'crypto'`) },
  deposits_check1: { sql: copyRow('deposits', `'bonus', 1, 'wagering_required', 0, 'fixed', false`) },
  deposits_check2: { sql: copyRow('deposits', `'bonus', 1, 'wagering_required', 1, 'fixed', true`) },
  deposits_currency_check: { sql: copyRow('deposits', `'currency', 'CHF'`) },
  deposits_fixed: { sql: `update deposits set amount = amount` },
  deposits_idempotency_key: {
    sql: copyRow('deposits', `'idempotency_key', t.idempotency_key`, `t.idempotency_key is not null`),
  },
  deposits_idempotency_key_check: { sql: copyRow('deposits', `'idempotency_key', 'short'`) },
  deposits_method_check: { sql: copyRow('deposits', `'method', 'cash', 'card_id', null`) },
  deposits_one_open: {
    sql: `${copyRow('deposits', `'state', 'open'`)}; ${copyRow('deposits', `'state', 'processing'`, `t.state = 'open'`)}`,
  },
  deposits_processor_order_check: { sql: copyRow('deposits', `'processor_order', '[]'::jsonb`) },
  deposits_no_delete: { sql: `delete from deposits where false`, refusedBy: 'append-only' },
  deposits_steps: { sql: `update deposits set state = 'open' where state = 'failed'` },
  deposits_state_check: { sql: copyRow('deposits', `'state', 'paid'`) },
  ledger_balances_amount_check: { sql: `update ledger_balances set amount = -1` },
  ledger_balances_user_id_fkey: {
    sql: `insert into ledger_balances (user_id, account, currency, amount) values (99999999, 'cash', 'USD', 1)`,
  },
  ledger_entries_append_only: { sql: `update ledger_entries set kind = kind`, refusedBy: 'append-only' },
  ledger_entries_attempt_id_fkey: { sql: insertEntries(`(9000000001, 'attempt:99999999')`) },
  ledger_entries_kind_subject_key: { sql: insertEntries(`(9000000001, 'other'), (9000000002, 'other')`) },
  ledger_entries_pkey: { sql: insertEntries(`(9000000001, 'other'), (9000000001, 'another')`) },
  ledger_promo_claimed: {
    sql: `insert into ledger_entries (kind, subject, created_at) values ('promo.credited', 'promo:WELCOME:1', now())`,
  },
  ledger_entries_inserted: { sql: insertEntries(`(9000000001, 'other')`), refusedBy: 'ledger_entry_has_lines' },
  ledger_suspense_covered: { sql: postLines(`('suspense', null::bigint, -1), ('fees', null, 1)`) },
  ledger_lines_amount_check: { sql: postLines(`('fees', null::bigint, 0)`) },
  ledger_lines_append_only: { sql: `delete from ledger_lines`, refusedBy: 'append-only' },
  ledger_lines_check: { sql: postLines(`('cash', null::bigint, 1), ('fees', null, -1)`) },
  ledger_lines_inserted: { sql: postLines(`('fees', null::bigint, 1)`), refusedBy: 'ledger_balanced' },
  ledger_practice_apart: {
    sql: postLines(`('practice_house', null::bigint, -1), ('cash', ${aTrader}, 1)`),
    refusedBy: 'ledger_practice_apart',
  },
  processor_webhooks_event_id_check: { sql: copyRow('processor_webhooks', `'event_id', repeat('x', 101)`) },
  turnover_events_amount_check: { sql: insertTurnover(`'other', 'USD', 0`) },
  turnover_events_append_only: { sql: `truncate turnover_events`, refusedBy: 'append-only' },
  turnover_events_pkey: {
    sql: `insert into turnover_events (id, user_id, source, currency, amount, created_at) overriding system value
      select 9000000001, ${aTrader}, s::text, 'USD', 1, now() from generate_series(1, 2) s`,
  },
  turnover_events_source_check: { sql: insertTurnover(`repeat('x', 81), 'USD', 1`) },
  turnover_events_source_key: { sql: `${insertTurnover(`'other', 'USD', 1`)}; ${insertTurnover(`'other', 'USD', 2`)}` },
  turnover_events_user_id_fkey: { sql: insertTurnover(`'other', 'USD', 1`, '99999999') },
  wagering_requirements_bonus_check: { sql: copyRow('wagering_requirements', `'bonus', 0`) },
  wagering_requirements_done_check: { sql: copyRow('wagering_requirements', `'done', -1`) },
  wagering_requirements_required_check: { sql: copyRow('wagering_requirements', `'required', 0`) },
  wagering_requirements_source_key: { sql: copyRow('wagering_requirements', `'source', t.source`) },
}

function insertAlerts(idsAndSubjects: string): string {
  return `insert into alerts (id, kind, subject, created_at) overriding system value
    select id, 'test', subject, now() from (values ${idsAndSubjects}) v(id, subject)`
}

function insertEntries(idsAndSubjects: string): string {
  return `insert into ledger_entries (id, kind, subject, created_at) overriding system value
    select id, 'test', subject, now() from (values ${idsAndSubjects}) v(id, subject)`
}

function insertTurnover(values: string, user: string = aTrader): string {
  return `insert into turnover_events (user_id, source, currency, amount, created_at) select ${user}, ${values}, now()`
}

/** Whether the database refuses the probe by the rule. Changes nothing. @returns null, or what it answered instead */
export async function runProbe(client: pg.ClientBase, rule: DatabaseRule, isDropped = false): Promise<string | null> {
  const probe = databaseProbes[rule.name] ?? (rule.generatedProbe === null ? null : { sql: rule.generatedProbe })
  if (probe === null) return 'has no probe'
  await client.query('begin')
  try {
    if (isDropped) await client.query(rule.dropSql)
    const results: unknown = await client.query(probe.sql)
    const changed = [results].flat().some((result) => Number(Object(result).rowCount ?? 0) > 0)
    return changed ? 'was not refused' : 'changed nothing'
  } catch (error) {
    const { constraint, message } = Object(error) as { constraint?: string; message?: string }
    const expected = probe.refusedBy ?? rule.name
    return constraint === expected || message?.includes(expected) === true ? null : `refused: ${constraint ?? message}`
  } finally {
    await client.query('rollback')
  }
}
