import type pg from 'pg'

/** A constraint, unique index or trigger of the money tables, from the catalog. */
export type DatabaseRule = {
  readonly table: string
  readonly name: string
  readonly dropSql: string
  /** For a foreign key or primary key: a statement that violates it. */
  readonly generatedProbe: string | null
}

/**
 * `sql` must be refused. `refusedBy`: a constraint, or a part of the message; default: the rule's name. For a trigger that writes:
 * `effect`, a condition that must be true after `sql`.
 */
export type Probe = { readonly sql: string; readonly refusedBy?: string; readonly effect?: string }

/** Tables of money, of what is charged, and of what decides who gets a gift or a prize. */
const moneyTables = [
  'alerts',
  'attempt_events',
  'attempts',
  'captures',
  'card_client_logs',
  'cards',
  'crypto_blocks',
  'crypto_chains',
  'crypto_invoices',
  'crypto_receipts',
  'beacon_chains',
  'beacon_rounds',
  'daily_deposit_counts',
  'deposits',
  'exchange_rates',
  'first_losing_days',
  'gift_claims',
  'held_rates',
  'ledger_balances',
  'ledger_entries',
  'ledger_lines',
  'loss_returns',
  'market_candles',
  'market_days',
  'market_gaps',
  'market_quotes',
  'market_recorders',
  'market_secrets',
  'market_starts',
  'market_states',
  'offers',
  'payouts',
  'processor_webhooks',
  'promo_codes',
  'promo_redemptions',
  'signup_bonuses',
  'statement_code_charges',
  'statement_codes',
  'tournament_counts',
  'tournament_edges',
  'tournament_prizes',
  'tournament_ranges',
  'tournament_scores',
  'tournament_trade_values',
  'tournaments',
  'trade_exposures',
  'trade_refusals',
  'trade_sales',
  'trade_totals',
  'trades',
  'turnover_events',
  'user_marks',
  'wagering_requirements',
  'withdrawal_destinations',
  'withdrawals',
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
        ? // Of a row that has such a key, if there is one: a row without it can break another rule first.
          copyRow(
            table,
            `'${columns[0]}', ${types?.[0] === 'uuid' ? 'gen_random_uuid()' : '99999999'}`,
            `true order by t.${columns[0]}`,
          )
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

/** Probes post lines of practice money to them. */
export const aTrader = `(select max(user_id) from ledger_balances where account = 'practice')`

/** Columns that must differ from those of the copied row, unless a probe is about them. */
const freshColumns: Readonly<Record<string, string>> = {
  attempt_events: `'id', 9000000001`,
  attempts: `'id', 9000000001, 'seq', 99, 'reference', gen_random_uuid(), 'processor', 'OTHER', 'state', 'declined_soft'`,
  cards: `'id', 9000000001, 'public_id', gen_random_uuid(), 'removed_at', now()`,
  crypto_invoices: `'guid', gen_random_uuid(), 'address', gen_random_uuid(), 'ended_at', now(), 'paid', false, 'slot', null,
    'derivation_index', (select max(derivation_index) + 1 from crypto_invoices),
    'deposit_id', (select d.id from deposits d where not exists (select from crypto_invoices i where i.deposit_id = d.id) limit 1)`,
  crypto_receipts: `'id', 9000000001, 'txid', 'probe', 'state', 'seen', 'token', ''`,
  deposits: `'id', gen_random_uuid(), 'idempotency_key', null, 'state', 'failed'`,
  offers: `'user_id', ${aTrader}`,
  payouts: `'id', gen_random_uuid(), 'number', 99, 'reference', null, 'tries', 0, 'state', 'waiting', 'next_check_at', null`,
  processor_webhooks: `'id', gen_random_uuid()`,
  promo_codes: `'code', 'PROBE'`,
  promo_redemptions: `'id', 9000000001, 'state', 'removed', 'decided_at', now(), 'reason', null, 'deposit_id', null,
    'number', null, 'bonus', null, 'required', null, 'valid_at', null`,
  signup_bonuses: `'user_id', ${aTrader}`,
  statement_code_charges: `'deposit_id', (select id from deposits where id not in (select deposit_id from statement_code_charges) limit 1)`,
  statement_codes: `'user_id', ${aTrader}, 'confirmed_at', null, 'confirmed_by', null`,
  tournament_counts: `'shard', 99`,
  tournament_edges: `'shard', 99`,
  tournament_prizes: `'id', gen_random_uuid(), 'rank', 99, 'user_id', (select s.user_id from tournament_scores s
    where s.tournament_id = t.tournament_id and not exists (select from tournament_prizes p where p.user_id = s.user_id) limit 1)`,
  tournament_ranges: `'ranking', t.ranking + 1, 'number', 99999`,
  tournament_trade_values: `'at', t.at - interval '700 days'`,
  tournaments: `'id', 9000001, 'starts_at', t.starts_at - interval '700 days', 'ends_at', t.ends_at - interval '700 days'`,
  wagering_requirements: `'id', 9000000001, 'source', 'other'`,
  withdrawal_destinations: `'id', gen_random_uuid(), 'state', 'removed', 'removed_at', now()`,
  withdrawals: `'id', gen_random_uuid(), 'state', 'given_up', 'cash', null, 'bonus', null, 'confirmed_at', null, 'returned', 0,
    'reason', null, 'ended_at', now()`,
}

/** @param changes names and values for `jsonb_build_object` @param where on the row `t` */
export function copyRow(table: string, changes: string, where = 'true', base = freshColumns[table] ?? ''): string {
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

/** @param values code and rate */
function insertRate(table: 'exchange_rates' | 'held_rates', values: string): string {
  const [column, value] = table === 'exchange_rates' ? ['is_confirmed', 'false'] : ['readings', '1']
  return `insert into ${table} (code, rate, at, ${column}) values (${values}, '2000-01-01', ${value})`
}

/** Without the generated column, which cannot be written. */
const tradeColumns =
  'id, user_id, practice, symbol, direction, currency, stake, bonus_stake, payout_percent, rate, house_loss_max, simulated, digits, open_points, ' +
  'strike_points, quoted_at, arrived_at, entry_round, least_payout_percent, refusal, opened_at, expires_at, request_hash, state, close_points, opposite_user_id, closed_at, returned'
const isOpenTrade = `'state', 'open', 'close_points', null, 'closed_at', null, 'returned', null`

/** @param where on the trade `t` */
function copyTrade(changes: string, where = 'true'): string {
  const columns = tradeColumns.replaceAll(/\w+/g, 'r.$&')
  return `insert into trades (${tradeColumns}) select ${columns}
    from trades t, jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()) || jsonb_build_object(${changes})) r
   where t.entry_round is null and ${where} limit 1`
}

const copyOpenTrade = (changes: string, where?: string) => copyTrade(`${isOpenTrade}, ${changes}`, where)

/** Without the rules about trades and rounds. */
function insertSale(changes: Readonly<Record<string, string>> = {}): string {
  const row = {
    ...{ trade_id: 't.id', arrived_at: 't.opened_at', sale_at: 't.opened_at', entry_round: '5', least: '1' },
    ...{ fee_percent: '3', state: `'waiting'`, refusal: 'null', value: 'null' },
    ...changes,
  }
  return `set local session_replication_role = replica;
    insert into trade_sales (${Object.keys(row).join(', ')}) select ${Object.values(row).join(', ')}
      from (select * from trades order by id limit 1) t;
    set local session_replication_role = origin`
}

function insertRefusal(changes: Readonly<Record<string, string>> = {}): string {
  const row = {
    ...{ id: `'${anId}'`, user_id: aTrader, symbol: `'PROBE'`, direction: `'up'`, code: `'x'`, refused_at: 'now()' },
    ...{ entry_at: 'now()', expires_at: `now() + interval '30 s'`, strike_points: 'null', outcome: 'null' },
    ...changes,
  }
  return `insert into trade_refusals (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')})`
}

/** @param loss its currency and amount */
function insertLosingDay(userId: string, loss: string): string {
  return `insert into first_losing_days (user_id, day, currency, loss) values (${userId}, '2026-11-17', ${loss})`
}

/** Inserts the return of a loss of 100. @param terms percent and amount */
function insertLossReturn(terms: string): string {
  return `${insertLosingDay(aTraderWithoutBonus, `'USD', 10000`)};
    insert into loss_returns (user_id, currency, percent, amount, accepted_at)
    select user_id, currency, ${terms}, now() from first_losing_days where user_id = ${aTraderWithoutBonus}`
}

/** @param columns of a score, on the row `t`; others are those of `t`, of a participant whose score is above zero */
function copyScore(columns: Readonly<Record<string, string>>): string {
  // Without the generated column.
  const values = {
    tournament_id: 't.tournament_id',
    user_id: 't.user_id',
    score: 't.score',
    has_result: 't.has_result',
  }
  const row = { ...values, reached_at: 't.reached_at', own_stakes: 't.own_stakes', own_edge: 't.own_edge', ...columns }
  return `insert into tournament_scores (${Object.keys(row).join(', ')}) select ${Object.values(row).join(', ')}
    from tournament_scores t limit 1`
}

/** An entry with lines in the currency of `aTrader`. */
function postLines(lines: string): string {
  return `with entry as (
      insert into ledger_entries (kind, subject, created_at) values ('test', 'probe', now()) returning id
    ),
    line as (
      select entry.id, l.account, l.user_id, u.currency, l.amount
        from entry, users u, (values ${lines}) l(account, user_id, amount) where u.id = ${aTrader}
    ),
    recorded as (
      select record_movements(jsonb_build_array(jsonb_build_object(
               'id', min(id), 'kind', 'test', 'subject', 'probe', 'at', now(), 'lines', jsonb_agg(jsonb_build_object(
                 'account', account, 'userId', user_id, 'currency', currency, 'amount', amount)))))
        from line
    )
    insert into ledger_lines (entry_id, account, user_id, currency, amount)
    select line.* from recorded, line`
}

export const anId = '00000000-0000-4000-8000-000000000000'
export const aTraderWithoutBonus = `(select id from users u where not practice and currency = 'USD' and not exists (
  select from wagering_requirements w where w.user_id = u.id) limit 1)`

const isGift = `'gift', 'signup', 'source', 'promo:PROBE', 'deposit_id', null`
const isOpenInvoice = `'ended_at', null, 'paid', null`
const ofOneInvoiceTrader = `t.user_id = (select max(user_id) from crypto_invoices)`
const ofOneRedeemer = `t.user_id = (select max(user_id) from promo_redemptions)`
/** A notice or a change that a trigger has written has it. */
const farAhead = `'2200-01-01'`
const longAgo = '2020-01-01 00:00:00+00'

/** A code that is used with a deposit, or, claimed by the trader, without one. */
export function insertPromoCode(code: string, minDeposit: number | null = null): string {
  return `insert into promo_codes (code, audience, amount, min_deposit, starts_at, max_uses_per_trader, created_at)
    values ('${code}', 'everyone', 100, ${minDeposit}, '${longAgo}', 1, now());
    insert into gift_claims (gift, kind, hash, user_id, claimed_at)
    select 'code:${code}', kind, hash, user_id, now() from user_marks where user_id = ${aTrader} and kind <> 'address'`
}

export function usePromoCode(code: string, deposit = 'null::uuid'): string {
  return `insert into promo_redemptions (user_id, code, state, currency, amount, turnover_factor, release_factor, created_at, decided_at,
      valid_at, deposit_id, bonus, required)
    values (${aTrader}, '${code}', 'used', 'USD', 100, 30, 1, now(), now(), now(), ${deposit}, 100, 3000)`
}

/** With the id `anId`. */
function insertProcessingDeposit(changes: string): string {
  return copyRow('deposits', `'id', '${anId}', 'state', 'processing', 'ended_at', null, 'reason', null, ${changes}`)
}

const failDeposit = `update deposits set state = 'failed', ended_at = now(), updated_at = now() where id = '${anId}'`

/** Held money. */
const isHeld = (cash = 't.amount', bonus = '0', at = 't.created_at') =>
  `'cash', ${cash}, 'bonus', ${bonus}, 'confirmed_at', ${at}`
const isPaid = (cash?: string, bonus?: string, at?: string) => `'state', 'paid', ${isHeld(cash, bonus, at)}`

/** By name, with the reason: rules that no statement can violate alone. */
export const unreachableRules: Readonly<Record<string, string>> = {
  promo_redemptions_code_user_id_number_key: 'promo_redemptions_count numbers the uses of a code under its lock',
}

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
  captures_charging: { sql: copyCapture(`'processor', 'FRAUD'`) },
  captures_attempt_fkey: { sql: copyCapture(`'attempt_id', 99999999`) },
  captures_no_delete: { sql: `delete from captures`, refusedBy: 'append-only' },
  captures_booked: { sql: `${copyCapture('')}; set constraints all immediate` },
  captures_late_notice: {
    sql: copyCapture(
      `'status', 'credited_late', 'updated_at', '${longAgo}'`,
      'not exists (select from captures y where y.deposit_id = a.deposit_id)',
    ),
    effect: `exists (select from deposit_notices where kind = 'late' and created_at = '${longAgo}')`,
  },
  captures_paid_out: {
    sql: `set local session_replication_role = replica;
      insert into payouts (id, withdrawal_id, number, user_id, method, attempt_id, capture_number, processor, amount, untraded, currency, state,
          created_at, updated_at)
        select gen_random_uuid(), gen_random_uuid(), 1, 1, 'card', attempt_id, number, processor, 1, 0, 'USD', 'waiting', now(), now()
          from captures where status = 'credited_late';
      set local session_replication_role = origin;
      update captures set status = 'refund_due', movement = movement + 1 where status = 'credited_late'`,
  },
  captures_card_charged: {
    sql: `update cards set charged_at = null;
      ${copyCapture('', 'exists (select from deposits d where d.id = a.deposit_id and d.card_id is not null)')};
      set constraints captures_card_charged immediate`,
    refusedBy: 'is not marked as charged',
  },
  captures_payer_proved: {
    sql: `insert into user_marks (user_id, kind, hash, first_seen, last_seen)
        select distinct user_id, case method when 'card' then 'card' else 'payee' end, sha256('probe'), now(), now() from deposits;
      set local session_replication_role = replica;
      update attempts set payer_mark = sha256('probe');
      set local session_replication_role = origin;
      ${copyCapture(`'status', 'credited'`, 'not exists (select from captures y where y.deposit_id = a.deposit_id)')};
      set constraints captures_payer_proved immediate`,
    refusedBy: 'payer is not proved',
  },
  captures_notice: {
    sql: `update captures set status = 'taken_back', movement = movement + 1, updated_at = '${longAgo}' where status = 'credited'`,
    effect: `exists (select from deposit_notices where kind = 'taken_back' and created_at = '${longAgo}')`,
  },
  captures_one_per_output: {
    sql: copyCapture(
      `'processor', c.processor, 'processor_reference', c.processor_reference`,
      `c.processor in ('BTC', 'ETH')`,
    ),
  },
  captures_output: { sql: copyCapture(`'processor', 'BTC', 'processor_reference', null`) },
  captures_part: { sql: copyCapture(`'status', 'credited_part', 'processor', 'ORANGE'`) },
  captures_movement_check: { sql: copyCapture(`'movement', 0`) },
  captures_number_check: { sql: copyCapture(`'number', 0`) },
  captures_one_credit: {
    sql: copyRow('captures', `'number', 9, 'status', 'credited_late'`, `t.status in ('credited', 'credited_late')`),
  },
  captures_pkey: { sql: copyRow('captures', `'refund_reference', null`, `t.status in ('suspense', 'refunded')`) },
  captures_second_charge: { sql: copyCapture(`'number', 2, 'status', 'credited', 'processor', 'ORANGE'`) },
  captures_refund_reference_key: { sql: `update captures set refund_reference = '${anId}'` },
  captures_status_check: { sql: copyCapture(`'status', 'lost'`) },
  captures_steps: { sql: `update captures set status = 'suspense' where status = 'credited'` },
  captures_terms: {
    sql: `update captures set status = 'reversed' where status = 'credited'`,
    refusedBy: 'captures_movement',
  },
  card_client_logs_limit: {
    sql: insertClientLogs(`9000000000 + n, ${aTrader}`, 1001),
    effect: `1000 = (select count(*) from card_client_logs where user_id = ${aTrader})`,
  },
  card_client_logs_pkey: { sql: insertClientLogs(`9000000001, ${aTrader}`, 2) },
  card_client_logs_user_id_fkey: { sql: insertClientLogs('9000000001, 99999999', 1) },
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
  crypto_blocks_coin_fkey: { sql: `insert into crypto_blocks (coin, height, hash) values ('LTC', 1, 'x')` },
  crypto_blocks_pkey: {
    sql: `insert into crypto_blocks (coin, height, hash) values ('BTC', -1, 'x'), ('BTC', -1, 'y')`,
  },
  crypto_chains_coin_check: { sql: `insert into crypto_chains (coin) values ('LTC')` },
  crypto_chains_first_index_check: { sql: 'update crypto_chains set first_index = next_index + 1' },
  crypto_chains_height_check: { sql: 'update crypto_chains set height = -1' },
  crypto_invoices_address_key: { sql: copyRow('crypto_invoices', `'address', t.address`) },
  crypto_invoices_amount_due_check: { sql: copyRow('crypto_invoices', `'amount_due', 0`) },
  crypto_invoices_check: { sql: copyRow('crypto_invoices', `'paid', null`) },
  crypto_invoices_check1: { sql: copyRow('crypto_invoices', `'slot', 1`) },
  crypto_invoices_coin_derivation_index_key: {
    sql: copyRow('crypto_invoices', `'derivation_index', t.derivation_index`),
  },
  crypto_invoices_confirmations_check: { sql: copyRow('crypto_invoices', `'confirmations', 0`) },
  crypto_invoices_currency_check: { sql: copyRow('crypto_invoices', `'currency', 'CHF'`) },
  crypto_invoices_deposit_id_key: { sql: copyRow('crypto_invoices', `'deposit_id', t.deposit_id`) },
  crypto_invoices_derivation_index_check: { sql: copyRow('crypto_invoices', `'derivation_index', -1`) },
  crypto_invoices_expected_check: { sql: copyRow('crypto_invoices', `'expected', 0`) },
  crypto_invoices_fixed: { sql: 'update crypto_invoices set rate = rate' },
  crypto_invoices_no_delete: { sql: 'delete from crypto_invoices where false', refusedBy: 'append-only' },
  crypto_invoices_open: {
    sql: [1, 2].map(() => copyRow('crypto_invoices', `${isOpenInvoice}, 'slot', 1`, ofOneInvoiceTrader)).join('; '),
  },
  crypto_invoices_late_block: { sql: copyRow('crypto_invoices', `'block_until', '2000-01-01'`) },
  crypto_invoices_lock: { sql: copyRow('crypto_invoices', `'locked_max', t.amount_due - 1`) },
  crypto_invoices_spread: { sql: copyRow('crypto_invoices', `'market_rate', t.rate - 1`) },
  crypto_invoices_spread_percent_check: { sql: copyRow('crypto_invoices', `'spread_percent', -1`) },
  crypto_invoices_rate_check: { sql: copyRow('crypto_invoices', `'rate', 0`) },
  crypto_invoices_slot_check: { sql: copyRow('crypto_invoices', `${isOpenInvoice}, 'slot', 4`) },
  crypto_invoices_tolerance_check: { sql: copyRow('crypto_invoices', `'tolerance', -1`) },
  crypto_receipts_check: { sql: copyRow('crypto_receipts', `'state', 'token'`) },
  crypto_receipts_mined: {
    sql: copyRow('crypto_receipts', `'block_height', 1, 'block_hash', 'block', 'mined_at', null, 'market_rate', null`),
  },
  crypto_receipts_priced: {
    sql: copyRow('crypto_receipts', `'block_height', null, 'block_hash', null, 'mined_at', null, 'market_rate', 1`),
  },
  crypto_receipts_check1: { sql: copyRow('crypto_receipts', `'block_height', 1, 'block_hash', null`) },
  crypto_receipts_coin_txid_output_token_key: {
    sql: copyRow('crypto_receipts', `'txid', t.txid, 'token', t.token, 'state', t.state`),
  },
  crypto_receipts_fixed: { sql: 'update crypto_receipts set value = value' },
  crypto_receipts_market_rate_check: { sql: copyRow('crypto_receipts', `'market_rate', 0, 'mined_at', now()`) },
  crypto_receipts_no_delete: { sql: 'delete from crypto_receipts where false', refusedBy: 'append-only' },
  crypto_receipts_output_check: { sql: copyRow('crypto_receipts', `'output', -1`) },
  crypto_receipts_state_check: { sql: copyRow('crypto_receipts', `'state', 'paid'`) },
  crypto_receipts_steps: { sql: `update crypto_receipts set state = 'seen' where state = 'credited'` },
  crypto_receipts_value_check: { sql: copyRow('crypto_receipts', `'value', 0`) },
  daily_deposit_counts_check: { sql: `update daily_deposit_counts set count = max_count + 1` },
  daily_deposit_counts_user_id_fkey: {
    sql: `insert into daily_deposit_counts (user_id, day, count, max_count) values (99999999, '2026-11-18', 1, 2)`,
  },
  deposits_amount_check: { sql: copyRow('deposits', `'amount', 0`) },
  deposits_bonus_check: { sql: copyRow('deposits', `'bonus', -1, 'wagering_required', 0`) },
  deposits_release_max: { sql: copyRow('deposits', `'release_max', -1`) },
  deposits_check: { sql: copyRow('deposits', `'method', 'crypto'`, 't.card_id is not null') },
  deposits_check1: { sql: copyRow('deposits', `'bonus', 1, 'wagering_required', 0, 'fixed', false`) },
  deposits_check2: { sql: copyRow('deposits', `'bonus', 1, 'wagering_required', 1, 'fixed', true`) },
  deposits_currency_check: { sql: copyRow('deposits', `'currency', 'CHF'`) },
  deposits_invoice_ended: {
    sql: [
      insertProcessingDeposit(`'method', 'crypto', 'card_id', null`),
      copyRow('crypto_invoices', `'guid', '${anId}', 'deposit_id', '${anId}', ${isOpenInvoice}, 'slot', 1`),
      failDeposit,
      'set constraints deposits_invoice_ended immediate',
    ].join('; '),
    refusedBy: 'its invoice has not',
  },
  deposits_notice: {
    sql: `${insertProcessingDeposit(`'method', 'card'`)}; ${failDeposit}`,
    effect: `exists (select from deposit_notices where deposit_id = '${anId}' and kind = 'failed')`,
  },
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
  offers_bonus: { sql: copyRow('offers', `'promo', null`) },
  offers_opened: { sql: copyRow('offers', `'ends_at', null`) },
  offers_decided: { sql: copyRow('offers', `'decision', 'accepted'`) },
  offers_decision_check: { sql: copyRow('offers', `'decision', 'later', 'decided_at', now()`) },
  offers_name_check: { sql: copyRow('offers', `'name', 'endless'`) },
  offers_percent_check: { sql: copyRow('offers', `'percent', 101`) },
  offers_promo_check: { sql: copyRow('offers', `'promo', 'AB'`) },
  processor_webhooks_event_id_check: { sql: copyRow('processor_webhooks', `'event_id', repeat('x', 101)`) },
  promo_codes_amount_check: { sql: copyRow('promo_codes', `'amount', 0, 'percent', null`) },
  promo_codes_audience_check: { sql: copyRow('promo_codes', `'audience', 'friends'`) },
  promo_codes_bonus: { sql: copyRow('promo_codes', `'amount', 1, 'percent', 1, 'min_deposit', 100`) },
  promo_codes_check: { sql: copyRow('promo_codes', `'ends_at', t.starts_at - interval '1 day'`) },
  promo_codes_code_check: { sql: copyRow('promo_codes', `'code', 'a code'`) },
  promo_codes_fixed: { sql: 'update promo_codes set amount = amount' },
  promo_codes_gift_once: {
    sql: copyRow('promo_codes', `'amount', 1, 'percent', null, 'min_deposit', null, 'max_uses_per_trader', 2`),
  },
  promo_codes_max_uses_check: { sql: copyRow('promo_codes', `'max_uses', 0, 'uses', 0`) },
  promo_codes_max_uses_per_trader_check: {
    sql: copyRow('promo_codes', `'max_uses_per_trader', 0, 'min_deposit', 100`),
  },
  promo_codes_min_deposit_check: { sql: copyRow('promo_codes', `'min_deposit', 99`) },
  promo_codes_no_delete: { sql: 'delete from promo_codes where false', refusedBy: 'append-only' },
  promo_codes_percent: { sql: copyRow('promo_codes', `'percent', 5, 'amount', null, 'min_deposit', null`) },
  promo_codes_percent_check: { sql: copyRow('promo_codes', `'percent', 101, 'amount', null, 'min_deposit', 100`) },
  promo_codes_reserved: { sql: copyRow('promo_codes', `'code', 'RISK-FREE'`) },
  promo_codes_uses: { sql: 'update promo_codes set uses = max_uses + 1 where max_uses is not null' },
  promo_redemptions_bonus_check: { sql: copyRow('promo_redemptions', `'bonus', 0`) },
  promo_redemptions_booked: {
    sql: `${insertPromoCode('PROBE')}; ${usePromoCode('PROBE')}; set constraints all immediate`,
  },
  promo_redemptions_count: {
    sql: `${insertPromoCode('PROBE')}; ${usePromoCode('PROBE')}; ${usePromoCode('PROBE')}`,
    refusedBy: 'promo_redemptions_per_trader',
  },
  promo_redemptions_decided: { sql: copyRow('promo_redemptions', `'decided_at', null`) },
  promo_redemptions_deposit: {
    sql: [
      insertPromoCode('PROBE-1', 100),
      insertPromoCode('PROBE-2', 100),
      insertProcessingDeposit(`'method', 'card'`),
      usePromoCode('PROBE-1', `'${anId}'`),
      usePromoCode('PROBE-2', `'${anId}'`),
    ].join('; '),
  },
  promo_redemptions_final: { sql: `update promo_redemptions set code = code where state = 'removed'` },
  promo_redemptions_no_delete: { sql: 'delete from promo_redemptions where false', refusedBy: 'append-only' },
  promo_redemptions_number_check: { sql: copyRow('promo_redemptions', `'number', 0`) },
  promo_redemptions_pkey: { sql: copyRow('promo_redemptions', `'id', t.id`) },
  promo_redemptions_reason: { sql: copyRow('promo_redemptions', `'reason', 'promo.ended'`) },
  promo_redemptions_required_check: { sql: copyRow('promo_redemptions', `'required', 0`) },
  promo_redemptions_state_check: { sql: copyRow('promo_redemptions', `'state', 'lost'`) },
  promo_redemptions_stored: {
    sql: [9000000001, 9000000002]
      .map((id) => copyRow('promo_redemptions', `'id', ${id}, 'state', 'stored', 'decided_at', null`, ofOneRedeemer))
      .join('; '),
  },
  promo_redemptions_terms: { sql: copyRow('promo_redemptions', `'percent', 1, 'amount', 1`) },
  promo_redemptions_release_factor_check: { sql: copyRow('promo_redemptions', `'release_factor', 0`) },
  promo_redemptions_turnover_factor_check: { sql: copyRow('promo_redemptions', `'turnover_factor', 0`) },
  promo_redemptions_used: { sql: copyRow('promo_redemptions', `'number', 1`) },
  exchange_rates_code_check: { sql: insertRate('exchange_rates', `'DOGE', 1`) },
  exchange_rates_pkey: { sql: [1, 2].map(() => insertRate('exchange_rates', `'LTC', 1`)).join('; ') },
  exchange_rates_rate_check: { sql: insertRate('exchange_rates', `'LTC', 0`) },
  gift_claims_gift_check: { sql: copyRow('gift_claims', `'gift', ''`) },
  gift_claims_hash_check: { sql: copyRow('gift_claims', String.raw`'hash', '\x00'`) },
  gift_claims_user_id_fkey: { sql: copyRow('gift_claims', `'gift', 'other', 'user_id', 99999999`) },
  gift_claims_kind_check: { sql: copyRow('gift_claims', `'kind', 'address'`) },
  held_rates_code_check: { sql: insertRate('held_rates', `'DOGE', 1`) },
  held_rates_pkey: { sql: [1, 2].map(() => insertRate('held_rates', `'LTC', 1`)).join('; ') },
  held_rates_rate_check: { sql: insertRate('held_rates', `'LTC', 0`) },
  held_rates_readings_check: {
    sql: `insert into held_rates (code, rate, at, readings) values ('LTC', 1, '2000-01-01', 0)`,
  },
  first_losing_days_currency_check: { sql: insertLosingDay(aTrader, `'CHF', 1`) },
  first_losing_days_loss_check: { sql: insertLosingDay(aTrader, `'USD', 0`) },
  first_losing_days_pkey: {
    sql: `${insertLosingDay(aTrader, `'USD', 1`)}; ${insertLosingDay(aTrader, `'USD', 2`)}`,
  },
  first_losing_days_user_id_fkey: { sql: insertLosingDay('99999999', `'USD', 1`) },
  ledger_loss_return_exists: {
    sql: `insert into ledger_entries (kind, subject, created_at) values ('offer.returned', 'trade:${anId}', now())`,
  },
  loss_returns_amount_check: { sql: insertLossReturn('20, 0') },
  loss_returns_changed: {
    sql: `update loss_returns set trade_id = (select id from trades where state = 'won' limit 1)`,
    refusedBy: 'loss_returns_trade',
  },
  loss_returns_ended: { sql: 'update loss_returns set returned = 0' },
  loss_returns_fixed: { sql: 'update loss_returns set amount = amount' },
  loss_returns_inserted: { sql: insertLossReturn('20, 1999'), refusedBy: 'loss_returns_terms' },
  loss_returns_no_delete: { sql: 'delete from loss_returns where false', refusedBy: 'append-only' },
  loss_returns_percent_check: { sql: insertLossReturn('21, 2000') },
  loss_returns_pkey: { sql: 'insert into loss_returns select * from loss_returns' },
  loss_returns_trade_id_fkey: { sql: `update loss_returns set trade_id = '${anId}'` },
  loss_returns_trade_id_key: {
    sql: `set local session_replication_role = replica;
      insert into loss_returns (user_id, currency, percent, amount, accepted_at, trade_id)
      select n, 'USD', 20, 1, now(), '${anId}' from generate_series(99999998, 99999999) n`,
  },
  loss_returns_user_id_fkey: {
    sql: `alter table loss_returns disable trigger loss_returns_inserted;
      insert into loss_returns (user_id, currency, percent, amount, accepted_at) values (99999999, 'USD', 20, 1, now())`,
  },
  ledger_prize_exists: {
    sql: `insert into ledger_entries (kind, subject, created_at) values ('prize.paid', 'tournament:1/1', now())`,
  },
  ledger_withdrawal_exists: {
    sql: `with entry as (
        insert into ledger_entries (kind, subject, created_at) values ('withdrawal.held', 'withdrawal:${anId}', now()) returning id
      )
      insert into ledger_lines (entry_id, account, currency, amount)
        select entry.id, l.account, 'USD', l.amount from entry, (values ('fees', 1), ('payout', -1)) l(account, amount);
      set constraints all immediate`,
  },
  ledger_trade_exists: {
    sql: `insert into ledger_entries (kind, subject, created_at) values ('trade.closed', 'trade:${anId}', now())`,
  },
  market_candles_low_check: { sql: insertMarketCandle('60, now(), 0, 5, 0, 5') },
  market_candles_pkey: {
    sql: `${insertMarketCandle('60, now(), 5, 5, 5, 5')}; ${insertMarketCandle('60, now(), 6, 6, 6, 6')}`,
  },
  market_candles_range: { sql: insertMarketCandle('60, now(), 5, 4, 3, 4') },
  market_candles_seconds_check: { sql: insertMarketCandle('61, now(), 5, 5, 5, 5') },
  market_candles_symbol_check: { sql: insertMarketCandle('60, now(), 5, 5, 5, 5', 'p') },
  market_days_append_only: { sql: 'update market_days set announced_at = announced_at', refusedBy: 'append-only' },
  market_days_no_truncate: { sql: 'truncate market_days', refusedBy: 'append-only' },
  market_days_pkey: { sql: `${insertMarketDay('a')}; ${insertMarketDay('b')}` },
  market_days_root_check: { sql: `insert into market_days values ('${longAgo}', 'short', now())` },
  market_gaps_append_only: {
    sql: `${insertMarketGap()}; update market_gaps set to_at = to_at`,
    refusedBy: 'append-only',
  },
  market_gaps_no_trade: { sql: `${insertMarketGap()}; ${insertMarketGap(`'2200-01-01T12:00Z'`, `'2200-01-03'`)}` },
  market_gaps_no_truncate: { sql: 'truncate market_gaps', refusedBy: 'append-only' },
  market_gaps_pkey: { sql: `${insertMarketGap()}; ${insertMarketGap()}` },
  market_gaps_range: { sql: insertMarketGap(farAhead, farAhead) },
  market_quotes_fixed: { sql: 'update market_quotes set points = points', refusedBy: 'append-only' },
  market_quotes_order: { sql: `${insertMarketQuote('now()')}; ${insertMarketQuote(`'${longAgo}'`)}` },
  market_quotes_pkey: { sql: `${insertMarketQuote('now()')}; ${insertMarketQuote('now()')}` },
  market_quotes_points_check: { sql: insertMarketQuote('now()', 0) },
  market_quotes_trades: { sql: insertMarketQuote('now()', 5, 'PROBE', [5, 6]) },
  market_quotes_symbol_check: { sql: insertMarketQuote('now()', 5, 'p') },
  market_recorders_holder_check: { sql: `insert into market_recorders values (1, '', now(), now())` },
  market_recorders_id_check: { sql: `insert into market_recorders values (2, 'probe', now(), now())` },
  market_recorders_pkey: { sql: `insert into market_recorders values (1, 'a', now(), now()), (1, 'b', now(), now())` },
  market_secrets_fixed: { sql: `${insertMarketSecret(1)}; update market_secrets set created_at = '${longAgo}'` },
  market_secrets_id_check: { sql: insertMarketSecret(2) },
  market_secrets_no_truncate: { sql: 'truncate market_secrets', refusedBy: 'append-only' },
  market_secrets_not_deleted: { sql: 'delete from market_secrets', refusedBy: 'append-only' },
  market_starts_append_only: { sql: 'update market_starts set points = points + 1', refusedBy: 'append-only' },
  market_starts_no_truncate: { sql: 'truncate market_starts', refusedBy: 'append-only' },
  market_starts_pkey: { sql: `insert into market_starts values ('PROBE', 1, now()), ('PROBE', 2, now())` },
  market_starts_points_check: { sql: `insert into market_starts values ('PROBE', 0, now())` },
  market_starts_symbol_check: { sql: `insert into market_starts values ('p', 1, now())` },
  market_states_append_only: {
    sql: `${insertMarketState('5, 0')}; update market_states set sum = 1`,
    refusedBy: 'append-only',
  },
  market_states_no_truncate: { sql: 'truncate market_states', refusedBy: 'append-only' },
  market_states_pkey: { sql: `${insertMarketState('5, 0')}; ${insertMarketState('6, 0')}` },
  market_states_start_points_check: { sql: insertMarketState('0, 0') },
  market_states_symbol_check: { sql: insertMarketState('5, 0', 'p') },
  market_states_window: { sql: `insert into market_states values ('PROBE', '2026-11-26T10:01:00Z', 5, 0)` },
  beacon_chains_append_only: {
    sql: `update beacon_chains set beacon_id = 'b'`,
    refusedBy: 'append-only',
  },
  beacon_chains_genesis_seconds_check: { sql: insertBeaconChain({ genesis: 0 }) },
  beacon_chains_group_hash_check: { sql: insertBeaconChain({ groupHash: 'f' }) },
  beacon_chains_hash_check: { sql: insertBeaconChain({ hash: 'f' }) },
  beacon_chains_id_check: { sql: insertBeaconChain({ id: 2 }) },
  beacon_chains_no_truncate: { sql: 'truncate beacon_chains', refusedBy: 'append-only' },
  beacon_chains_pkey: { sql: `${insertBeaconChain()}; ${insertBeaconChain()}` },
  beacon_chains_public_key_check: { sql: insertBeaconChain({ publicKey: 'f' }) },
  beacon_rounds_append_only: {
    sql: `${insertBeaconRound(7)}; update beacon_rounds set round = 8`,
    refusedBy: 'append-only',
  },
  beacon_rounds_no_truncate: { sql: 'truncate beacon_rounds', refusedBy: 'append-only' },
  beacon_rounds_pkey: { sql: `${insertBeaconRound(7)}; ${insertBeaconRound(7)}` },
  beacon_rounds_round_check: { sql: insertBeaconRound(0) },
  beacon_rounds_signature_check: { sql: insertBeaconRound(7, 47) },
  market_secrets_pkey: { sql: `${insertMarketSecret(1)}; ${insertMarketSecret(1)}` },
  signup_bonuses_claim: { sql: `update signup_bonuses set code = 'OTHER'`, refusedBy: 'signup_bonuses_once' },
  signup_bonuses_code_check: { sql: copyRow('signup_bonuses', `'code', 'AB'`) },
  signup_bonuses_decided: { sql: 'update signup_bonuses set decided_at = now()' },
  signup_bonuses_reason: { sql: `update signup_bonuses set reason = 'promo.given_before'` },
  signup_bonuses_state_check: { sql: `update signup_bonuses set state = 'lost', decided_at = now()` },
  signup_bonuses_waiting: { sql: copyRow('signup_bonuses', `'state', 'refused', 'decided_at', now()`) },
  statement_codes_attempts_left_check: { sql: copyRow('statement_codes', `'attempts_left', 6`) },
  statement_codes_code_check: { sql: copyRow('statement_codes', `'code', '12345'`) },
  statement_codes_confirmed: { sql: copyRow('statement_codes', `'confirmed_at', now()`) },
  statement_codes_confirmed_by_check: {
    sql: copyRow('statement_codes', `'confirmed_at', now(), 'confirmed_by', 'bank'`),
  },
  statement_codes_fixed: { sql: `update statement_codes set code = '654321'` },
  statement_codes_no_attempts: {
    sql: copyRow('statement_codes', `'attempts_left', 0, 'confirmed_at', now(), 'confirmed_by', 'trader'`),
  },
  statement_codes_steps: { sql: 'update statement_codes set attempts_left = attempts_left - 2' },
  trade_exposures_limit: { sql: insertExposures(2, 1) },
  trade_exposures_pkey: { sql: insertExposures(1, 1, 2) },
  trade_refusals_direction_check: { sql: insertRefusal({ direction: `'left'` }) },
  trade_refusals_times: { sql: insertRefusal({ expires_at: 'now()' }) },
  trade_refusals_fixed: { sql: `${insertRefusal()}; update trade_refusals set code = code` },
  trade_refusals_outcome_check: { sql: insertRefusal({ outcome: `'paid'` }) },
  trade_refusals_pkey: { sql: `${insertRefusal()}; ${insertRefusal()}` },
  trade_refusals_steps: { sql: `${insertRefusal({ outcome: `'won'` })}; update trade_refusals set outcome = 'lost'` },
  trade_refusals_strike_points_check: { sql: insertRefusal({ strike_points: '0' }) },
  trade_refusals_symbol_check: { sql: insertRefusal({ symbol: `'p'` }) },
  trade_refusals_user_id_fkey: { sql: insertRefusal({ user_id: '99999999' }) },
  trade_sales_arrived_at: { sql: insertSale({ arrived_at: `t.opened_at + interval '1 s'` }) },
  trade_sales_carried_out: {
    sql: `${insertSale()}; update trade_sales set state = 'sold', value = 1 where entry_round = 5`,
  },
  trade_sales_entry_round_check: { sql: insertSale({ entry_round: '0' }) },
  trade_sales_fee_percent_check: { sql: insertSale({ fee_percent: '-1' }) },
  trade_sales_fixed: { sql: `${insertSale()}; update trade_sales set least = least` },
  trade_sales_least_check: { sql: insertSale({ least: '-1' }) },
  trade_sales_no_delete: { sql: 'delete from trade_sales where false', refusedBy: 'append-only' },
  trade_sales_pkey: { sql: `${insertSale({ state: `'refused'`, refusal: `'x'` })}; ${insertSale()}` },
  trade_sales_refusal: { sql: insertSale({ refusal: `'x'` }) },
  trade_sales_sealed: {
    sql: `insert into trade_sales (trade_id, arrived_at, sale_at, entry_round, least, fee_percent, state)
      select id, opened_at, opened_at, 5, 1, 3, 'waiting' from trades limit 1`,
  },
  trade_sales_state_check: { sql: insertSale({ state: `'paid'` }) },
  trade_sales_steps: {
    sql: `${insertSale({ state: `'refused'`, refusal: `'x'` })}; update trade_sales set state = 'waiting', refusal = null`,
  },
  trade_sales_trade_id_fkey: {
    sql: `alter table trade_sales disable trigger trade_sales_sealed;
      insert into trade_sales (trade_id, arrived_at, sale_at, entry_round, least, fee_percent, state)
      values ('${anId}', now(), now(), 5, 1, 3, 'waiting')`,
  },
  trade_sales_value: { sql: insertSale({ state: `'sold'`, value: '0' }) },
  trade_sales_value_check: { sql: insertSale({ value: '-1' }) },
  trade_sales_waiting: { sql: `${insertSale()}; ${insertSale({ sale_at: `t.opened_at + interval '3 s'` })}` },
  trades_arrived_at: { sql: copyOpenTrade(`'arrived_at', t.opened_at + interval '1 s'`) },
  trades_bonus_stake: { sql: copyOpenTrade(`'bonus_stake', t.stake + 1`) },
  // A lost practice trade has no entry and no turnover.
  trade_sums_written: {
    sql: `set local session_replication_role = replica;
      ${copyOpenTrade(`'id', '${anId}', 'practice', true, 'bonus_stake', 0, 'direction', 'up'`)};
      set local session_replication_role = origin;
      update trades set state = 'lost', close_points = open_points - 1, closed_at = expires_at, returned = 0 where id = '${anId}'`,
    effect: `(select count(*) from trades where practice and state = 'lost')
      = (select sum(count) from trade_days where practice and state = 'lost')`,
  },
  trades_close_points_check: { sql: copyTrade(`'close_points', 0`, `t.state = 'lost' and t.direction = 'up'`) },
  trades_closed: {
    sql: `set local session_replication_role = replica;
      ${copyOpenTrade(`'id', '${anId}'`)};
      set local session_replication_role = origin;
      update trades set state = 'void', closed_at = expires_at + interval '1 minute', returned = stake where id = '${anId}'`,
    refusedBy: 'trades_booked',
  },
  trades_closed_at: { sql: copyTrade(`'closed_at', t.expires_at - interval '1 s'`, `t.state = 'won'`) },
  trades_closed_whole: { sql: copyTrade(`'state', 'open'`, `t.state = 'tie'`) },
  trades_currency_check: { sql: copyOpenTrade(`'currency', 'CHF'`) },
  trades_digits_check: { sql: copyOpenTrade(`'digits', 9`) },
  trades_direction_check: { sql: copyOpenTrade(`'direction', 'left'`) },
  trades_entry_round_check: {
    sql: `set local session_replication_role = replica; ${copyOpenTrade(`'entry_round', 0`)}`,
  },
  trades_expiry: { sql: copyOpenTrade(`'expires_at', t.opened_at`) },
  trades_fixed: { sql: 'update trades set stake = stake' },
  trades_least_payout_percent_check: { sql: copyOpenTrade(`'least_payout_percent', -1`) },
  trades_no_delete: { sql: 'delete from trades where false', refusedBy: 'append-only' },
  trades_loss_returned: {
    sql: `set local session_replication_role = replica;
      ${copyOpenTrade(`'id', '${anId}'`, 'not t.practice')};
      insert into loss_returns (user_id, currency, percent, amount, accepted_at, trade_id) values (99999999, 'USD', 20, 1, now(), '${anId}');
      set local session_replication_role = origin;
      alter table trades disable trigger trades_closed;
      update trades set state = 'void', closed_at = expires_at + interval '1 minute', returned = stake where id = '${anId}'`,
  },
  trades_open_points_check: { sql: copyOpenTrade(`'open_points', 0`) },
  trades_opening_fixed: {
    sql: `set local session_replication_role = replica;
      ${copyOpenTrade(`'id', '${anId}'`)};
      set local session_replication_role = origin;
      update trades set open_points = open_points + 1 where id = '${anId}'`,
  },
  trades_opened: { sql: copyOpenTrade(`'symbol', t.symbol`), refusedBy: 'trades_booked' },
  trades_opposite: { sql: copyOpenTrade(`'opposite_user_id', t.user_id`) },
  trades_outcome: { sql: copyTrade(`'state', 'lost', 'returned', 0`, `t.state = 'won'`) },
  trades_payout_percent_check: { sql: copyOpenTrade(`'payout_percent', 0`) },
  trades_pkey: { sql: copyOpenTrade(`'id', t.id`) },
  trades_quote_age: { sql: copyOpenTrade(`'quoted_at', t.opened_at - interval '3 s'`) },
  trades_rate_check: { sql: copyOpenTrade(`'rate', -1`) },
  trades_refusal: { sql: copyOpenTrade(`'refusal', 'x'`) },
  trades_returned: { sql: copyTrade(`'returned', t.returned + 1`, `t.state = 'won'`) },
  trades_sealed: { sql: copyOpenTrade(`'entry_round', 5, 'open_points', null, 'quoted_at', null`) },
  trades_stake_check: { sql: copyOpenTrade(`'stake', 0, 'bonus_stake', 0`) },
  trades_state_check: { sql: copyTrade(`'state', 'paid'`, `t.state = 'tie'`) },
  trades_steps: { sql: `update trades set state = 'open' where state = 'won'` },
  trades_strike_points_check: { sql: copyOpenTrade(`'strike_points', 0`) },
  trades_symbol_check: { sql: copyOpenTrade(`'symbol', 'eur'`) },
  trades_waiting: { sql: copyOpenTrade(`'open_points', null`) },
  tournament_counts_participants_check: { sql: copyRow('tournament_counts', `'participants', -1`) },
  tournament_counts_tournament_id_range_fkey: { sql: copyRow('tournament_counts', `'range', 99999`) },
  tournament_edges_own_edge_check: { sql: copyRow('tournament_edges', `'own_edge', -1`) },
  tournament_prizes_amount_check: { sql: copyRow('tournament_prizes', `'amount', 0`) },
  tournament_prizes_approved: { sql: copyRow('tournament_prizes', `'settled_at', now()`, 't.needs_approval') },
  tournament_prizes_checked: {
    sql: copyRow('tournament_prizes', `'score', 9000000000`),
    refusedBy: 'tournament_prizes_place',
  },
  tournament_prizes_content: { sql: copyRow('tournament_prizes', `'required', 1`, `t.kind = 'cash'`) },
  tournament_prizes_converted: { sql: copyRow('tournament_prizes', `'paid', t.paid + 1`, `t.kind = 'cash'`) },
  tournament_prizes_deadline: { sql: copyRow('tournament_prizes', `'verify_until', t.created_at - interval '1 s'`) },
  tournament_prizes_end: {
    sql: copyRow('tournament_prizes', `'settled_at', now(), 'lapsed_at', now()`, 'not t.needs_approval'),
  },
  tournament_prizes_fixed: { sql: 'update tournament_prizes set amount = amount' },
  tournament_prizes_held: { sql: copyRow('tournament_prizes', `'needs_approval', true`, `t.kind = 'bonus'`) },
  tournament_prizes_id_key: { sql: copyRow('tournament_prizes', `'id', t.id`) },
  tournament_prizes_item_check: { sql: copyRow('tournament_prizes', `'item', ''`, `t.kind = 'item'`) },
  tournament_prizes_kind_check: {
    sql: copyRow('tournament_prizes', `'kind', 'voucher', 'needs_approval', false`, `t.kind = 'cash'`),
  },
  tournament_prizes_no_delete: { sql: 'delete from tournament_prizes where false', refusedBy: 'append-only' },
  tournament_prizes_rank_check: { sql: copyRow('tournament_prizes', `'rank', 101`) },
  tournament_prizes_rate_check: { sql: copyRow('tournament_prizes', `'rate', 0, 'paid', 1`, `t.kind = 'cash'`) },
  tournament_prizes_release_max_check: { sql: copyRow('tournament_prizes', `'release_max', -1`, `t.kind = 'bonus'`) },
  tournament_prizes_required_check: { sql: copyRow('tournament_prizes', `'required', 0`, `t.kind = 'bonus'`) },
  tournament_prizes_score_check: { sql: copyRow('tournament_prizes', `'score', 0`) },
  tournament_prizes_sent: { sql: copyRow('tournament_prizes', `'sent_at', now()`, `t.kind = 'item'`) },
  tournament_prizes_settled: {
    sql: `update tournament_prizes set settled_at = now() where kind = 'item'`,
    refusedBy: 'tournament_prizes_verified',
  },
  tournament_prizes_tournament_id_user_id_key: { sql: copyRow('tournament_prizes', `'user_id', t.user_id`) },
  tournament_ranges_tournament_id_number_key: { sql: copyRow('tournament_ranges', `'number', t.number`) },
  tournament_scores_own_edge_check: { sql: copyScore({ own_edge: '-1' }) },
  tournament_scores_own_stakes_check: { sql: copyScore({ own_stakes: '-1' }) },
  tournament_scores_pkey: { sql: copyScore({}) },
  tournament_scores_tournament_id_fkey: { sql: copyScore({ tournament_id: '99999999' }) },
  tournament_scores_user_id_fkey: { sql: copyScore({ user_id: '99999999' }) },
  tournament_trade_values_at_check: { sql: copyRow('tournament_trade_values', `'at', t.at + interval '1 s'`) },
  tournament_trade_values_fixed: {
    sql: 'update tournament_trade_values set value = value where false',
    refusedBy: 'append-only',
  },
  tournament_trade_values_value_check: { sql: copyRow('tournament_trade_values', `'value', -1`) },
  tournaments_dates: { sql: copyRow('tournaments', `'starts_at', t.starts_at + interval '1 hour'`) },
  tournaments_finish: { sql: copyRow('tournaments', `'finished_at', t.starts_at - interval '700 days', 'fund', null`) },
  tournaments_finished: { sql: 'update tournaments set finished_at = finished_at where finished_at is not null' },
  tournaments_fixed: { sql: 'update tournaments set type = type' },
  tournaments_fund: { sql: copyRow('tournaments', `'finished_at', null, 'fund', 1`) },
  tournaments_fund_check: { sql: copyRow('tournaments', `'finished_at', t.ends_at, 'fund', -1`) },
  tournaments_no_delete: { sql: 'delete from tournaments where false', refusedBy: 'append-only' },
  tournaments_type_check: { sql: copyRow('tournaments', `'type', 'daily'`, `t.type = 'weekend'`) },
  tournaments_type_starts_at_key: { sql: copyRow('tournaments', `'starts_at', t.starts_at, 'ends_at', t.ends_at`) },
  trades_user_id_fkey: {
    sql: `set local session_replication_role = origin; alter table trades disable trigger trades_opened;
      ${copyOpenTrade(`'user_id', 99999999`)}; alter table trades enable trigger trades_opened`,
  },
  turnover_trade_exists: { sql: insertTurnover(`'trade:${anId}', 'USD', 1`) },
  turnover_events_amount_check: { sql: insertTurnover(`'other', 'USD', 0`) },
  turnover_events_append_only: { sql: `truncate turnover_events`, refusedBy: 'append-only' },
  turnover_events_pkey: {
    sql: `insert into turnover_events (id, user_id, source, currency, amount, created_at) overriding system value
      select 9000000001, ${aTrader}, s::text, 'USD', 1, now() from generate_series(1, 2) s`,
  },
  turnover_events_source_check: { sql: insertTurnover(`repeat('x', 81), 'USD', 1`) },
  turnover_events_source_key: { sql: `${insertTurnover(`'other', 'USD', 1`)}; ${insertTurnover(`'other', 'USD', 2`)}` },
  turnover_events_user_id_fkey: { sql: insertTurnover(`'other', 'USD', 1`, '99999999') },
  bonus_money_has_requirement: {
    sql: `insert into ledger_balances (user_id, account, currency, amount) values (${aTraderWithoutBonus}, 'bonus', 'USD', 1);
      set constraints all immediate`,
  },
  bonus_money_has_requirement_ended: {
    sql: `alter table wagering_requirements disable trigger wagering_requirements_staked;
      update wagering_requirements set cancelled_at = now()
       where cancelled_at is null and finished_at is null and user_id in (select user_id from ledger_balances where account = 'bonus' and amount > 0);
      set constraints all immediate`,
    refusedBy: 'bonus_money_has_requirement',
  },
  bonus_released: {
    sql: `set local session_replication_role = replica;
      insert into ledger_entries (kind, subject, created_at) values ('trade.opened', 'probe', now());
      set local session_replication_role = origin; alter table ledger_entries disable trigger ledger_entries_inserted;
      insert into ledger_entries (kind, subject, created_at) values ('bonus.released', 'probe', now()); set constraints all immediate`,
  },
  bonus_released_finished: {
    sql: `${copyRow('wagering_requirements', `'id', 9000000001, 'source', 'probe', 'done', t.required, 'cancelled_at', null`)};
      alter table wagering_requirements disable trigger wagering_requirements_staked;
      update wagering_requirements set finished_at = now(), released = release_max where source = 'probe'; set constraints all immediate`,
    refusedBy: 'bonus_released',
  },
  user_marks_check: { sql: copyRow('user_marks', `'kind', 'payee', 'last_seen', t.first_seen - interval '1 s'`) },
  user_marks_hash_check: { sql: copyRow('user_marks', String.raw`'hash', '\x00'`) },
  user_marks_kind_check: { sql: copyRow('user_marks', `'kind', 'name'`) },
  wagering_requirements_gift: { sql: copyRow('wagering_requirements', `'gift', 'signup'`) },
  wagering_requirements_gift_check: { sql: copyRow('wagering_requirements', `${isGift}, 'gift', ''`) },
  wagering_requirements_given_once: {
    sql: copyRow(
      'wagering_requirements',
      `${isGift}, 'given_before_to', t.user_id, 'finished_at', null, 'released', null`,
    ),
  },
  wagering_requirements_given_before_to_fkey: {
    sql: copyRow(
      'wagering_requirements',
      `${isGift}, 'given_before_to', 99999999, 'done', t.required, 'finished_at', now(), 'released', 0`,
    ),
  },
  wagering_requirements_given_before: {
    sql: `set local session_replication_role = replica;
      create temporary table person on commit drop as values (${aTrader}), (${aTraderWithoutBonus});
      insert into user_marks (user_id, kind, hash, proved, first_seen, last_seen)
      select column1, 'card', sha256('probe'), true, now(), now() from person;
      insert into wagering_requirements (user_id, source, currency, bonus, required, release_max, gift, created_at)
      select column1, 'promo:PROBE:' || column1, 'USD', 1, 1, 1, 'code:PROBE', now() from person;
      set local session_replication_role = origin;
      update wagering_requirements set done = 1, finished_at = now(), released = 1
       where id = (select max(id) from wagering_requirements)`,
  },
  wagering_requirements_finished: { sql: copyRow('wagering_requirements', `'released', 1`) },
  wagering_requirements_fixed: {
    sql: 'update wagering_requirements set required = required',
    refusedBy: 'cannot change',
  },
  wagering_requirements_frozen: {
    sql: copyRow('wagering_requirements', `'frozen_for', gen_random_uuid(), 'cancelled_at', now()`),
  },
  wagering_requirements_release_max_check: { sql: copyRow('wagering_requirements', `'release_max', -1`) },
  wagering_requirements_staked: {
    sql: `set local session_replication_role = replica;
      ${copyOpenTrade(`'id', '${anId}', 'practice', false, 'bonus_stake', t.stake`)};
      ${copyRow('wagering_requirements', `'id', 9000000001, 'source', 'probe', 'cancelled_at', null, 'deposit_id', null, 'user_id', (select user_id from trades where id = '${anId}')`)};
      set local session_replication_role = origin; alter table wagering_requirements disable trigger bonus_money_has_requirement_ended;
      update wagering_requirements set cancelled_at = now() where source = 'probe'; set constraints all immediate`,
  },
  wagering_requirements_steps: {
    sql: `${copyRow('wagering_requirements', `'id', 9000000001, 'source', 'probe', 'cancelled_at', now()`)};
      update wagering_requirements set done = done + 1 where source = 'probe'`,
    refusedBy: 'cannot change',
  },
  wagering_requirements_bonus_check: { sql: copyRow('wagering_requirements', `'bonus', 0`) },
  wagering_requirements_done_check: { sql: copyRow('wagering_requirements', `'done', -1`) },
  wagering_requirements_required_check: { sql: copyRow('wagering_requirements', `'required', 0`) },
  wagering_requirements_source_key: { sql: copyRow('wagering_requirements', `'source', t.source`) },
  payouts_amount_check: { sql: copyRow('payouts', `'amount', 0`) },
  payouts_booked: {
    sql: `set local session_replication_role = replica;
      ${copyRow('payouts', `'id', '${anId}', 'state', 'sent', 'tries', 1, 'reference', '${anId}', 'next_check_at', now()`)};
      set local session_replication_role = origin;
      update payouts set state = 'paid', next_check_at = null where id = '${anId}'; set constraints all immediate`,
  },
  payouts_capture_fkey: { sql: copyRow('payouts', `'attempt_id', 99999999`, 't.attempt_id is not null') },
  payouts_consistent: {
    sql: `${copyRow('payouts', `'amount', 1`, 't.destination_id is not null and t.attempt_id is null')}; set constraints all immediate`,
    refusedBy: 'withdrawals_payouts_sum',
  },
  payouts_destination_id_fkey: {
    sql: copyRow('payouts', `'destination_id', gen_random_uuid()`, 't.destination_id is not null'),
  },
  payouts_due: { sql: copyRow('payouts', `'next_check_at', now()`) },
  payouts_fixed: { sql: 'update payouts set amount = amount' },
  payouts_no_delete: { sql: 'delete from payouts where false', refusedBy: 'append-only' },
  payouts_number_check: { sql: copyRow('payouts', `'number', 0`) },
  payouts_one_place: { sql: copyRow('payouts', `'destination_id', null`, 't.attempt_id is null') },
  payouts_place: { sql: copyRow('payouts', `'currency', 'EUR'`), refusedBy: 'payouts_owner' },
  payouts_reference: { sql: copyRow('payouts', `'tries', 1`) },
  payouts_reference_key: {
    sql: copyRow(
      'payouts',
      `'tries', 1, 'reference', t.reference, 'state', 'sent', 'next_check_at', now()`,
      't.reference is not null',
    ),
  },
  payouts_sendable: {
    sql: `set local session_replication_role = replica;
      ${copyRow('payouts', `'id', '${anId}', 'destination_id', gen_random_uuid()`, 't.destination_id is not null')};
      set local session_replication_role = origin;
      update payouts set state = 'due', next_check_at = now() where id = '${anId}'`,
    refusedBy: 'payouts_destination_gone',
  },
  payouts_state_check: { sql: copyRow('payouts', `'state', 'lost', 'tries', 1, 'reference', gen_random_uuid()`) },
  payouts_steps: { sql: `update payouts set state = 'due', next_check_at = now() where state = 'paid'` },
  payouts_tries: { sql: `update payouts set tries = tries + 1 where state = 'paid'` },
  payouts_tries_check: { sql: copyRow('payouts', `'tries', -1, 'reference', gen_random_uuid()`) },
  payouts_untraded: { sql: copyRow('payouts', `'untraded', 1`, 't.attempt_id is null') },
  payouts_untraded_check: {
    sql: copyRow('payouts', `'untraded', -1`, 't.attempt_id is not null and t.destination_id is null'),
  },
  payouts_withdrawal_id_number_key: { sql: copyRow('payouts', `'number', t.number`) },
  withdrawal_destinations_account_check: { sql: copyRow('withdrawal_destinations', `'account', 'x'`) },
  withdrawal_destinations_after_change: {
    sql: `update users set email_changed_at = now() + interval '1 year'; ${copyRow('withdrawal_destinations', `'wrong_codes', 0`)}`,
  },
  withdrawal_destinations_current: {
    sql: copyRow('withdrawal_destinations', `'state', 'proved', 'removed_at', null`, `t.state = 'proved'`),
  },
  withdrawal_destinations_delay: { sql: copyRow('withdrawal_destinations', `'usable_from', t.created_at`) },
  withdrawal_destinations_fixed: { sql: 'update withdrawal_destinations set account = account' },
  withdrawal_destinations_method_check: { sql: copyRow('withdrawal_destinations', `'method', 'card'`) },
  withdrawal_destinations_no_delete: {
    sql: 'delete from withdrawal_destinations where false',
    refusedBy: 'append-only',
  },
  withdrawal_destinations_state_check: {
    sql: copyRow('withdrawal_destinations', `'state', 'lost', 'removed_at', null`),
  },
  withdrawal_destinations_steps: {
    sql: `update withdrawal_destinations set state = 'unproved' where state = 'proved'`,
  },
  withdrawal_destinations_times: { sql: copyRow('withdrawal_destinations', `'removed_at', null`) },
  withdrawal_destinations_wrong_codes_check: { sql: copyRow('withdrawal_destinations', `'wrong_codes', 6`) },
  withdrawals_amount_check: { sql: copyRow('withdrawals', `'amount', 0`) },
  withdrawals_bonus_check: { sql: copyRow('withdrawals', isPaid('t.amount + 1', '-1')) },
  withdrawals_case_name_check: { sql: copyRow('withdrawals', `'case_name', 'five'`) },
  withdrawals_cash_check: { sql: copyRow('withdrawals', isPaid('-1', 't.amount + 1')) },
  withdrawals_confirmed: { sql: copyRow('withdrawals', `'cash', 1`) },
  withdrawals_consistent: {
    sql: `${copyRow('withdrawals', isPaid())}; set constraints all immediate`,
    refusedBy: 'withdrawals_held',
  },
  withdrawals_currency_check: { sql: copyRow('withdrawals', `'currency', 'CHF'`) },
  withdrawals_ended: { sql: copyRow('withdrawals', `'ended_at', null`) },
  withdrawals_fee: { sql: copyRow('withdrawals', `'fee', t.amount`) },
  withdrawals_fixed: { sql: 'update withdrawals set amount = amount' },
  withdrawals_held_fixed: {
    sql: 'update withdrawals set cash = cash - 1, bonus = bonus + 1 where confirmed_at is not null',
  },
  withdrawals_in_time: { sql: copyRow('withdrawals', isPaid('t.amount', '0', `t.expires_at + interval '1 s'`)) },
  withdrawals_method_check: { sql: copyRow('withdrawals', `'method', 'litecoin'`) },
  withdrawals_no_delete: { sql: 'delete from withdrawals where false', refusedBy: 'append-only' },
  withdrawals_one_unconfirmed: {
    sql: [1, 2].map(() => copyRow('withdrawals', `'state', 'unconfirmed', 'ended_at', null`)).join('; '),
  },
  withdrawals_parts: { sql: copyRow('withdrawals', isPaid('1')) },
  withdrawals_reason_check: { sql: copyRow('withdrawals', `'reason', 'x'`) },
  withdrawals_returned: { sql: copyRow('withdrawals', `'returned', t.amount + 1`) },
  withdrawals_returned_check: { sql: copyRow('withdrawals', `'returned', -1`) },
  withdrawals_state_check: { sql: copyRow('withdrawals', `'state', 'lost', 'ended_at', null, ${isHeld()}`) },
  withdrawals_steps: { sql: `update withdrawals set state = 'paying' where state = 'paid'` },
  withdrawals_verified: {
    sql: `update users set verification = 'None';
      ${copyRow('withdrawals', `'state', 'waiting_approval', 'ended_at', null, ${isHeld()}`)}`,
  },
}

function insertExposures(loss: number, lossMax: number, count = 1): string {
  return `insert into trade_exposures (symbol, minute, direction, loss, loss_max)
    select 'PROBE', '${longAgo}', 'up', ${loss}, ${lossMax} from generate_series(1, ${count})`
}

/** @param values of all columns but the symbol */
function insertMarketCandle(values: string, symbol = 'PROBE'): string {
  return `insert into market_candles (symbol, seconds, starts_at, open, high, low, close) values ('${symbol}', ${values})`
}

function insertMarketDay(hash: string): string {
  return `insert into market_days values ('${longAgo}', sha256('${hash}'), now())`
}

function insertMarketGap(from = farAhead, to = `'2200-01-02'`): string {
  return `insert into market_gaps values (${from}, ${to})`
}

/** @param values of the last two columns */
function insertMarketState(values: string, symbol = 'PROBE'): string {
  return `insert into market_states values ('${symbol}', '2026-11-26T10:00:00Z', ${values})`
}

type ProbedChain = Partial<{ id: number; hash: string; publicKey: string; genesis: number; groupHash: string }>

function insertBeaconChain({
  id = 1,
  hash = 'f'.repeat(64),
  publicKey = 'f'.repeat(192),
  genesis = 1,
  groupHash = 'f'.repeat(64),
}: ProbedChain = {}): string {
  return `insert into beacon_chains values (${id}, '${hash}', '${publicKey}', ${genesis}, '${groupHash}', 'probe')`
}

function insertBeaconRound(round: number, bytes = 48): string {
  return `insert into beacon_rounds values (${round}, decode(repeat('00', ${bytes}), 'hex'))`
}

function insertMarketQuote(at: string, points = 5, symbol = 'PROBE', trades: readonly number[] = [points]): string {
  return `insert into market_quotes values ('${symbol}', ${at}, ${points}, now(), '{${trades.join(',')}}')`
}

function insertMarketSecret(id: number): string {
  return `insert into market_secrets values (${id}, 'probe', now())`
}

function insertAlerts(idsAndSubjects: string): string {
  return `insert into alerts (id, kind, subject, created_at) overriding system value
    select id, 'test', subject, now() from (values ${idsAndSubjects}) v(id, subject)`
}

function insertEntries(idsAndSubjects: string): string {
  return `insert into ledger_entries (id, kind, subject, created_at) overriding system value
    select id, 'test', subject, now() from (values ${idsAndSubjects}) v(id, subject)`
}

/** @param ids of the report, with the number `n`, and of the user */
function insertClientLogs(ids: string, count: number): string {
  return `insert into card_client_logs (id, user_id, kind, detail, created_at) overriding system value
    select ${ids}, 'probe', '{}', now() from generate_series(1, ${count}) n`
}

function insertTurnover(values: string, user: string = aTrader): string {
  return `insert into turnover_events (user_id, source, currency, amount, created_at) select ${user}, ${values}, now()`
}

/** Whether the database refuses the probe by the rule, or the trigger has its effect. Changes nothing. @returns null, or what it answered instead */
export async function runProbe(client: pg.ClientBase, rule: DatabaseRule, isDropped = false): Promise<string | null> {
  const probe = databaseProbes[rule.name] ?? (rule.generatedProbe === null ? null : { sql: rule.generatedProbe })
  return probe === null
    ? 'has no probe'
    : tryProbe(client, { refusedBy: rule.name, ...probe }, isDropped ? rule.dropSql : null)
}

/** Changes nothing. @param dropSql is run before @returns null, or what the database answered instead */
export async function tryProbe(
  client: pg.ClientBase,
  { sql, refusedBy = '', effect }: Probe,
  dropSql: string | null = null,
): Promise<string | null> {
  await client.query('begin')
  try {
    if (dropSql !== null) await client.query(dropSql)
    const results: unknown = await client.query(sql)
    if (effect !== undefined) {
      const { rows } = await client.query<{ has_effect: boolean }>(`select ${effect} as has_effect`)
      return rows[0]?.has_effect === true ? null : 'has no effect'
    }
    const changed = [results].flat().some((result) => Number(Object(result).rowCount ?? 0) > 0)
    return changed ? 'was not refused' : 'changed nothing'
  } catch (error) {
    const { constraint, message } = Object(error) as { constraint?: string; message?: string }
    return constraint === refusedBy || message?.includes(refusedBy) === true
      ? null
      : `refused: ${constraint ?? message}`
  } finally {
    await client.query('rollback')
  }
}
