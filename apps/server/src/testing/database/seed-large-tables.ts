import pg from 'pg'

/** Number of rows per table. */
export type TableSizes = {
  readonly deposits: number
  readonly traders: number
  /** Tables that are not about deposits. */
  readonly others: number
  /** The period over which the deposits are spread. */
  readonly days: number
}

/** Tables with few rows in production too. The groups of browser errors are limited. */
export const smallTables = [
  'browser_errors',
  'crypto_chains',
  'crypto_rates',
  'ledger_accounts',
  'migrations',
  'operators',
  'pages',
  'promo_codes',
  'settings',
  'statement_comparisons',
]

/**
 * Fills every large table with rows as of `now`. Deposit number n has the id `md5('deposit' n)` and the attempt n with the reference
 * `md5('reference' n)`. Most deposits have ended; 1 of 1000 is in review.
 * @param url for a superuser
 */
export async function seedLargeTables(url: string, sizes: TableSizes): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // Skips triggers and foreign keys, which would take most of the time.
    await client.query(`set session_replication_role = replica; set timezone = 'UTC'; set synchronous_commit = off`)
    for (const statement of [...buildDepositRows(sizes), ...buildOtherRows(sizes.others, sizes.traders)])
      await client.query(statement)
    // Also summarizes BRIN indexes.
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

function buildDepositRows({ deposits, traders, days }: TableSizes): string[] {
  const series = `(
    select n, md5('deposit' || n)::uuid as deposit_id, md5('reference' || n)::uuid as reference, 1 + n % ${traders} as user_id,
           now() - (${deposits} - n) * interval '${(days * 86_400) / deposits} s' as at,
           (array['ORANGE', 'CONCEPT', 'UNIVERSE', 'EZPAY'])[1 + n % 4] as processor,
           case when n % 1000 = 0 then 'review' when n % 5 = 1 then 'failed' else 'succeeded' end as state
      from generate_series(1, ${deposits}) n) as s`
  return [
    `insert into users (email, password_hash, first_name, last_name, country, currency, phone, language, confirmed_adult,
       terms_accepted_at, registered_at)
     select 'seeded' || n || '@example.com', '-', 'Ada', 'Lovelace', 'AU', 'USD', '61400000000', 'en', true, now(), now()
       from generate_series(1, ${traders}) n`,
    `insert into cards (user_id, number_sealed, number_hash, last4, brand, exp_month, exp_year, first_name, last_name, country, created_at, selected_at,
       save_slot, charged_at)
     select n, '', '', '4242', 'visa', 4, 2031, 'ADA', 'LOVELACE', 'AU', now(), now(), 1, now() from generate_series(1, ${traders}) n`,
    `insert into deposits (id, user_id, method, card_id, country, amount, currency, bonus, wagering_required, fixed, processor_order,
       state, version, idempotency_key, created_at, updated_at, ended_at)
     select deposit_id, user_id, 'card', user_id, 'AU', 100000, 'USD', 0, 0, true, array['ORANGE', 'CONCEPT'], state, 3,
            'key-' || reference, at, at, case when state <> 'review' then at end from ${series}`,
    `insert into attempts (id, deposit_id, seq, processor, is_charging, state, reference, processor_reference, next_check_at,
       waiting_since, created_at, updated_at)
     overriding system value
     select n, deposit_id, 1, processor, true,
            case state when 'succeeded' then 'succeeded' when 'failed' then 'declined_hard' else 'in_doubt' end, reference,
            md5('theirs' || n), case when state = 'review' then now() + interval '1 day' end, at, at, at from ${series}`,
    `insert into attempt_events (attempt_id, created_at, source, reported_state, state_before, state_after)
     select n, at, 'reply', 'succeeded', 'sent', 'succeeded' from ${series}`,
    `insert into captures (attempt_id, deposit_id, processor, amount, currency, status, created_at, updated_at)
     select n, deposit_id, processor, 100000, 'USD', case when n % 2000 = 2 then 'suspense' else 'credited' end, at, at
       from ${series} where state = 'succeeded'`,
    `insert into ledger_entries (id, kind, subject, created_at) overriding system value
     select n, 'deposit.credited', 'attempt:' || n, at from ${series} where state = 'succeeded'`,
    `insert into ledger_lines (entry_id, account, user_id, currency, amount)
     select n, l.account, l.user_id, 'USD', l.amount from ${series}, lateral
            (values ('clearing:' || processor, null, -100000), ('cash', s.user_id, 100000)) as l(account, user_id, amount)
      where state = 'succeeded'`,
    `insert into ledger_balances (user_id, account, currency, amount)
     select n, 'cash', 'USD', 400000 from generate_series(1, ${traders}) n`,
    `select setval(pg_get_serial_sequence('attempts', 'id'), ${deposits}), setval(pg_get_serial_sequence('ledger_entries', 'id'), ${deposits})`,
  ]
}

