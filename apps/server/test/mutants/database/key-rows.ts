import type pg from 'pg'

type Value = number | string | boolean | null
type Row = Readonly<Record<string, Value>>
type Pair = readonly [value: Value, other: Value]
/**
 * A row of the first values is refused if it comes twice, and accepted if it has the other value of one column. `within` are values that the
 * condition of the key needs; with each of `outside`, the row can come twice.
 */
export type KeyRows = {
  readonly columns: Readonly<Record<string, Pair>>
  readonly within?: Row
  readonly outside?: readonly Row[]
}

const ids: Pair = ['00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-000000000001']
const numbers: Pair = [1, 2]
const booleans: Pair = [false, true]
const times: Pair = ['2026-11-20T21:00:00Z', '2026-11-23T00:00:00Z']
const days: Pair = ['2026-11-20', '2026-11-21']
const hashes: Pair = [String.raw`\x00`, String.raw`\x01`]
const coins: Pair = ['BTC', 'ETH']
const currencies: Pair = ['USD', 'EUR']
const symbols: Pair = ['BTCUSD', 'EURUSD']
const directions: Pair = ['up', 'down']
const words: Pair = ['one', 'two']

/** Rows by name, for the keys of the money tables that have several columns or a condition. */
export const keyRows: Readonly<Record<string, KeyRows>> = {
  attempts_deposit_id_processor_key: { columns: { deposit_id: ids, processor: words } },
  attempts_of_deposit: { columns: { id: numbers, deposit_id: ids, processor: words } },
  attempts_one_active: { columns: { deposit_id: ids }, within: { state: 'sent' }, outside: [{ state: 'succeeded' }] },
  attempts_one_success: { columns: { deposit_id: ids }, within: { state: 'succeeded' }, outside: [{ state: 'sent' }] },
  balance_days_pkey: {
    columns: { user_id: numbers, practice: booleans, day: days, tr_type: words, currency: currencies },
  },
  balance_heads_pkey: { columns: { user_id: numbers, practice: booleans } },
  balance_movements_pkey: { columns: { user_id: numbers, practice: booleans, booked_at: times, id: numbers } },
  bank_payments_entry: { columns: { account: words, entry_key: words } },
  captures_one_credit: {
    columns: { deposit_id: ids },
    within: { status: 'credited' },
    outside: [{ status: 'credited_part' }],
  },
  captures_one_per_output: {
    columns: { processor: coins, processor_reference: words },
    outside: [{ processor: 'ORANGE' }],
  },
  captures_pkey: { columns: { attempt_id: numbers, number: numbers } },
  cards_slots: { columns: { user_id: numbers, save_slot: [null, 1] }, outside: [{ removed_at: times[0] }] },
  chargebacks_pkey: { columns: { attempt_id: numbers, capture_number: numbers } },
  crypto_blocks_pkey: { columns: { coin: coins, height: numbers } },
  crypto_invoices_coin_derivation_index_key: { columns: { coin: coins, derivation_index: numbers } },
  crypto_invoices_open: { columns: { user_id: numbers, slot: numbers }, outside: [{ slot: null }] },
  crypto_receipts_coin_txid_output_token_key: {
    columns: { coin: coins, txid: words, output: numbers, token: ['', 'token'] },
  },
  daily_deposit_counts_pkey: { columns: { user_id: numbers, day: days } },
  deposit_notices_pkey: { columns: { deposit_id: ids, kind: words, attempt_id: numbers, capture_number: numbers } },
  deposits_idempotency_key: {
    columns: { user_id: numbers, idempotency_key: words },
    outside: [{ idempotency_key: null }],
  },
  deposits_one_open: {
    columns: { user_id: numbers },
    within: { state: 'open', method: 'card' },
    outside: [{ state: 'failed' }, { method: 'crypto' }],
  },
  dismissed_notices_pkey: { columns: { user_id: numbers, name: words } },
  exchange_rates_pkey: { columns: { code: coins, at: times } },
  gift_claims_pkey: { columns: { gift: words, kind: words, hash: hashes } },
  ledger_balances_pkey: { columns: { user_id: numbers, account: words, currency: currencies } },
  ledger_entries_kind_subject_key: { columns: { kind: words, subject: words } },
  market_candles_pkey: { columns: { symbol: symbols, seconds: numbers, starts_at: times } },
  market_quotes_pkey: { columns: { symbol: symbols, at: times } },
  market_states_pkey: { columns: { symbol: symbols, window_start: times } },
  offers_pkey: { columns: { user_id: numbers, name: words } },
  payouts_withdrawal_id_number_key: { columns: { withdrawal_id: ids, number: numbers } },
  promo_redemptions_code_user_id_number_key: { columns: { code: words, user_id: numbers, number: numbers } },
  promo_redemptions_deposit: {
    columns: { deposit_id: ids },
    within: { state: 'used' },
    outside: [{ state: 'refused' }],
  },
  promo_redemptions_stored: {
    columns: { user_id: numbers },
    within: { state: 'stored' },
    outside: [{ state: 'used' }],
  },
  statement_comparisons_pkey: { columns: { processor: words, day: days } },
  statement_exceptions_key: {
    columns: {
      processor: words,
      day: days,
      kind: ['doubled', 'other_state'],
      what: ['charge', 'refund'],
      reference: words,
      currency: currencies,
      place: numbers,
    },
  },
  statement_files_pkey: { columns: { processor: words, day: days } },
  statement_totals_pkey: { columns: { processor: words, day: days, currency: currencies } },
  tournament_counts_pkey: { columns: { tournament_id: numbers, range: numbers, shard: numbers } },
  tournament_edges_pkey: { columns: { tournament_id: numbers, shard: numbers } },
  tournament_prizes_pkey: { columns: { tournament_id: numbers, rank: numbers } },
  tournament_prizes_tournament_id_user_id_key: { columns: { tournament_id: numbers, user_id: numbers } },
  tournament_ranges_pkey: {
    columns: { tournament_id: numbers, ranking: numbers, reached_at: times, user_id: numbers },
  },
  tournament_ranges_tournament_id_number_key: { columns: { tournament_id: numbers, number: numbers } },
  tournament_scores_pkey: { columns: { tournament_id: numbers, user_id: numbers } },
  tournament_trade_values_pkey: { columns: { trade_id: ids, at: times } },
  tournaments_type_starts_at_key: { columns: { type: words, starts_at: times } },
  trade_days_pkey: {
    columns: {
      user_id: numbers,
      practice: booleans,
      day: days,
      symbol: symbols,
      direction: directions,
      state: words,
      currency: currencies,
    },
  },
  trade_exposures_pkey: { columns: { symbol: symbols, minute: times, direction: directions } },
  trade_hours_pkey: { columns: { user_id: numbers, practice: booleans, hour: times, currency: currencies } },
  trade_sales_pkey: { columns: { trade_id: ids, sale_at: times } },
  trade_sales_waiting: { columns: { trade_id: ids }, within: { state: 'waiting' }, outside: [{ state: 'refused' }] },
  trade_totals_pkey: { columns: { user_id: numbers, practice: booleans } },
  trading_stops_open: { columns: { symbol: symbols }, outside: [{ ended_at: times[0] }] },
  user_marks_pkey: { columns: { user_id: numbers, kind: words, hash: hashes } },
  withdrawal_destinations_current: {
    columns: { user_id: numbers, method: words },
    within: { state: 'proved' },
    outside: [{ state: 'removed' }],
  },
  withdrawal_tab_views_pkey: { columns: { user_id: numbers, method: words } },
  withdrawals_one_unconfirmed: {
    columns: { user_id: numbers },
    within: { state: 'unconfirmed' },
    outside: [{ state: 'paid' }],
  },
}

