import pg from 'pg'

/** Number of rows per table. */
export type TableSizes = {
  readonly deposits: number
  readonly traders: number
  /** Number of rows of tables that are not about deposits. */
  readonly others: number
  /** Number of days over which the deposits are spread. */
  readonly days: number
}

/** Tables with few rows in production too. The groups of browser errors are limited. */
export const smallTables = [
  'audit_unsealed',
  'backups',
  'bank_formats',
  'bank_payments',
  'beacon_chains',
  'browser_errors',
  'calendar_events',
  'chargeback_files',
  'chargebacks',
  'closed_days',
  'crypto_chains',
  'desk_origins',
  'emergency_roles',
  'held_rates',
  'installations',
  'ledger_accounts',
  'log_keys',
  'log_totals',
  'mail_texts',
  'market_days',
  'market_gaps',
  'market_recorders',
  'market_secrets',
  'market_starts',
  'migrations',
  'news_items',
  'news_sources',
  'operator_cases',
  'operator_challenges',
  'operator_commands',
  'operator_invitations',
  'operator_login_failures',
  'operator_passkeys',
  'operator_passwords',
  'operator_presences',
  'operator_sessions',
  'operator_signatures',
  'operator_views',
  'operators',
  'pages',
  'promo_codes',
  'push_keys',
  'quarantines',
  'repeatable_sql',
  'sealed_reads',
  'provider_access',
  'sealed_uploads',
  'server_beats',
  'settings',
  'statement_comparisons',
  'statement_exceptions',
  'statement_files',
  'statement_formats',
  'statement_totals',
  'ticket_assignments',
  'ticket_merges',
  'ticket_notes',
  'ticket_templates',
  'tournament_counts',
  'tournament_edges',
  'tournament_ranges',
  'tournament_trade_values',
  'tournament_weekend_symbols',
  'tournaments',
  'trade_voids',
  'trader_notes',
  'trader_tags',
  'trading_stops',
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
    // This skips triggers and foreign keys, which would take most of the time.
    await client.query(`set session_replication_role = replica; set timezone = 'UTC'; set synchronous_commit = off`)
    for (const statement of [...buildDepositRows(sizes), ...buildOtherRows(sizes.others, sizes.traders)])
      await client.query(statement)
    // This also summarizes BRIN indexes.
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

function buildDepositRows({ deposits, traders, days }: TableSizes): string[] {
  const series = `(
    select n, md5('deposit' || n)::uuid as deposit_id, md5('reference' || n)::uuid as reference, 1 + n % ${traders} as user_id,
           date_trunc('milliseconds', now()) - (${deposits} - n) * interval '${(days * 86_400) / deposits} s' as at,
           (array['ORANGE', 'CONCEPT', 'UNIVERSE', 'EZPAY'])[1 + n % 4] as processor,
           case when n % 1000 = 0 then 'review' when n % 5 = 1 then 'failed' else 'succeeded' end as state
      from generate_series(1, ${deposits}) n) as s`
  return [
    `insert into users (email, password_hash, first_name, last_name, country, currency, phone, language, confirmed_adult,
       terms_accepted_at, registered_at, real_opened_at)
     select 'seeded' || n || '@example.com', '-', 'Ada', 'Lovelace', 'AU', 'USD', '61400000000', 'en', true, now(), now(), now()
       from generate_series(1, ${traders}) n`,
    `insert into cards (user_id, number_sealed, number_hash, last4, brand, exp_month, exp_year, first_name, last_name, country, created_at, selected_at,
       save_slot, charged_at)
     select n, '', '', lpad((n % 10000)::text, 4, '0'), 'visa', 4, 2031, 'ADA', 'LOVELACE', 'AU', now(), now(), 1, now() from generate_series(1, ${traders}) n`,
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
  const series = `(select n, 1 + n % ${traders} as user_id,
    date_trunc('milliseconds', now()) - (${count} - n) * interval '30 s' as at,
    sha256(('row' || n)::bytea) as hash, md5('row' || n)::uuid as id from generate_series(1, ${count}) n) as s`
  return [
    `insert into daily_deposit_counts (user_id, day, count, max_count)
     select user_id, (at - n * interval '1 day')::date, 1, 3 from ${series} on conflict do nothing`,
    `insert into processor_webhooks (id, method, processor_slug, event_id, reference, body, created_at, updated_at, applied_at, next_try_at)
     select id, 'card', (array['orange', 'concept', 'universe', 'ezpay'])[1 + n % 4], 'event-' || n, id, '{}', at, at,
            case when n % 1000 > 3 then at end, case when n % 1000 <= 3 then at end from ${series}`,
    `insert into wagering_requirements (user_id, source, deposit_id, currency, bonus, required, release_max, created_at)
     select user_id, 'deposit:' || n, md5('deposit' || n)::uuid, 'USD', 1000, 30000, 1000, at from ${series}`,
    `insert into turnover_events (user_id, source, currency, amount, created_at)
     select user_id, 'trade:' || n, 'USD', 1000, at from ${series}`,
    `insert into trades (id, user_id, practice, symbol, direction, currency, stake, bonus_stake, payout_percent, rate, house_loss_max,
       simulated, digits, open_points, quoted_at, arrived_at, opened_at, expires_at, request_hash, state, close_points, closed_at, returned)
     select id, user_id, false, 'EURUSD', 'up', 'USD', 1000, 0, 82, 1, 10000000, true, 5, 100000, at, at, at,
            at + interval '1 minute', '', case when n % 1000 > 0 then 'won' else 'open' end,
            case when n % 1000 > 0 then 100001 end, case when n % 1000 > 0 then at + interval '1 minute' end,
            case when n % 1000 > 0 then 1820 end from ${series}`,
    `insert into trade_sales (trade_id, arrived_at, sale_at, entry_round, least, fee_percent, state, refusal)
     select id, at, at, 1, 1, 3, case when n % 1000 > 0 then 'refused' else 'waiting' end,
            case when n % 1000 > 0 then 'trading.value_fell' end from ${series}`,
    `insert into trade_refusals (id, user_id, symbol, direction, code, refused_at, entry_at, expires_at, outcome)
     select id, user_id, 'EURUSD', 'up', 'trading.no_price', at, at, at + interval '1 minute', case when n % 1000 > 0 then 'won' end
       from ${series}`,
    `insert into trade_exposures (symbol, minute, direction, loss, loss_max)
     select 'EURUSD', date_bin('1 minute', at, '2000-01-01Z'), case n % 2 when 0 then 'up' else 'down' end, 1000, 10000000
       from ${series}`,
    `insert into beacon_rounds (round, signature) select n, sha384(('row' || n)::bytea) from ${series}`,
    `insert into market_states (symbol, window_start, start_points, sum)
     select 'SYMBOL' || n % 5, to_timestamp(300 * (n / 5)), 1000, 0 from ${series}`,
    `insert into market_quotes select 'SYMBOL' || n % 5, at, 1000, at, '{1000}' from ${series}`,
    `insert into market_candles (symbol, seconds, starts_at, open, high, low, close)
     select 'SYMBOL' || n % 5, 60, date_bin('1 minute', at, '2000-01-01Z'), 5, 5, 5, 5 from ${series}`,
    `insert into log_entries (index, kind, subject, entry, appended_at)
     select n - 1, (array['rounds', 'states', 'seed', 'quotes'])[1 + n % 4], at::text, convert_to('{}', 'UTF8'), at from ${series}`,
    `insert into log_nodes (level, index, hash) select 1 + n % 3, n / 3, sha256(('row' || n)::bytea) from ${series}`,
    `insert into log_checkpoints (size, root, note, signed_at) select n, sha256(('row' || n)::bytea), '', at from ${series}`,
    `insert into log_cosignatures (size, witness, line, cosigned_at) select n, 'witness', 'line', at from ${series}`,
    `insert into signals (symbol, direction, at, digits, points, noted_minutes, points_5, points_15)
     select 'SYMBOL' || n % 5, 'up', at, 5, 1000, case when n % 1000 > 0 then 15 else 0 end, case when n % 1000 > 0 then 1001 end,
            case when n % 1000 > 0 then 999 end from ${series}`,
    `insert into trade_days (user_id, practice, day, symbol, direction, state, currency, count, stake, returned)
     select user_id, false, at::date, 'EURUSD', 'up', 'won', 'USD', 1, 1000, 1820 from ${series} on conflict do nothing`,
    `insert into trade_hours (user_id, practice, hour, currency, won, lost, tie, sold, void, profit)
     select user_id, false, date_trunc('hour', at), 'USD', 1, 0, 0, 0, 0, 820 from ${series} on conflict do nothing`,
    `insert into balance_movements (user_id, practice, booked_at, tr_type, status, currency, amount, bonus, balance, kind, subject)
     select user_id, false, at, 'trade', case when n % 100 > 0 then 'done' else 'failed' end, 'USD', 1820, 0,
            case when n % 100 > 0 then 182000 end, 'trade.closed', 'trade:' || id from ${series}`,
    `insert into balance_days (user_id, practice, day, tr_type, currency, count, received, paid)
     select user_id, false, at::date, 'trade', 'USD', 1, 1820, 0 from ${series} on conflict do nothing`,
    `insert into balance_heads (user_id, practice, balance, booked_at)
     select n, false, 182000, now() from generate_series(1, ${traders}) n`,
    `insert into trade_totals (user_id, practice, count) select n, false, 1 from generate_series(1, ${traders}) n`,
    `insert into first_losing_days (user_id, day, currency, loss) select n, '2026-01-01', 'USD', 1000 from generate_series(1, ${traders}) n`,
    `insert into loss_returns (user_id, currency, percent, amount, accepted_at)
     select n, 'USD', 20, 200, now() from generate_series(1, ${traders}) n`,
    `insert into tournaments (type, starts_at, ends_at) select 'weekly', '2026-11-16Z', '2026-11-20 21:00Z'`,
    `insert into tournament_scores (tournament_id, user_id, score, has_result, reached_at)
     select 1, n, n * 100, true, now() from generate_series(1, ${traders}) n`,
    `insert into tournament_prizes (id, tournament_id, rank, user_id, score, kind, amount, item, created_at, verify_until,
                                    needs_approval, settled_at, sent_at)
     select id, n, 1, 1 + n % ${traders}, 1, 'item', 1500, 'iPad', at, at, false, at, case when n % 1000 > 0 then at end from ${series}`,
    `insert into audit_log (created_at, actor, action, subject) select at, 'tester', 'deposit.ask', 'deposit:' || id from ${series}`,
    `insert into audit_seals (number, entry_id, salt, hash, sealed_at)
     select row_number() over (order by id), id, gen_random_uuid(), sha256(id::text::bytea), created_at from audit_log`,
    `insert into alerts (kind, subject, created_at, resolved_at, logged_at, mailed_at)
     select 'deposit.suspense', 'attempt:' || n, at, case when n % 1000 > 0 then at end, at, case when n % 1000 > 0 then at end
       from ${series}`,
    `insert into deposit_notices (deposit_id, kind, created_at, mailed_at)
     select id, 'credited', at, case when n % 1000 > 0 then at end from ${series}`,
    `insert into operators (name, created_at)
     select 'operator' || n, now() from generate_series(1, 10) n`,
    `insert into card_client_logs (user_id, kind, detail, created_at) select user_id, 'view', '{}', at from ${series}`,
    `insert into sessions (id_hash, user_id, practice, created_at, expires_at) select hash, user_id, false, at, at + interval '30 days' from ${series}`,
    `insert into devices (user_id, device_hash, first_seen_at, last_seen_at) select user_id, hash, at, at from ${series}`,
    `insert into login_failures (subject, created_at) select 'address:' || n, at from ${series}`,
    `insert into password_reset_requests (id, sealed, created_at) select id, '', at from ${series}`,
    `insert into password_resets (token_hash, user_id, created_at, expires_at) select hash, user_id, at, at from ${series}`,
    `insert into email_links (token_hash, user_id, kind, email, created_at, expires_at)
     select hash, user_id, 'prove', 'trader' || n || '@example.com', at, at from ${series}`,
    `insert into security_events (created_at, kind, user_id, address) select at, 'login', user_id, '192.0.2.1' from ${series}`,
    `insert into login_links (token_hash, user_id, expires_at) select hash, user_id, at + interval '30 days' from ${series}`,
    `insert into security_events (created_at, kind, user_id, address) select at, 'login', user_id, '10.0.0.1' from ${series}`,
    `insert into user_marks (user_id, kind, hash, proved, first_seen, last_seen)
     select n, kind, decode(md5(kind || n / 2) || md5(kind), 'hex'), kind in ('device', 'card', 'payee'), now(), now()
       from generate_series(1, ${traders}) n, unnest(array['device', 'card', 'payee', 'phone', 'address']) kind`,
    `insert into signup_bonuses (user_id, code, created_at)
     select n, 'WELCOME', now() from generate_series(1, ${traders}) n`,
    `insert into gift_claims (gift, kind, hash, user_id, claimed_at) select 'signup', 'card', hash, user_id, at from ${series}`,
    `insert into mails (id, template, state, due_at, created_at, finished_at, sealed)
     select id, 'contact', case when n % 1000 > 0 then 'sent' else 'due' end, at, at, case when n % 1000 > 0 then at end,
            case when n % 1000 = 0 then ''::bytea end from ${series}`,
    `insert into documents (id, user_id, kind, position, state, media_type, bytes, pages, store, sent_at, decided_at)
     select id, user_id, 'sign', 0, case when n % 1000 > 0 then 'superseded' else 'sent' end, 'image/png', 1000, 1, 'database', at, at
       from ${series} on conflict do nothing`,
    `insert into tickets (id, user_id, sealed_subject, department, priority, status, post_count, created_at, changed_at, waiting_since, answered_at)
     select id, user_id, '', 33, 1, case when n % 1000 > 0 then 2 else 1 end, 1, at, at, case when n % 1000 = 0 then at end,
            case when n % 1000 > 0 then at end from ${series}`,
    `insert into ticket_posts (id, ticket_id, user_id, author, via, sealed, content_hash, message_hash, status_after, created_at)
     select id, id, user_id, case when n % 2 = 0 then 'trader' else 'support' end, 'mail', '', hash, hash,
            case when n % 2 = 0 then 1 else 2 end, at from ${series}`,
    `insert into ticket_attachments (id, user_id, post_id, draft, place, slot, state, media_type, bytes, pages, store, uploaded_at)
     select id, user_id, case when n % 1000 > 0 then id end, case when n % 1000 = 0 then 'new' end, 0, case when n % 1000 = 0 then 0 end,
            'ready', 'image/png', 1000, 1, 'database', at from ${series} on conflict do nothing`,
    `insert into mail_stops (user_id, topic, stopped_at) select user_id, 'tickets', at from ${series} on conflict do nothing`,
    `insert into blobs (key, data) select 'documents/' || id, '' from ${series}`,
    `insert into contact_requests (id, kind, created_at, language, sealed, address_hash, phone_hash, content_hash)
     select id, 'message', at, 'en', '', hash, hash, hash from ${series}`,
    `insert into browser_errors (fingerprint, message, url, line_number, column_number, thrown_value, user_agent, occurrence_count,
       first_seen_at, last_seen_at)
     select hash, 'message', '/', 1, 1, '', '', 1, at, at from ${series} where n <= 1000`,
    `insert into promo_codes (code, audience, percent, min_deposit, starts_at, max_uses_per_trader, created_at)
     select 'CODE-' || n, 'everyone', 20, 10000, at, 1, at from ${series} where n <= 1000`,
    `insert into promo_redemptions (user_id, code, state, currency, percent, min_deposit, turnover_factor, release_factor, created_at, decided_at, valid_at,
       number, bonus, required)
     select user_id, 'CODE-' || (1 + n % 1000), 'used', 'USD', 20, 10000, 30, 1, at, at, at, n, 2000, 60000 from ${series}`,
    `insert into offers (user_id, name, percent, promo, ends_at)
     select n, 'limited', 20, 'WELCOME', now() from generate_series(1, ${traders}) n`,
    `insert into dismissed_notices (user_id, name, times, dismissed_at)
     select n, 'bitcoin', 1, now() from generate_series(1, ${traders}) n`,
    `insert into crypto_invoices (guid, deposit_id, user_id, coin, derivation_index, address, amount_due, tolerance, currency, rate,
       market_rate, spread_percent, locked_max, block_until, confirmations, expires_at, ended_at, paid, watch_until, request_hash, slot, created_at)
     select id, id, user_id, case n % 2 when 0 then 'BTC' else 'ETH' end, n, 'address' || n, 1000000, 5000, 'USD', 10000000, 10100000, 1, 1010000, at + interval '3 hours', 2, at,
            case when n % 1000 > 0 then at end, case when n % 1000 > 0 then true end, at + interval '1 day', '',
            case when n % 1000 = 0 then 1 end, at from ${series}`,
    `insert into crypto_receipts (guid, coin, txid, output, value, state, block_height, block_hash, arrived_at, mined_at, changed_at, created_at)
     select id, case n % 2 when 0 then 'BTC' else 'ETH' end, 'tx' || n, 0, 1000000, case when n % 1000 > 0 then 'credited' else 'seen' end,
            n, 'block' || n, at, at, at, at from ${series}`,
    `insert into exchange_rates (code, rate, at, is_confirmed)
     select code, 1000, now() - n * interval '30 s', false from ${series}, unnest(array['BTC', 'LTC', 'ETH', 'DSH']) code`,
    `insert into crypto_blocks (coin, height, hash) select case n % 2 when 0 then 'BTC' else 'ETH' end, n, 'block' || n from ${series}`,
    `insert into withdrawal_destinations (id, user_id, method, account, state, code_hash, created_at, usable_from, proved_at, removed_at)
     select id, user_id, 'bank', 'GB29NWBK' || lpad(n::text, 14, '0'), case when n <= ${traders} then 'proved' else 'removed' end, hash, at,
            at + interval '1 day', at, case when n > ${traders} then at end from ${series}`,
    `insert into withdrawals (id, user_id, method, currency, amount, fee, case_name, preview_id, state, cash, bonus, confirmed_at, created_at,
       expires_at, updated_at, ended_at)
     select id, user_id, 'bank', 'USD', 10000, 1500, 'one', id,
            case n % 1000 when 0 then 'waiting_approval' when 1 then 'waiting_documents' when 2 then 'paying' else 'paid' end, 10000, 0, at,
            at, at, at, case when n % 1000 > 2 then at end from ${series}`,
    `insert into payouts (id, withdrawal_id, number, user_id, method, destination_id, amount, untraded, currency, state, tries, reference,
       next_check_at, created_at, updated_at)
     select id, id, 1, user_id, 'bank', id, 8500, 0, 'USD', case when n % 1000 < 2 then 'waiting' when n % 1000 = 2 then 'in_doubt' else 'paid' end,
            case when n % 1000 < 2 then 0 else 1 end, case when n % 1000 >= 2 then id end, case when n % 1000 = 2 then at end, at, at
       from ${series}`,
    `insert into payouts (id, withdrawal_id, number, user_id, method, attempt_id, capture_number, processor, amount, untraded, currency, state, tries,
       reference, created_at, updated_at)
     select md5('card' || n)::uuid, id, 2, user_id, 'card', n, 1, 'ORANGE', 1, 0, 'USD', 'paid', 1, md5('card' || n)::uuid, at, at from ${series}`,
    `insert into withdrawal_tab_views (user_id, method, last_at) select n, 'bank', now() from generate_series(1, ${traders}) n`,
    `insert into statement_codes (user_id, code, created_at) select n, '123456', now() from generate_series(1, ${traders}) n`,
    `insert into statement_code_charges (deposit_id, user_id, created_at) select id, user_id, at from ${series}`,
    `insert into user_visits (user_id) select n from generate_series(1, ${traders}) n`,
    `insert into user_tip_settings (user_id, shown, host, changed_at) select n, true, 'localhost', now() from generate_series(1, ${traders}) n`,
    `insert into drawings (user_id, id, symbol, kind, slot, first_at, first_price, created_at)
     select user_id, id, 'EURUSD', 'level', n % 100, at, 1, at from ${series} on conflict do nothing`,
    `insert into chart_layouts (user_id, id, name, slot, arrangement, charts)
     select user_id, id, 'Layout ' || n, n % 20, 'one', '[]' from ${series} on conflict do nothing`,
    `insert into price_alerts (id, user_id, symbol, direction, points, by_mail, by_push, created_at, expires_at, state, slot, ended_at)
     select id, user_id, (array['EURUSD', 'GBPUSD', 'XAUUSD', 'BTCUSD'])[1 + n % 4], case when n % 2 = 0 then 'above' else 'below' end,
            n, false, false, at, at + interval '30 days', case when n % 10 > 0 then 'expired' else 'waiting' end,
            case when n % 10 = 0 then n / 10 % 20 end, case when n % 10 > 0 then at end from ${series} on conflict do nothing`,
    `insert into push_subscriptions (id, user_id, session_hash, endpoint, public_key, auth_secret, slot, created_at)
     select gen_random_uuid(), s.user_id, s.id_hash, 'https://push.example/' || encode(s.id_hash, 'hex'),
            decode(repeat('04', 65), 'hex'), decode(repeat('01', 16), 'hex'), 0, now()
       from sessions s on conflict do nothing`,
    `insert into push_messages (id, subscription_id, service, content, due_at, valid_until, created_at)
     select gen_random_uuid(), p.id, 'push' || n % 3 || '.example', '{}', now() + n * interval '1 s', now(), now()
       from push_subscriptions p, generate_series(1, 5) n`,
    `insert into chat_conversations (user_id, conversation_id, created_at)
     select n, gen_random_uuid(), now() from generate_series(1, ${traders}) n`,
  ]
}