function buildOtherRows(count: number, traders: number): string[] {
  const series = `(select n, 1 + n % ${traders} as user_id, now() - (${count} - n) * interval '30 s' as at,
    sha256(('row' || n)::bytea) as hash, md5('row' || n)::uuid as id from generate_series(1, ${count}) n) as s`
  return [
    `insert into daily_deposit_counts (user_id, day, count, max_count)
     select user_id, (at - n * interval '1 day')::date, 1, 3 from ${series} on conflict do nothing`,
    `insert into processor_webhooks (id, method, processor_slug, event_id, reference, body, created_at, updated_at, applied_at, next_try_at)
     select id, 'card', (array['orange', 'concept', 'universe', 'ezpay'])[1 + n % 4], 'event-' || n, id, '{}', at, at,
            case when n % 1000 > 3 then at end, case when n % 1000 <= 3 then at end from ${series}`,
    `insert into wagering_requirements (user_id, source, deposit_id, currency, bonus, required, created_at)
     select user_id, 'deposit:' || n, md5('deposit' || n)::uuid, 'USD', 1000, 30000, at from ${series}`,
    `insert into turnover_events (user_id, source, currency, amount, created_at)
     select user_id, 'trade:' || n, 'USD', 1000, at from ${series}`,
    `insert into audit_log (created_at, actor, action, subject) select at, 'tester', 'deposit.ask', 'deposit:' || id from ${series}`,
    `insert into alerts (kind, subject, created_at, resolved_at, logged_at, mailed_at)
     select 'deposit.suspense', 'attempt:' || n, at, case when n % 1000 > 0 then at end, at, case when n % 1000 > 0 then at end
       from ${series}`,
    `insert into deposit_notices (deposit_id, kind, created_at, mailed_at)
     select id, 'credited', at, case when n % 1000 > 0 then at end from ${series}`,
    `insert into operators (name, secret_hash, created_at)
     select 'operator' || n, sha256(n::text::bytea), now() from generate_series(1, 10) n`,
    `insert into approvals (command, reference, options, amount, currency, requested_by, reason, created_at, decided_by, is_approved,
       decided_at)
     select 'refund', id, '{}', 1000, 'USD', 1, 'seeded', at, case when n % 1000 > 0 then 2 end,
            case when n % 1000 > 0 then true end, case when n % 1000 > 0 then at end from ${series}`,
    `insert into card_client_logs (user_id, kind, detail, created_at) select user_id, 'view', '{}', at from ${series}`,
    `insert into sessions (id_hash, user_id, created_at, expires_at) select hash, user_id, at, at + interval '30 days' from ${series}`,
    `insert into devices (user_id, device_hash, first_seen_at, last_seen_at) select user_id, hash, at, at from ${series}`,
    `insert into login_failures (subject, created_at) select 'address:' || n, at from ${series}`,
    `insert into password_reset_requests (id, sealed, created_at) select id, '', at from ${series}`,
    `insert into password_resets (token_hash, user_id, created_at, expires_at) select hash, user_id, at, at from ${series}`,
    `insert into email_links (token_hash, user_id, kind, email, created_at, expires_at)
     select hash, user_id, 'prove', 'trader' || n || '@example.com', at, at from ${series}`,
    `insert into security_events (created_at, kind, user_id, address) select at, 'login', user_id, '192.0.2.1' from ${series}`,
    `insert into login_links (token_hash, user_id, expires_at) select hash, user_id, at + interval '30 days' from ${series}`,
    `insert into security_events (created_at, kind, user_id, address) select at, 'login', user_id, '10.0.0.1' from ${series}`,
    `insert into signup_bonuses (user_id, code, marks, created_at)
     select n, 'WELCOME', array[decode(md5(n::text) || md5(n::text), 'hex')], now() from generate_series(1, ${traders}) n`,
    `insert into signup_bonus_marks (mark, user_id) select hash, user_id from ${series}`,
    `insert into mails (id, template, state, due_at, created_at, finished_at, sealed)
     select id, 'contact', case when n % 1000 > 0 then 'sent' else 'due' end, at, at, case when n % 1000 > 0 then at end,
            case when n % 1000 = 0 then ''::bytea end from ${series}`,
    `insert into documents (id, user_id, kind, position, state, media_type, bytes, pages, store, sent_at, decided_at)
     select id, user_id, 'sign', 0, case when n % 1000 > 0 then 'superseded' else 'sent' end, 'image/png', 1000, 1, 'database', at, at
       from ${series} on conflict do nothing`,
    `insert into blobs (key, data) select 'documents/' || id, '' from ${series}`,
    `insert into contact_requests (id, kind, created_at, language, sealed, address_hash, phone_hash, content_hash)
     select id, 'message', at, 'en', '', hash, hash, hash from ${series}`,
    `insert into browser_errors (fingerprint, message, url, line_number, column_number, thrown_value, user_agent, occurrence_count,
       first_seen_at, last_seen_at)
     select hash, 'message', '/', 1, 1, '', '', 1, at, at from ${series} where n <= 1000`,
    `insert into promo_codes (code, audience, percent, min_deposit, starts_at, max_uses_per_trader, created_at)
     select 'CODE-' || n, 'everyone', 20, 10000, at, 1, at from ${series} where n <= 1000`,
    `insert into promo_redemptions (user_id, code, state, currency, percent, min_deposit, turnover_factor, created_at, decided_at, valid_at,
       number, bonus, required)
     select user_id, 'CODE-' || (1 + n % 1000), 'used', 'USD', 20, 10000, 30, at, at, at, n, 2000, 60000 from ${series}`,
    `insert into offers (user_id, name, percent, promo, ends_at)
     select n, 'limited', 20, 'WELCOME', now() from generate_series(1, ${traders}) n`,
    `insert into crypto_invoices (guid, deposit_id, user_id, coin, derivation_index, address, amount_due, tolerance, currency, rate,
       confirmations, expires_at, ended_at, paid, watch_until, request_hash, slot, created_at)
     select id, id, user_id, case n % 2 when 0 then 'BTC' else 'ETH' end, n, 'address' || n, 1000000, 5000, 'USD', 10000000, 2, at,
            case when n % 1000 > 0 then at end, case when n % 1000 > 0 then true end, at + interval '1 day', '',
            case when n % 1000 = 0 then 1 end, at from ${series}`,
    `insert into crypto_receipts (guid, coin, txid, output, value, state, block_height, block_hash, arrived_at, changed_at, created_at)
     select id, case n % 2 when 0 then 'BTC' else 'ETH' end, 'tx' || n, 0, 1000000, case when n % 1000 > 0 then 'credited' else 'seen' end,
            n, 'block' || n, at, at, at from ${series}`,
    `insert into crypto_blocks (coin, height, hash) select case n % 2 when 0 then 'BTC' else 'ETH' end, n, 'block' || n from ${series}`,
    `insert into statement_codes (user_id) select n from generate_series(1, ${traders}) n`,
    `insert into user_visits (user_id) select n from generate_series(1, ${traders}) n`,
    `insert into user_tip_settings (user_id, shown, host, changed_at) select n, true, 'localhost', now() from generate_series(1, ${traders}) n`,
    `insert into chat_conversations (user_id, conversation_id, created_at)
     select n, gen_random_uuid(), now() from generate_series(1, ${traders}) n`,
  ]
}