type Key = { readonly name: string; readonly table: string; readonly definition: string }

/** Lists the keys of the tables that have several columns or a condition. */
export async function listKeys(client: pg.ClientBase, tables: readonly string[]): Promise<Key[]> {
  const { rows } = await client.query<Key>(
    `select indexrelid::regclass::text as name, indrelid::regclass::text as "table", pg_get_indexdef(indexrelid) as definition
       from pg_index where indrelid::regclass::text = any($1) and indisunique and (indnkeyatts > 1 or indpred is not null) order by 1`,
    [tables],
  )
  return rows
}

/** Returns the rows that the key refuses although it must accept them, or accepts although it must refuse them. */
export async function findWrongKeyRows(client: pg.ClientBase, key: Key, rows: KeyRows): Promise<string[]> {
  const { columns, within, outside = [] } = rows
  const row: Row = { ...within, ...Object.fromEntries(Object.entries(columns).map(([name, [value]]) => [name, value])) }
  const repeated = outside.map((change) => ({ ...row, ...change }))
  const wrong: string[] = []
  // The rows are tried in a copy without the other rules of the table.
  await client.query(`begin; create temp table copy on commit drop as table ${key.table} with no data`)
  await client.query(key.definition.replace(/ ON public\.\w+ /, ' ON pg_temp.copy '))
  const check = async (inserted: Row, isAccepted: boolean) => {
    await client.query('savepoint row')
    const insert = client.query('insert into copy select * from jsonb_populate_record(null::copy, $1)', [inserted])
    const result = await insert.then(
      () => true,
      () => false,
    )
    if (result !== isAccepted) wrong.push(`${key.name} ${result ? 'accepts' : 'refuses'} ${JSON.stringify(inserted)}`)
    await client.query(result ? 'release savepoint row' : 'rollback to savepoint row')
  }
  await check(row, true)
  await check(row, false)
  for (const [name, [, other]] of Object.entries(columns)) await check({ ...row, [name]: other }, true)
  for (const each of repeated) for (const _time of [1, 2]) await check(each, true)
  await client.query('rollback')
  return wrong
}
