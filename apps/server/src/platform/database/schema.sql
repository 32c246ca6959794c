-- The schema as PostgreSQL has it: tables with constraints, indexes and triggers, views, and the heads of functions, by the module that owns
-- them. Written from the catalog by `npm run generate:schema`. Comments are in migrations, the bodies of functions in the files named here.

-- alerts ----------------------------------------------------------------------------------------------

create table alerts (
  id bigint generated always as identity not null,
  kind text not null,
  subject text not null,
  attempt_id bigint generated always as ("substring"(subject, '^attempt:([0-9]+)(?:/[0-9]+)?$')::bigint) stored,
  detail jsonb default '{}'::jsonb not null,
  created_at timestamptz not null,
  logged_at timestamptz,
  mailed_at timestamptz,
  resolved_at timestamptz,
  constraint alerts_pkey primary key (id),
  constraint alerts_attempt_id_fkey foreign key (attempt_id) references attempts(id)
);
create index alerts_mailed on alerts (mailed_at);
create unique index alerts_open on alerts (subject, kind) where resolved_at is null;
create trigger alerts_desk after insert or update of resolved_at on alerts for each row execute function tell_desk('alerts');

create view open_alerts as
 select kind,
    subject
   from alerts
  where resolved_at is null;

-- auth ------------------------------------------------------------------------------------------------

create table devices (
  user_id bigint not null,
  device_hash bytea not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  constraint devices_pkey primary key (user_id, device_hash),
  constraint devices_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint devices_device_hash_check check (length(device_hash) = 32)
);

create table email_links (
  token_hash bytea not null,
  user_id bigint not null,
  kind text not null,
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  constraint email_links_pkey primary key (token_hash),
  constraint email_links_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint email_links_email_check check (email = lower(email) and length(email) >= 3 and length(email) <= 254),
  constraint email_links_kind_check check (kind = any (array['prove', 'change', 'undo'])),
  constraint email_links_token_hash_check check (length(token_hash) = 32)
);
create index email_links_expiry on email_links (expires_at);
create unique index email_links_open_change on email_links (user_id) where kind = 'change' and closed_at is null;
create index email_links_reserved on email_links (email) where kind = 'undo' and closed_at is null;
create index email_links_user on email_links (user_id, created_at);

create table login_failures (
  subject text not null,
  created_at timestamptz not null,
  constraint login_failures_subject_check check (length(subject) <= 80)
);
create index login_failures_subject on login_failures (subject, created_at);

create table login_links (
  token_hash bytea not null,
  user_id bigint not null,
  expires_at timestamptz not null,
  constraint login_links_pkey primary key (token_hash),
  constraint login_links_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint login_links_token_hash_check check (length(token_hash) = 32)
);
create index login_links_expiry on login_links (expires_at);

create table password_reset_requests (
  id uuid not null,
  sealed bytea not null,
  created_at timestamptz not null,
  constraint password_reset_requests_pkey primary key (id)
);
create index password_reset_requests_created on password_reset_requests (created_at);

create table password_resets (
  token_hash bytea not null,
  user_id bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint password_resets_pkey primary key (token_hash),
  constraint password_resets_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint password_resets_token_hash_check check (length(token_hash) = 32)
);
create index password_resets_user on password_resets (user_id);

create table security_events (
  id bigint generated always as identity not null,
  created_at timestamptz not null,
  kind text not null,
  user_id bigint,
  address text not null,
  operator text,
  constraint security_events_pkey primary key (id),
  constraint security_events_user_id_fkey foreign key (user_id) references users(id),
  constraint security_events_address_check check (length(address) <= 64),
  constraint security_events_kind_check check (length(kind) >= 1 and length(kind) <= 40),
  constraint security_events_operator_check check (length(operator) >= 1 and length(operator) <= 100)
);
create index security_events_address on security_events (address, created_at);
create index security_events_created on security_events (created_at);
create index security_events_user on security_events (user_id, id);
create index security_events_user_time on security_events (user_id, created_at);

create table sessions (
  id_hash bytea not null,
  user_id bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  user_agent text default '' not null,
  address text default '' not null,
  mobile boolean default false not null,
  practice boolean not null,
  password_at timestamptz,
  constraint sessions_pkey primary key (id_hash),
  constraint sessions_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint sessions_address_check check (length(address) <= 64),
  constraint sessions_id_hash_check check (length(id_hash) = 32),
  constraint sessions_user_agent_check check (length(user_agent) <= 300)
);
create index sessions_expiry on sessions (expires_at);
create index sessions_user on sessions (user_id);

create view access_events as
 select id,
    user_id,
    created_at,
    kind
   from security_events
  where operator is null;

create view pending_email_changes as
 select user_id,
    email,
    expires_at
   from email_links
  where kind = 'change' and closed_at is null;

create view session_users as
 select s.id_hash as session_hash,
    s.expires_at,
    u.id as user_id,
    u.currency,
    u.language,
    s.practice
   from sessions s
     join user_accounts u on u.id = s.user_id;

-- cards -----------------------------------------------------------------------------------------------

create table card_client_logs (
  id bigint generated always as identity not null,
  user_id bigint not null,
  kind text not null,
  detail jsonb not null,
  created_at timestamptz not null,
  constraint card_client_logs_pkey primary key (id),
  constraint card_client_logs_user_id_fkey foreign key (user_id) references users(id)
);
create index card_client_logs_user on card_client_logs (user_id, id);
create trigger card_client_logs_limit after insert on card_client_logs for each row execute function card_client_logs_limit();

create table cards (
  id bigint generated always as identity not null,
  public_id uuid default gen_random_uuid() not null,
  user_id bigint not null,
  number_sealed bytea,
  number_hash bytea,
  last4 text not null,
  brand text not null,
  exp_month smallint,
  exp_year smallint,
  first_name text,
  last_name text,
  country text,
  state text,
  created_at timestamptz not null,
  selected_at timestamptz not null,
  save_slot smallint,
  charged_at timestamptz,
  removed_at timestamptz,
  constraint cards_pkey primary key (id),
  constraint cards_public_id_key unique (public_id),
  constraint cards_user_id_fkey foreign key (user_id) references users(id),
  constraint cards_brand_check check (brand = any (array['visa', 'mastercard', 'maestro'])),
  constraint cards_country_check check (country ~ '^[A-Z]{2}$'),
  constraint cards_details_present check (removed_at is not null or number_sealed is not null and number_hash is not null and exp_month is not null and exp_year is not null and first_name is not null and last_name is not null and country is not null),
  constraint cards_exp_month_check check (exp_month >= 1 and exp_month <= 12),
  constraint cards_exp_year_check check (exp_year >= 2000 and exp_year <= 2099),
  constraint cards_last4_check check (last4 ~ '^[0-9]{4}$'),
  constraint cards_save_slot_check check (save_slot >= 1 and save_slot <= 5),
  constraint cards_state_check check (state ~ '^[A-Z]{2}$')
);
create index cards_last4 on cards (last4, id desc);
create index cards_removed on cards (removed_at) where removed_at is not null and number_sealed is not null;
create unique index cards_slots on cards (user_id, coalesce(save_slot::integer, 0)) where removed_at is null;
create index cards_user on cards (user_id);
create index cards_waiting on cards (selected_at) where removed_at is null and charged_at is null;

create view card_hints as
 select id,
    user_id,
    brand,
    last4
   from cards;

create view user_cards as
 select user_id,
    bool_or(charged_at is not null) as has_paid,
    max(to_char(make_date(exp_year::integer, exp_month::integer, 1)::timestamptz, 'YYYY-MM')) filter (where removed_at is null and save_slot is not null and charged_at is not null) as expires_month
   from cards
  group by user_id;

-- modules/cards/sql/captures-card-charged.sql
create function captures_card_charged() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/cards/sql/card-client-logs-limit.sql
create function card_client_logs_limit() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/cards/sql/mark-card-charged.sql
create function mark_card_charged(charged_deposit uuid, charged_time timestamptz) returns void language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/cards/sql/settle-card.sql
create function settle_card(used_card bigint, is_paid boolean, settled_time timestamptz) returns void language plpgsql set search_path=pg_catalog, public, pg_temp;

-- charts ----------------------------------------------------------------------------------------------

create table chart_layouts (
  user_id bigint not null,
  id uuid not null,
  name text not null,
  slot smallint not null,
  arrangement text not null,
  charts jsonb not null,
  constraint chart_layouts_pkey primary key (user_id, id),
  constraint chart_layouts_name unique (user_id, name),
  constraint chart_layouts_slot unique (user_id, slot),
  constraint chart_layouts_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint chart_layouts_arrangement_check check (arrangement = any (array['one', 'two', 'four'])),
  constraint chart_layouts_charts_check check (jsonb_typeof(charts) = 'array' and length(charts::text) <= 8000),
  constraint chart_layouts_name_check check (length(name) >= 1 and length(name) <= 40),
  constraint chart_layouts_slot_check check (slot >= 0 and slot <= 19)
);

create table drawings (
  user_id bigint not null,
  id uuid not null,
  symbol text not null,
  kind text not null,
  slot smallint not null,
  first_at timestamptz not null,
  first_price double precision not null,
  second_at timestamptz,
  second_price double precision,
  created_at timestamptz not null,
  constraint drawings_pkey primary key (user_id, id),
  constraint drawings_slot unique (user_id, symbol, slot),
  constraint drawings_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint drawings_first_at_check check (first_at >= '1970-01-01 00:00:00+00'::timestamptz and first_at <= '2200-01-01 00:00:00+00'::timestamptz),
  constraint drawings_first_price_check check (first_price > 0::double precision and first_price <= 1000000000::double precision),
  constraint drawings_kind_check check (kind = any (array['line', 'level', 'rectangle', 'fibonacci'])),
  constraint drawings_points check (num_nulls(second_at, second_price) =
case kind
    when 'level' then 2
    else 0
end),
  constraint drawings_second_at_check check (second_at >= '1970-01-01 00:00:00+00'::timestamptz and second_at <= '2200-01-01 00:00:00+00'::timestamptz),
  constraint drawings_second_price_check check (second_price > 0::double precision and second_price <= 1000000000::double precision),
  constraint drawings_slot_check check (slot >= 0 and slot <= 99),
  constraint drawings_symbol_check check (symbol ~ '^[A-Z0-9]{3,12}$')
);

-- chat ------------------------------------------------------------------------------------------------

create table chat_conversations (
  user_id bigint not null,
  conversation_id uuid not null,
  created_at timestamptz not null,
  balance_sent_at timestamptz,
  constraint chat_conversations_pkey primary key (user_id),
  constraint chat_conversations_conversation_id_key unique (conversation_id),
  constraint chat_conversations_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create view user_chats as
 select user_id,
    conversation_id
   from chat_conversations;

-- contact ---------------------------------------------------------------------------------------------

create table contact_requests (
  id uuid not null,
  kind text not null,
  created_at timestamptz not null,
  user_id bigint,
  language text not null,
  sealed bytea not null,
  address_hash bytea not null,
  phone_hash bytea,
  email_hash bytea,
  content_hash bytea not null,
  constraint contact_requests_pkey primary key (id),
  constraint contact_requests_user_id_fkey foreign key (user_id) references users(id) on delete set null,
  constraint contact_requests_address_hash_check check (length(address_hash) = 32),
  constraint contact_requests_content_hash_check check (length(content_hash) = 32),
  constraint contact_requests_email_hash_check check (length(email_hash) = 32),
  constraint contact_requests_kind_check check (kind = any (array['message', 'call'])),
  constraint contact_requests_language_check check (length(language) >= 2 and length(language) <= 10),
  constraint contact_requests_phone_hash_check check (length(phone_hash) = 32),
  constraint contact_requests_sealed_check check (length(sealed) <= 32768)
);
create index contact_requests_created on contact_requests (created_at);

-- crypto ----------------------------------------------------------------------------------------------

create table crypto_blocks (
  coin text not null,
  height bigint not null,
  hash text not null,
  constraint crypto_blocks_pkey primary key (coin, height),
  constraint crypto_blocks_coin_fkey foreign key (coin) references crypto_chains(coin)
);

create table crypto_chains (
  coin text not null,
  next_index integer default 0 not null,
  height bigint,
  hash text,
  scanned_at timestamptz,
  lease_id uuid,
  lease_until timestamptz,
  network text,
  first_index integer default 0 not null,
  constraint crypto_chains_pkey primary key (coin),
  constraint crypto_chains_coin_check check (coin = any (array['BTC', 'ETH'])),
  constraint crypto_chains_first_index_check check (first_index >= 0 and first_index <= next_index),
  constraint crypto_chains_height_check check (height >= 0)
);

create table crypto_invoices (
  guid uuid not null,
  deposit_id uuid not null,
  user_id bigint not null,
  coin text not null,
  derivation_index integer not null,
  address text not null,
  amount_due numeric(40,0) not null,
  tolerance numeric(40,0) not null,
  currency text not null,
  rate bigint not null,
  market_rate bigint not null,
  spread_percent numeric(5,3) not null,
  locked_max numeric(40,0) not null,
  block_until timestamptz not null,
  confirmations smallint not null,
  expected numeric(40,0),
  expires_at timestamptz not null,
  ended_at timestamptz,
  paid boolean,
  watch_until timestamptz not null,
  request_hash text not null,
  slot smallint,
  created_at timestamptz not null,
  constraint crypto_invoices_pkey primary key (guid),
  constraint crypto_invoices_address_key unique (address),
  constraint crypto_invoices_coin_derivation_index_key unique (coin, derivation_index),
  constraint crypto_invoices_deposit_id_key unique (deposit_id),
  constraint crypto_invoices_coin_fkey foreign key (coin) references crypto_chains(coin),
  constraint crypto_invoices_deposit_id_fkey foreign key (deposit_id) references deposits(id),
  constraint crypto_invoices_user_id_fkey foreign key (user_id) references users(id),
  constraint crypto_invoices_amount_due_check check (amount_due > 0::numeric),
  constraint crypto_invoices_check check ((paid is null) = (ended_at is null)),
  constraint crypto_invoices_check1 check ((slot is null) = (ended_at is not null)),
  constraint crypto_invoices_confirmations_check check (confirmations >= 1),
  constraint crypto_invoices_currency_check check (currency = any (array['USD', 'EUR', 'GBP', 'RUB'])),
  constraint crypto_invoices_derivation_index_check check (derivation_index >= 0),
  constraint crypto_invoices_expected_check check (expected > 0::numeric),
  constraint crypto_invoices_late_block check (block_until >= expires_at),
  constraint crypto_invoices_lock check (locked_max >= amount_due),
  constraint crypto_invoices_rate_check check (rate > 0),
  constraint crypto_invoices_slot_check check (slot >= 1 and slot <= 3),
  constraint crypto_invoices_spread check (market_rate >= rate),
  constraint crypto_invoices_spread_percent_check check (spread_percent >= 0::numeric),
  constraint crypto_invoices_tolerance_check check (tolerance >= 0::numeric)
);
create index crypto_invoices_due on crypto_invoices (coin, expires_at) where ended_at is null;
create unique index crypto_invoices_open on crypto_invoices (user_id, slot) where slot is not null;
create index crypto_invoices_open_index on crypto_invoices (coin, derivation_index) where ended_at is null;
create index crypto_invoices_user on crypto_invoices (user_id, created_at desc);
create index crypto_invoices_watched on crypto_invoices (coin, watch_until);
create trigger crypto_invoices_fixed before update of guid, deposit_id, user_id, coin, derivation_index, address, amount_due, tolerance, currency, rate, market_rate, spread_percent, locked_max, block_until, expires_at, created_at on crypto_invoices for each statement execute function refuse_fixed();
create trigger crypto_invoices_no_delete before delete or truncate on crypto_invoices for each statement execute function refuse_change();

create table crypto_receipts (
  id bigint generated always as identity not null,
  guid uuid not null,
  coin text not null,
  txid character varying(150) not null,
  output integer not null,
  token character varying(42) default ''::character varying not null,
  value numeric(80,0) not null,
  state text not null,
  block_height bigint,
  block_hash text,
  arrived_at timestamptz not null,
  mined_at timestamptz,
  market_rate bigint,
  changed_at timestamptz not null,
  created_at timestamptz not null,
  constraint crypto_receipts_pkey primary key (id),
  constraint crypto_receipts_coin_txid_output_token_key unique (coin, txid, output, token),
  constraint crypto_receipts_coin_fkey foreign key (coin) references crypto_chains(coin),
  constraint crypto_receipts_guid_fkey foreign key (guid) references crypto_invoices(guid),
  constraint crypto_receipts_check check ((state = 'token') = (token::text <> '')),
  constraint crypto_receipts_check1 check ((block_height is null) = (block_hash is null)),
  constraint crypto_receipts_market_rate_check check (market_rate > 0),
  constraint crypto_receipts_mined check (block_height is null or mined_at is not null),
  constraint crypto_receipts_output_check check (output >= 0),
  constraint crypto_receipts_priced check (market_rate is null or mined_at is not null),
  constraint crypto_receipts_state_check check (state = any (array['seen', 'credited', 'orphaned', 'dust', 'token'])),
  constraint crypto_receipts_value_check check (value > 0::numeric)
);
create index crypto_receipts_block on crypto_receipts (coin, block_height) where block_height is not null;
create index crypto_receipts_invoice on crypto_receipts (guid);
create index crypto_receipts_lost on crypto_receipts (coin) where state = 'credited' and block_height is null;
create index crypto_receipts_orphaned on crypto_receipts (coin, changed_at) where state = 'orphaned';
create index crypto_receipts_txid on crypto_receipts (txid);
create index crypto_receipts_waiting on crypto_receipts (coin, block_height) where state = 'seen';
create trigger crypto_receipts_fixed before update of guid, coin, txid, output, token, value, created_at on crypto_receipts for each statement execute function refuse_fixed();
create trigger crypto_receipts_no_delete before delete or truncate on crypto_receipts for each statement execute function refuse_change();
create trigger crypto_receipts_steps before update of state on crypto_receipts for each row when (old.state <> new.state and not
        case old.state
            when 'seen' then new.state = any (array['credited', 'orphaned', 'dust'])
            when 'orphaned' then new.state = any (array['seen', 'credited'])
            else false
        end) execute function refuse_step('id', 'state');

create view average_coin_rates as
 select r.guid,
    c.output,
    (c.amount::numeric * u.unit / r.value)::bigint as average_rate
   from crypto_receipts r
     join crypto_invoices i using (guid)
     join captured_outputs c on c.coin = r.coin and c.output::text = concat(r.txid, ':', r.output),
    lateral ( select 10::numeric ^
                case r.coin
                    when 'ETH' then 18
                    else 8
                end::numeric as unit) u
  where r.token::text = '' and (c.amount + 1)::numeric < floor(r.value * i.rate::numeric / u.unit);

create view coin_deposits as
 select i.user_id,
    r.coin,
    r.value as units,
    c.amount,
    c.currency,
    c.attempt_id,
    c.number,
    r.mined_at
   from crypto_receipts r
     join crypto_invoices i using (guid)
     join captured_outputs c on c.coin = r.coin and c.output::text = concat(r.txid, ':', r.output)
  where r.token::text = '' and (c.status = any (array['credited', 'credited_late', 'credited_part']));

create view crypto_transactions as
 select i.deposit_id,
    i.user_id,
    r.txid
   from crypto_receipts r
     join crypto_invoices i on i.guid = r.guid;

create view invoice_addresses as
 select deposit_id,
    user_id,
    address
   from crypto_invoices;

-- modules/crypto/sql/deposits-invoice-ended.sql
create function deposits_invoice_ended() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/crypto/sql/end-crypto-invoice.sql
create function end_crypto_invoice(ended_deposit uuid, is_paid boolean, ended_time timestamptz) returns void language plpgsql set search_path=pg_catalog, public, pg_temp;

-- deposits --------------------------------------------------------------------------------------------

create table attempt_events (
  id bigint generated always as identity not null,
  attempt_id bigint not null,
  created_at timestamptz not null,
  source text not null,
  reported_state text not null,
  state_before text not null,
  state_after text not null,
  detail jsonb default '{}'::jsonb not null,
  constraint attempt_events_pkey primary key (id),
  constraint attempt_events_attempt_id_fkey foreign key (attempt_id) references attempts(id)
);
create index attempt_events_attempt on attempt_events (attempt_id);
create trigger attempt_events_append_only before delete or update or truncate on attempt_events for each statement execute function refuse_change();

create table attempts (
  id bigint generated always as identity not null,
  deposit_id uuid not null,
  seq smallint not null,
  processor text not null,
  is_charging boolean not null,
  state text not null,
  reference uuid not null,
  payer_mark bytea,
  processor_reference character varying(200),
  error_class character varying(100),
  action jsonb,
  had_page boolean default false not null,
  replayed_replies jsonb default '{}'::jsonb not null,
  inquiry_count integer default 0 not null,
  next_check_at timestamptz,
  waiting_since timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint attempts_pkey primary key (id),
  constraint attempts_deposit_id_processor_key unique (deposit_id, processor),
  constraint attempts_of_deposit unique (id, deposit_id, processor),
  constraint attempts_reference_key unique (reference),
  constraint attempts_deposit_id_fkey foreign key (deposit_id) references deposits(id),
  constraint attempts_seq_check check (seq >= 1),
  constraint attempts_state_check check (state = any (array['sent', 'requires_action', 'pending', 'in_doubt', 'succeeded', 'declined_soft', 'declined_hard', 'not_charged', 'manual_review']))
);
create index attempts_created on attempts using brin (created_at) with (pages_per_range='16', autosummarize='on');
create index attempts_due on attempts (processor, next_check_at) where next_check_at is not null;
create unique index attempts_one_active on attempts (deposit_id) where state = any (array['sent', 'requires_action', 'pending', 'in_doubt', 'manual_review']);
create unique index attempts_one_success on attempts (deposit_id) where state = 'succeeded';
create index attempts_processor_reference on attempts (processor_reference) where processor_reference is not null;
create trigger attempts_desk after update of state on attempts for each row when (old.state <> new.state and ((old.state = any (array['manual_review', 'in_doubt'])) or (new.state = any (array['manual_review', 'in_doubt'])))) execute function tell_desk('deposits');
create trigger attempts_desk_begun after insert on attempts for each row when (new.state = any (array['manual_review', 'in_doubt'])) execute function tell_desk('deposits');
create trigger attempts_fixed before update of id, deposit_id, seq, processor, is_charging, reference, payer_mark, created_at on attempts for each statement execute function refuse_fixed();
create trigger attempts_no_delete before delete or truncate on attempts for each statement execute function refuse_change();
create trigger attempts_quarantined after insert on attempts for each statement execute function refuse_in_quarantine();
create trigger attempts_steps before update of state on attempts for each row when (old.state <> new.state and not
        case old.state
            when 'sent' then new.state = any (array['requires_action', 'pending', 'in_doubt', 'succeeded', 'declined_soft', 'declined_hard', 'not_charged', 'manual_review'])
            when 'requires_action' then new.state = any (array['sent', 'pending', 'in_doubt', 'succeeded', 'declined_soft', 'declined_hard', 'not_charged', 'manual_review'])
            when 'pending' then new.state = any (array['requires_action', 'in_doubt', 'succeeded', 'declined_soft', 'declined_hard', 'not_charged', 'manual_review'])
            when 'in_doubt' then new.state = any (array['requires_action', 'pending', 'succeeded', 'declined_soft', 'declined_hard', 'not_charged', 'manual_review'])
            when 'manual_review' then new.state = any (array['succeeded', 'declined_soft', 'declined_hard', 'not_charged'])
            else false
        end) execute function refuse_step('id', 'state');

create table bank_formats (
  account text not null,
  format jsonb not null,
  changed_at timestamptz not null,
  constraint bank_formats_pkey primary key (account)
);

create table bank_payments (
  id bigint generated always as identity not null,
  account text not null,
  entry_key text not null,
  booked_on date not null,
  amount bigint not null,
  currency text not null,
  payer text not null,
  words text not null,
  imported_at timestamptz not null,
  constraint bank_payments_pkey primary key (id),
  constraint bank_payments_entry unique (account, entry_key),
  constraint bank_payments_account_check check (length(account) >= 4 and length(account) <= 40),
  constraint bank_payments_amount_check check (amount > 0),
  constraint bank_payments_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint bank_payments_entry_key_check check (length(entry_key) >= 5 and length(entry_key) <= 200)
);
create index bank_payments_booked on bank_payments (booked_on);
create trigger bank_payments_desk after insert on bank_payments for each row execute function tell_desk('bank');
create trigger bank_payments_fixed before delete or update or truncate on bank_payments for each statement execute function refuse_change();

create table captures (
  attempt_id bigint not null,
  number smallint default 1 not null,
  deposit_id uuid not null,
  processor text not null,
  processor_reference character varying(200),
  amount bigint not null,
  currency text not null,
  status text not null,
  movement integer default 1 not null,
  reason text,
  refund_reference uuid,
  refund_inquiry_count integer default 0 not null,
  next_check_at timestamptz,
  kept_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint captures_pkey primary key (attempt_id, number),
  constraint captures_refund_reference_key unique (refund_reference),
  constraint captures_attempt_fkey foreign key (attempt_id, deposit_id, processor) references attempts(id, deposit_id, processor),
  constraint captures_amount_check check (amount > 0),
  constraint captures_charging check (processor <> 'FRAUD'),
  constraint captures_movement_check check (movement >= 1),
  constraint captures_number_check check (number >= 1),
  constraint captures_output check ((processor <> all (array['BTC', 'ETH'])) or processor_reference is not null),
  constraint captures_part check (status <> 'credited_part' or (processor = any (array['BTC', 'ETH']))),
  constraint captures_second_charge check (number = 1 or status <> 'credited' or (processor = any (array['BTC', 'ETH']))),
  constraint captures_status_check check (status = any (array['credited', 'credited_late', 'credited_part', 'suspense', 'refund_due', 'refunded', 'reversed', 'taken_back']))
);
create index captures_due on captures (processor, next_check_at) where next_check_at is not null;
create unique index captures_one_credit on captures (deposit_id) where status = any (array['credited', 'credited_late']);
create unique index captures_one_per_output on captures (processor, processor_reference) where processor = any (array['BTC', 'ETH']);
create index captures_parts on captures (deposit_id) where status = 'credited_part';
create index captures_second_charge_reference on captures (processor_reference) where number > 1;
create index captures_undecided on captures (created_at) where status = any (array['suspense', 'refund_due']);
create constraint trigger captures_booked after insert on captures deferrable initially deferred for each row execute function captures_booked();
create constraint trigger captures_card_charged after insert on captures deferrable initially deferred for each row execute function captures_card_charged();
create trigger captures_chargeback after update of status on captures for each row when (old.status <> 'taken_back' and new.status = 'taken_back' and new.reason = 'chargeback') execute function captures_chargeback();
create trigger captures_claim_ordered after insert on captures for each row when (new.processor = any (array['BITCOIN', 'LITECOIN', 'WEBMONEY', 'BANK'])) execute function captures_claim_ordered();
create trigger captures_desk after update of status on captures for each row when (old.status <> new.status and ((old.status = any (array['suspense', 'refund_due'])) or (new.status = any (array['suspense', 'refund_due', 'reversed', 'taken_back'])))) execute function tell_desk('deposits');
create trigger captures_desk_begun after insert on captures for each row when (new.status = any (array['suspense', 'refund_due'])) execute function tell_desk('deposits');
create trigger captures_late_notice after insert on captures for each row when (new.status = any (array['credited_late', 'credited_part'])) execute function captures_notice();
create trigger captures_no_delete before delete or truncate on captures for each statement execute function refuse_change();
create trigger captures_notice after update of status on captures for each row when (old.status <> new.status and ((new.status = any (array['credited_late', 'refunded'])) or (new.status = any (array['reversed', 'taken_back'])) and (old.status = any (array['credited', 'credited_late', 'credited_part'])))) execute function captures_notice();
create trigger captures_paid_out before update of status on captures for each row when (old.status <> new.status and new.status = 'refund_due') execute function captures_paid_out();
create constraint trigger captures_payer_proved after insert or update of status on captures deferrable initially deferred for each row when (new.status = any (array['credited', 'credited_late', 'credited_part'])) execute function captures_payer_proved();
create trigger captures_steps before update of status on captures for each row when (old.status <> new.status and not
        case old.status
            when 'credited' then new.status = any (array['reversed', 'taken_back'])
            when 'credited_late' then new.status = any (array['refund_due', 'reversed', 'taken_back'])
            when 'credited_part' then new.status = any (array['reversed', 'taken_back'])
            when 'suspense' then new.status = any (array['refund_due', 'credited_late', 'reversed', 'taken_back'])
            when 'refund_due' then new.status = any (array['refunded', 'suspense'])
            else false
        end) execute function refuse_step('attempt_id', 'status');
create trigger captures_terms before update on captures for each row execute function captures_terms();

create table chargeback_files (
  id uuid not null,
  attempt_id bigint not null,
  capture_number smallint not null,
  media_type text not null,
  bytes integer not null,
  title text not null,
  pages smallint not null,
  store text not null,
  operator text not null,
  added_at timestamptz not null,
  constraint chargeback_files_pkey primary key (id),
  constraint chargeback_files_case_fkey foreign key (attempt_id, capture_number) references chargebacks(attempt_id, capture_number),
  constraint chargeback_files_bytes_check check (bytes >= 1 and bytes <= 10485760),
  constraint chargeback_files_media_type_check check (media_type = any (array['image/png', 'image/jpeg', 'application/pdf'])),
  constraint chargeback_files_operator_check check (length(operator) >= 1 and length(operator) <= 60),
  constraint chargeback_files_pages_check check (pages >= 1 and pages <= 10),
  constraint chargeback_files_store_check check (store = any (array['database', 's3'])),
  constraint chargeback_files_title_check check (length(title) >= 1 and length(title) <= 120)
);
create index chargeback_files_case on chargeback_files (attempt_id, capture_number);
create trigger chargeback_files_desk after insert or delete on chargeback_files for each row execute function tell_desk('chargebacks');

create table chargebacks (
  attempt_id bigint not null,
  capture_number smallint not null,
  state text default 'open' not null,
  evidence text,
  due_at timestamptz not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  constraint chargebacks_pkey primary key (attempt_id, capture_number),
  constraint chargebacks_capture_fkey foreign key (attempt_id, capture_number) references captures(attempt_id, number),
  constraint chargebacks_closed check ((state = 'open') = (closed_at is null)),
  constraint chargebacks_evidence_check check (length(evidence) >= 3 and length(evidence) <= 4000),
  constraint chargebacks_state_check check (state = any (array['open', 'won', 'lost']))
);
create index chargebacks_due on chargebacks (due_at) where state = 'open';
create trigger chargebacks_begin after insert on chargebacks for each row when (new.state <> 'open') execute function refuse_server();
create trigger chargebacks_desk after insert or update on chargebacks for each row execute function tell_desk('chargebacks');
create trigger chargebacks_ordered after update of state on chargebacks for each row when (old.state <> new.state) execute function chargebacks_ordered();

create table closed_days (
  day date not null,
  closed_at timestamptz not null,
  constraint closed_days_pkey primary key (day)
);
create trigger closed_days_desk after insert on closed_days for each row execute function tell_desk('statements');
create trigger closed_days_ordered after insert on closed_days for each row execute function closed_days_ordered();

create table daily_deposit_counts (
  user_id bigint not null,
  day date not null,
  count integer not null,
  max_count integer not null,
  constraint daily_deposit_counts_pkey primary key (user_id, day),
  constraint daily_deposit_counts_user_id_fkey foreign key (user_id) references users(id),
  constraint daily_deposit_counts_check check (count >= 0 and count <= max_count)
);

create table deposit_notices (
  deposit_id uuid not null,
  kind text not null,
  attempt_id bigint default 0 not null,
  capture_number smallint default 0 not null,
  created_at timestamptz not null,
  mailed_at timestamptz,
  tries integer default 0 not null,
  retry_at timestamptz,
  constraint deposit_notices_pkey primary key (deposit_id, kind, attempt_id, capture_number),
  constraint deposit_notices_deposit_id_fkey foreign key (deposit_id) references deposits(id),
  constraint deposit_notices_kind_check check (kind = any (array['credited', 'failed', 'review', 'late', 'part', 'refunded', 'taken_back']))
);
create index deposit_notices_due on deposit_notices (created_at) where mailed_at is null;

create table deposits (
  id uuid not null,
  user_id bigint not null,
  method text not null,
  card_id bigint,
  instrument_kind text,
  instrument_hint text,
  country text not null,
  amount bigint not null,
  currency text not null,
  bonus bigint not null,
  wagering_required bigint not null,
  release_max bigint default 0 not null,
  fixed boolean not null,
  processor_order text[] not null,
  state text not null,
  version integer default 0 not null,
  reason text,
  reason_text text,
  idempotency_key text,
  request_hash bytea,
  day_limit_date date,
  close_requested boolean default false not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  constraint deposits_pkey primary key (id),
  constraint deposits_card_id_fkey foreign key (card_id) references cards(id),
  constraint deposits_user_id_fkey foreign key (user_id) references users(id),
  constraint deposits_amount_check check (amount > 0),
  constraint deposits_bonus_check check (bonus >= 0),
  constraint deposits_check check (card_id is null or method = 'card'),
  constraint deposits_check1 check ((wagering_required > 0) = (bonus > 0)),
  constraint deposits_check2 check (not (fixed and bonus > 0)),
  constraint deposits_currency_check check (currency = any (array['USD', 'EUR', 'GBP', 'RUB'])),
  constraint deposits_idempotency_key_check check (length(idempotency_key) >= 8 and length(idempotency_key) <= 100),
  constraint deposits_method_check check (method = any (array['card', 'crypto', 'wallet'])),
  constraint deposits_processor_order_check check (cardinality(processor_order) > 0),
  constraint deposits_release_max check (release_max >= 0),
  constraint deposits_state_check check (state = any (array['open', 'processing', 'succeeded', 'failed', 'review']))
);
create index deposits_created on deposits (created_at desc, id desc);
create unique index deposits_idempotency_key on deposits (user_id, idempotency_key) where idempotency_key is not null;
create index deposits_idle on deposits (updated_at) where state = any (array['open', 'processing']);
create unique index deposits_one_open on deposits (user_id) where (state = any (array['open', 'processing'])) and method <> 'crypto';
create index deposits_receipt_number on deposits ("right"(id::text, 12));
create index deposits_reported_coins on deposits (instrument_hint) where instrument_kind = any (array['bitcoin', 'litecoin']);
create index deposits_review on deposits (created_at) where state = 'review';
create index deposits_state on deposits (state, created_at desc, id desc);
create index deposits_user on deposits (user_id, created_at desc, id desc);
create index deposits_waiting on deposits (user_id) where state = any (array['open', 'processing', 'review']);
create trigger deposits_desk after update of state on deposits for each row when (old.state <> new.state and ('review' = old.state or 'review' = new.state)) execute function tell_desk('deposits');
create trigger deposits_fixed before update of id, user_id, method, card_id, country, amount, currency, bonus, wagering_required, release_max, fixed, processor_order, idempotency_key, request_hash, created_at on deposits for each statement execute function refuse_fixed();
create constraint trigger deposits_invoice_ended after update of state on deposits deferrable initially deferred for each row when (new.method = 'crypto' and old.state <> new.state and (new.state = any (array['succeeded', 'failed']))) execute function deposits_invoice_ended();
create trigger deposits_no_delete before delete or truncate on deposits for each statement execute function refuse_change();
create trigger deposits_notice after update of state on deposits for each row when (old.state <> new.state and ((new.state = any (array['succeeded', 'review'])) or new.state = 'failed' and (coalesce(new.reason, '') <> all (array['deposits.other_amount', 'wallets.claim_part'])))) execute function deposits_notice();
create trigger deposits_quarantined after insert on deposits for each statement execute function refuse_in_quarantine();
create trigger deposits_steps before update of state on deposits for each row when (old.state <> new.state and not
        case old.state
            when 'open' then new.state = any (array['processing', 'failed'])
            when 'processing' then new.state = any (array['succeeded', 'failed', 'review'])
            when 'review' then new.state = any (array['succeeded', 'failed'])
            else false
        end) execute function refuse_step('id', 'state');

create table processor_webhooks (
  id uuid not null,
  method text not null,
  processor_slug text not null,
  event_id text not null,
  reference uuid not null,
  body jsonb not null,
  created_at timestamptz not null,
  applied_at timestamptz,
  tries integer default 0 not null,
  next_try_at timestamptz,
  updated_at timestamptz not null,
  constraint processor_webhooks_pkey primary key (id),
  constraint processor_webhooks_event_id_check check (length(event_id) <= 100)
);
create index processor_webhooks_created on processor_webhooks using brin (created_at) with (pages_per_range='16', autosummarize='on');
create index processor_webhooks_due on processor_webhooks (processor_slug, next_try_at) where next_try_at is not null;

create table statement_comparisons (
  processor text not null,
  day date not null,
  tries integer default 0 not null,
  next_try_at timestamptz,
  compared_at timestamptz,
  updated_at timestamptz not null,
  constraint statement_comparisons_pkey primary key (processor, day)
);
create trigger statement_comparisons_desk after update of compared_at on statement_comparisons for each row execute function tell_desk('statements');

create table statement_exceptions (
  id bigint generated always as identity not null,
  processor text not null,
  day date not null,
  kind text not null,
  what text not null,
  reference text not null,
  currency text not null,
  place smallint not null,
  deposit_id uuid,
  there text not null,
  here text not null,
  difference bigint not null,
  found_at timestamptz not null,
  gone_at timestamptz,
  explanation text,
  explained_at timestamptz,
  constraint statement_exceptions_pkey primary key (id),
  constraint statement_exceptions_key unique (processor, day, kind, what, reference, currency, place),
  constraint statement_exceptions_explained check ((explanation is null) = (explained_at is null)),
  constraint statement_exceptions_explanation_check check (length(explanation) >= 3 and length(explanation) <= 500),
  constraint statement_exceptions_kind_check check (kind = any (array['missing_here', 'missing_there', 'other_amount', 'other_state', 'doubled'])),
  constraint statement_exceptions_place_check check (place >= 1),
  constraint statement_exceptions_what_check check (what = any (array['charge', 'refund']))
);
create index statement_exceptions_day on statement_exceptions (day);
create trigger statement_exceptions_desk after insert or update on statement_exceptions for each row execute function tell_desk('statements');
create trigger statement_exceptions_fixed before update of id, processor, day, kind, what, reference, currency, place, found_at on statement_exceptions for each statement execute function refuse_fixed();
create trigger statement_exceptions_ordered after insert or update of explanation on statement_exceptions for each row when (new.explanation is not null) execute function statement_exceptions_ordered();

create table statement_files (
  processor text not null,
  day date not null,
  name text not null,
  rows jsonb not null,
  uploaded_at timestamptz not null,
  compared_at timestamptz,
  constraint statement_files_pkey primary key (processor, day),
  constraint statement_files_name_check check (length(name) >= 1 and length(name) <= 200)
);
create index statement_files_waiting on statement_files (uploaded_at) where compared_at is null;
create trigger statement_files_desk after insert or update on statement_files for each row execute function tell_desk('statements');

create table statement_formats (
  processor text not null,
  format jsonb not null,
  changed_at timestamptz not null,
  constraint statement_formats_pkey primary key (processor)
);

create table statement_totals (
  processor text not null,
  day date not null,
  currency text not null,
  there bigint not null,
  here bigint not null,
  agreed bigint not null,
  agreed_count integer not null,
  constraint statement_totals_pkey primary key (processor, day, currency),
  constraint statement_totals_agreed_count_check check (agreed_count >= 0)
);

create view attempt_deposits as
 select a.id as attempt_id,
    a.reference,
    a.deposit_id,
    d.user_id,
    d.instrument_kind,
    d.instrument_hint,
    a.processor,
    a.seq
   from attempts a
     join deposits d on d.id = a.deposit_id;

create view attempt_references as
 select a.deposit_id,
    d.user_id,
    a.processor_reference
   from attempts a
     join deposits d on d.id = a.deposit_id;

create view attempt_steps as
 select id,
    attempt_id,
    created_at,
    source,
    reported_state,
    state_before,
    state_after
   from attempt_events;

create view attempts_requiring_action as
 select d.user_id,
    d.amount,
    a.processor
   from deposits d
     join attempts a on a.deposit_id = d.id
  where (d.state = any (array['open', 'processing'])) and a.state = 'requires_action';

create view captured_outputs as
 select processor as coin,
    processor_reference as output,
    amount,
    currency,
    status,
    attempt_id,
    number
   from captures
  where processor = any (array['BTC', 'ETH']);

create view charge_attempts as
 select a.processor,
    a.state,
    d.currency,
    a.created_at,
    a.updated_at
   from attempts a
     join deposits d on d.id = a.deposit_id
  where a.is_charging;

create view charges as
 select attempt_id,
    number,
    deposit_id,
    processor_reference,
    amount,
    currency,
    status,
    updated_at
   from captures;

create view credited_card_deposits as
 select d.id as deposit_id,
    d.user_id,
    d.created_at
   from deposits d
     join captures c on c.deposit_id = d.id and (c.status = any (array['credited', 'credited_late']))
  where d.method = 'card';

create view credited_charges as
 select d.user_id,
    d.currency,
    c.attempt_id,
    c.number,
    c.processor,
    c.amount,
    c.created_at,
    d.id as deposit_id,
    d.instrument_kind,
    d.instrument_hint
   from deposits d,
    lateral ( select captures.attempt_id,
            captures.number,
            captures.processor,
            captures.amount,
            captures.created_at
           from captures
          where captures.deposit_id = d.id and (captures.status = any (array['credited', 'credited_late']))
        union all
         select captures.attempt_id,
            captures.number,
            captures.processor,
            captures.amount,
            captures.created_at
           from captures
          where captures.deposit_id = d.id and captures.status = 'credited_part') c;

create view deposit_bonus_ratios as
 select deposits.wagering_required::numeric / deposits.release_max::numeric as ratio
   from deposits
  where (deposits.state = any (array['open', 'processing'])) and deposits.release_max > 0
union all
 select deposits.wagering_required::numeric / deposits.release_max::numeric as ratio
   from deposits
  where deposits.state = 'review' and deposits.release_max > 0;

create view deposit_card_uses as
 select user_id,
    card_id,
    ended_at
   from deposits
  where card_id is not null;

create view deposit_facts as
 select id,
    user_id,
    method,
    instrument_kind,
    instrument_hint,
    created_at,
    ended_at,
    amount,
    currency,
    state
   from deposits;

create view deposit_totals as
 select user_id,
    currency,
    sum(amount)::bigint as total,
    (array_agg(amount order by created_at))[1] as first_amount,
    (array_agg(amount order by created_at desc))[1] as last_amount,
    bool_or(method = 'crypto') as has_crypto,
    count(*)::integer as count,
    min(first_at) as first_at,
    bool_or(is_bitcoin) as has_bitcoin
   from ( select d.user_id,
            d.currency,
            d.created_at,
            d.method,
            sum(c.amount)::bigint as amount,
            min(c.created_at) as first_at,
            bool_or(c.processor = any (array['BTC', 'BITCOIN'])) as is_bitcoin
           from deposits d,
            lateral ( select captures.amount,
                    captures.created_at,
                    captures.processor
                   from captures
                  where captures.deposit_id = d.id and (captures.status = any (array['credited', 'credited_late']))
                union all
                 select captures.amount,
                    captures.created_at,
                    captures.processor
                   from captures
                  where captures.deposit_id = d.id and captures.status = 'credited_part') c
          group by d.id) one
  group by user_id, currency;

create view webhook_times as
 select reference,
    created_at
   from processor_webhooks;

-- modules/deposits/sql/captures-booked.sql
create function captures_booked() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/deposits/sql/captures-chargeback.sql
create function captures_chargeback() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/deposits/sql/captures-claim-ordered.sql
create function captures_claim_ordered() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/deposits/sql/captures-notice.sql
create function captures_notice() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/deposits/sql/captures-terms.sql
create function captures_terms() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/deposits/sql/chargebacks-ordered.sql
create function chargebacks_ordered() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/deposits/sql/closed-days-ordered.sql
create function closed_days_ordered() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/deposits/sql/deposits-notice.sql
create function deposits_notice() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/deposits/sql/ledger-entries-charged.sql
create function ledger_entries_charged() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp set enable_seqscan=off;

-- modules/deposits/sql/statement-exceptions-ordered.sql
create function statement_exceptions_ordered() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/deposits/sql/store-bank-payments.sql
create function store_bank_payments(secret bytea, given_account text, given_payments jsonb, given_format jsonb) returns integer language plpgsql security definer set search_path=pg_catalog, public, pg_temp;

-- modules/deposits/sql/store-statement-file.sql
create function store_statement_file(secret bytea, given_processor text, given_day date, given_name text, given_rows jsonb, given_format jsonb) returns void language plpgsql security definer set search_path=pg_catalog, public, pg_temp;

-- documents -------------------------------------------------------------------------------------------

create table documents (
  id uuid not null,
  user_id bigint not null,
  kind text not null,
  "position" smallint not null,
  state text not null,
  media_type text not null,
  bytes integer not null,
  title text,
  pages smallint not null,
  store text not null,
  sent_at timestamptz not null,
  decided_at timestamptz,
  reason text,
  constraint documents_pkey primary key (id),
  constraint documents_user_id_fkey foreign key (user_id) references users(id),
  constraint documents_bytes_check check (bytes >= 1 and bytes <= 10485760),
  constraint documents_check check ("position" >= 0 and "position" <
case kind
    when 'passport' then 2
    else 1
end),
  constraint documents_check1 check (state <> 'refused' or reason is not null),
  constraint documents_check2 check ((state <> all (array['approved', 'refused'])) or decided_at is not null),
  constraint documents_kind_check check (kind = any (array['passport', 'card', 'sign'])),
  constraint documents_media_type_check check (media_type = any (array['image/png', 'image/jpeg', 'application/pdf'])),
  constraint documents_pages_check check (pages >= 1 and pages <= 10),
  constraint documents_reason_check check (length(reason) <= 40),
  constraint documents_state_check check (state = any (array['uploading', 'sent', 'approved', 'refused', 'superseded', 'deleting'])),
  constraint documents_store_check check (store = any (array['database', 's3'])),
  constraint documents_title_check check (length(title) >= 1 and length(title) <= 120)
);
create index documents_decided on documents (decided_at) where decided_at is not null;
create unique index documents_pending on documents (user_id, kind, "position") where state = any (array['uploading', 'sent']);
create index documents_queue on documents (sent_at) where state = 'sent';
create index documents_unfinished on documents (sent_at) where state = any (array['uploading', 'deleting']);
create index documents_user on documents (user_id, sent_at);
create trigger documents_desk after insert or delete or update of state on documents for each row execute function tell_desk('documents');

create view document_facts as
 select id,
    user_id,
    kind,
    state,
    sent_at,
    decided_at,
    reason,
    media_type,
    pages
   from documents;

create view document_states as
 select user_id,
    kind,
    state
   from documents
  where state = any (array['sent', 'approved', 'refused']);

-- history ---------------------------------------------------------------------------------------------

create table balance_days (
  user_id bigint not null,
  practice boolean not null,
  day date not null,
  tr_type text not null,
  currency character(3) not null,
  count integer not null,
  received bigint not null,
  paid bigint not null,
  constraint balance_days_pkey primary key (user_id, practice, day, tr_type, currency)
);
create index balance_days_day on balance_days using brin (day) with (pages_per_range='16', autosummarize='on');

create table balance_heads (
  user_id bigint not null,
  practice boolean not null,
  balance bigint not null,
  booked_at timestamptz not null,
  constraint balance_heads_pkey primary key (user_id, practice)
);

create table balance_movements (
  id bigint generated always as identity not null,
  user_id bigint not null,
  practice boolean not null,
  booked_at timestamptz not null,
  tr_type text not null,
  status text not null,
  currency character(3) not null,
  amount bigint not null,
  bonus bigint not null,
  balance bigint,
  kind character varying(40) not null,
  subject character varying(80) not null,
  constraint balance_movements_pkey primary key (user_id, practice, booked_at, id) include (status),
  constraint balance_movements_moved check ((balance is null) = (status <> 'done')),
  constraint balance_movements_status_check check (status = any (array['done', 'failed', 'cancelled'])),
  constraint balance_movements_tr_type_check check (tr_type = any (array['deposit', 'withdrawal', 'trade', 'bonus', 'prize', 'refund', 'correction']))
);
create index balance_movements_ended on balance_movements (user_id, practice, booked_at, id) where status <> 'done';
create index balance_movements_type on balance_movements (user_id, practice, tr_type, booked_at, id) include (status);
create trigger balance_movements_append_only before delete or update or truncate on balance_movements for each statement execute function refuse_change();

create view balance_corrections as
 select user_id,
    id,
    booked_at,
    currency,
    amount,
    kind::text = 'correction.undone' as undoes,
    substr(subject::text, 12)::uuid as correction_id
   from balance_movements
  where tr_type = 'correction' and (kind::text = any (array['correction.booked'::character varying, 'correction.undone'::character varying]::text[]));

create view money_days as
 select user_id,
    day,
    tr_type,
    currency,
    received,
    paid
   from balance_days
  where not practice;

create view waiting_payments as
 select deposits.user_id,
    'deposit' as tr_type,
    deposits.created_at as at,
    deposits.amount,
    deposits.currency,
    'deposit:' || deposits.id as subject
   from deposits
  where deposits.state = any (array['open', 'processing', 'review'])
union all
 select w.user_id,
    'withdrawal' as tr_type,
    w.confirmed_at as at,
    - (w.amount - coalesce(( select sum(p.amount)::bigint as sum
           from payouts p
          where p.withdrawal_id = w.id and p.state = 'paid'), 0::bigint)) as amount,
    w.currency,
    'withdrawal:' || w.id as subject
   from withdrawals w
  where w.state = any (array['waiting_documents', 'waiting_approval', 'approved', 'paying']);

-- modules/history/sql/find-movement-type.sql
create function find_movement_type(kind text, is_bonus boolean) returns text language sql immutable parallel safe set search_path=pg_catalog, pg_temp;

-- modules/history/sql/record-ended-deposit.sql
create function record_ended_deposit(ended_deposit uuid) returns void language plpgsql security definer set search_path=pg_catalog, public, pg_temp;

-- modules/history/sql/record-ended-withdrawal.sql
create function record_ended_withdrawal(ended_withdrawal uuid) returns void language plpgsql security definer set search_path=pg_catalog, public, pg_temp;

-- modules/history/sql/record-movements.sql
create function record_movements(entries jsonb) returns void language plpgsql security definer set search_path=pg_catalog, public, pg_temp set enable_seqscan=off;

-- ledger ----------------------------------------------------------------------------------------------

create table ledger_balances (
  user_id bigint not null,
  account text not null,
  currency text not null,
  amount bigint not null,
  constraint ledger_balances_pkey primary key (user_id, account, currency),
  constraint ledger_balances_user_id_fkey foreign key (user_id) references users(id),
  constraint ledger_balances_amount_check check (
case account
    when 'debt' then amount <= 0
    else amount >= 0
end)
);
create constraint trigger ledger_balances_bonus_bound after insert or update on ledger_balances deferrable initially deferred for each row when ((new.account = any (array['bonus', 'bonus_hold'])) and new.amount > 0) execute function ledger_balances_bonus_bound();

create table ledger_entries (
  id bigint generated always as identity not null,
  kind character varying(40) not null,
  subject character varying(80) not null,
  attempt_id bigint generated always as ("substring"(subject::text, '^attempt:([0-9]+)(?:/[0-9]+)?$')::bigint) stored,
  created_at timestamptz not null,
  constraint ledger_entries_pkey primary key (id),
  constraint ledger_entries_kind_subject_key unique (kind, subject),
  constraint ledger_entries_attempt_id_fkey foreign key (attempt_id) references attempts(id)
);
create index ledger_entries_attempt on ledger_entries (attempt_id) where attempt_id is not null;
create index ledger_entries_created on ledger_entries using brin (created_at) with (pages_per_range='16', autosummarize='on');
create trigger ledger_entries_append_only before delete or update or truncate on ledger_entries for each statement execute function refuse_change();
create constraint trigger ledger_entries_bonus_released after insert on ledger_entries deferrable initially deferred for each row when (new.kind::text = 'bonus.released') execute function ledger_entries_bonus_released();
create trigger ledger_entries_charged after insert on ledger_entries referencing new table as inserted for each statement execute function ledger_entries_charged();
create trigger ledger_entries_inserted after insert on ledger_entries referencing new table as inserted for each statement execute function ledger_entries_inserted();
create trigger ledger_entries_known after insert on ledger_entries referencing new table as inserted for each statement execute function ledger_entries_known();
create trigger ledger_entries_loss_return_exists after insert on ledger_entries for each row when (new.kind::text = 'offer.returned') execute function ledger_entries_loss_return_exists();
create trigger ledger_entries_ordered after insert on ledger_entries for each row when (new.kind::text = any (array['bonus.given'::character varying, 'correction.booked'::character varying, 'correction.undone'::character varying]::text[])) execute function ledger_entries_ordered();
create trigger ledger_entries_prize_exists after insert on ledger_entries for each row when (new.kind::text = 'prize.paid') execute function ledger_entries_prize_exists();
create trigger ledger_entries_promo_claimed after insert on ledger_entries for each row when (new.kind::text = 'promo.credited') execute function ledger_entries_promo_claimed();
create trigger ledger_entries_trade_exists after insert on ledger_entries for each row when (new.kind::text = any (array['trade.opened'::character varying, 'trade.closed'::character varying, 'trade.voided'::character varying]::text[])) execute function ledger_entries_trade_exists();
create constraint trigger ledger_entries_withdrawal_exists after insert on ledger_entries deferrable initially deferred for each row when (new.kind::text = any (array['payout.paid'::character varying, 'withdrawal.held'::character varying, 'withdrawal.returned'::character varying, 'withdrawal.fee'::character varying]::text[])) execute function ledger_entries_withdrawal_exists();

create table ledger_lines (
  entry_id bigint not null,
  account character varying(40) not null,
  user_id bigint,
  currency character(3) not null,
  amount bigint not null,
  constraint ledger_lines_amount_check check (amount <> 0),
  constraint ledger_lines_check check ((account::text = any (array['cash'::character varying, 'bonus'::character varying, 'bonus_hold'::character varying, 'withdrawal_hold'::character varying, 'practice'::character varying, 'debt'::character varying]::text[])) = (user_id is not null))
);
create index ledger_lines_entry on ledger_lines (entry_id);
create index ledger_lines_house on ledger_lines (account, currency) where user_id is null;
create index ledger_lines_user on ledger_lines (user_id, account) where user_id is not null;
create trigger ledger_lines_append_only before delete or update or truncate on ledger_lines for each statement execute function refuse_change();
create trigger ledger_lines_correction after insert on ledger_lines for each row when (new.account::text = 'corrections') execute function ledger_lines_correction();
create trigger ledger_lines_inserted after insert on ledger_lines referencing new table as inserted for each statement execute function ledger_lines_inserted();
create trigger ledger_lines_practice_apart after insert on ledger_lines referencing new table as inserted for each statement execute function ledger_lines_practice_apart();
create trigger ledger_lines_quarantined after insert on ledger_lines referencing new table as inserted for each statement execute function refuse_in_quarantine();
create trigger ledger_lines_suspense_covered after insert on ledger_lines referencing new table as inserted for each statement execute function ledger_lines_suspense_covered();

create table turnover_events (
  id bigint generated always as identity not null,
  user_id bigint not null,
  source text not null,
  currency text not null,
  amount bigint not null,
  has_bonus boolean default false not null,
  created_at timestamptz not null,
  constraint turnover_events_pkey primary key (id),
  constraint turnover_events_source_key unique (source),
  constraint turnover_events_user_id_fkey foreign key (user_id) references users(id),
  constraint turnover_events_amount_check check (amount > 0),
  constraint turnover_events_source_check check (length(source) <= 80)
);
create index turnover_events_user on turnover_events (user_id, created_at);
create trigger turnover_events_append_only before delete or update or truncate on turnover_events for each statement execute function refuse_change();
create trigger turnover_events_trade_exists after insert on turnover_events for each row when (new.source ~~ 'trade:%') execute function turnover_events_trade_exists();

create table wagering_requirements (
  id bigint generated always as identity not null,
  user_id bigint not null,
  source character varying(80) not null,
  currency text not null,
  bonus bigint not null,
  required bigint not null,
  done bigint default 0 not null,
  release_max bigint not null,
  created_at timestamptz not null,
  cancelled_at timestamptz,
  finished_at timestamptz,
  released bigint,
  frozen_for uuid,
  deposit_id uuid,
  gift text,
  given_before_to bigint,
  constraint wagering_requirements_pkey primary key (id),
  constraint wagering_requirements_source_key unique (source),
  constraint wagering_requirements_deposit_id_fkey foreign key (deposit_id) references deposits(id),
  constraint wagering_requirements_given_before_to_fkey foreign key (given_before_to) references users(id),
  constraint wagering_requirements_user_id_fkey foreign key (user_id) references users(id),
  constraint wagering_requirements_bonus_check check (bonus > 0),
  constraint wagering_requirements_done_check check (done >= 0),
  constraint wagering_requirements_finished check ((num_nonnulls(finished_at, released) = any (array[0, 2])) and released >= 0 and released <= release_max and (finished_at is null or done >= required)),
  constraint wagering_requirements_frozen check (frozen_for is null or cancelled_at is null and finished_at is null),
  constraint wagering_requirements_gift check ((gift is not null) = (source::text ~~ 'promo:%' and deposit_id is null)),
  constraint wagering_requirements_gift_check check (length(gift) >= 1 and length(gift) <= 60),
  constraint wagering_requirements_given_once check (given_before_to is null or gift is not null and not released is distinct from 0),
  constraint wagering_requirements_release_max_check check (release_max >= 0),
  constraint wagering_requirements_required_check check (required > 0)
);
create index wagering_requirements_deposit on wagering_requirements (deposit_id) where deposit_id is not null;
create index wagering_requirements_frozen_for on wagering_requirements (frozen_for) where frozen_for is not null;
create index wagering_requirements_open on wagering_requirements (user_id) where cancelled_at is null and finished_at is null;
create index wagering_requirements_user on wagering_requirements (user_id);
create constraint trigger wagering_requirements_bonus_bound after update on wagering_requirements deferrable initially deferred for each row when (old.cancelled_at is distinct from new.cancelled_at or old.finished_at is distinct from new.finished_at or old.frozen_for is distinct from new.frozen_for) execute function ledger_balances_bonus_bound();
create constraint trigger wagering_requirements_bonus_released after update on wagering_requirements deferrable initially deferred for each row when (old.finished_at is null and new.finished_at is not null) execute function ledger_entries_bonus_released();
create trigger wagering_requirements_fixed before update of id, user_id, source, currency, bonus, required, release_max, created_at, gift on wagering_requirements for each statement execute function refuse_fixed();
create trigger wagering_requirements_given_before before update on wagering_requirements for each row when (old.finished_at is null and new.gift is not null and new.released > 0) execute function wagering_requirements_given_before();
create constraint trigger wagering_requirements_staked after update on wagering_requirements deferrable initially deferred for each row when (old.frozen_for is null and (old.cancelled_at is null and new.cancelled_at is not null or old.finished_at is null and new.finished_at is not null or new.frozen_for is not null)) execute function wagering_requirements_staked();
create trigger wagering_requirements_steps before update on wagering_requirements for each row when (old.frozen_for is not null and new.done <> old.done or old.cancelled_at is not null and new.* is distinct from old.* or old.finished_at is not null and (new.finished_at is distinct from old.finished_at or new.released is distinct from old.released or new.done is distinct from old.done or new.given_before_to is distinct from old.given_before_to)) execute function refuse_fixed();

create view account_balances as
 select user_id,
    currency,
    coalesce(sum(amount) filter (where account = 'cash'), 0::numeric)::bigint as cash,
    coalesce(sum(amount) filter (where account = 'bonus'), 0::numeric)::bigint as bonus,
    coalesce(sum(amount) filter (where account = 'practice'), 0::numeric)::bigint as practice,
    coalesce(sum(amount) filter (where account = 'withdrawal_hold'), 0::numeric)::bigint as hold,
    coalesce(- sum(amount) filter (where account = 'debt'), 0::numeric)::bigint as debt,
    coalesce(sum(amount) filter (where account = 'bonus_hold'), 0::numeric)::bigint as frozen_bonus
   from ledger_balances
  group by user_id, currency;

create view attempt_movements as
 select e.attempt_id,
    e.id as entry_id,
    e.kind,
    e.created_at,
    l.account,
    l.currency,
    l.amount
   from ledger_entries e
     join ledger_lines l on l.entry_id = e.id
  where e.attempt_id is not null;

create view bonus_holders as
 select user_id
   from wagering_requirements
  where cancelled_at is null and finished_at is null;

create view bonuses as
 select id,
    user_id,
    source,
    currency,
    bonus,
    required,
    done,
    created_at,
    cancelled_at,
    finished_at,
    released,
    frozen_for
   from wagering_requirements;

create view clearing_movements as
 select e.id as entry_id,
    e.kind,
    e.subject,
    e.attempt_id,
    e.created_at,
    substr(l.account::text, 10) as processor,
    l.amount,
    l.currency
   from ledger_lines l
     join ledger_entries e on e.id = l.entry_id
  where l.user_id is null and l.account::text ~~ 'clearing:%';

create view open_bonus_ratios as
 select required::numeric / release_max::numeric as ratio
   from wagering_requirements
  where cancelled_at is null and finished_at is null and release_max > 0;

create view own_turnover as
 select user_id,
    currency,
    amount,
    created_at
   from turnover_events;

create view trades_with_bonus as
 select source
   from turnover_events
  where has_bonus;

create view wagering_totals as
 select user_id,
    currency,
    sum(least(done, required))::bigint as done,
    sum(required)::bigint as required
   from wagering_requirements
  where cancelled_at is null
  group by user_id, currency;

-- modules/ledger/sql/find-gift-holder.sql
create function find_gift_holder(requirement_id bigint) returns bigint language plpgsql stable set search_path=pg_catalog, public, pg_temp;

-- modules/ledger/sql/find-unknown-entry.sql
create function find_unknown_entry(ids bigint[]) returns ledger_entries language sql stable set search_path=pg_catalog, public, pg_temp set enable_seqscan=off;

-- modules/ledger/sql/ledger-balances-bonus-bound.sql
create function ledger_balances_bonus_bound() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp set enable_seqscan=off;

-- modules/ledger/sql/ledger-entries-bonus-released.sql
create function ledger_entries_bonus_released() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp set enable_seqscan=off;

-- modules/ledger/sql/ledger-entries-inserted.sql
create function ledger_entries_inserted() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/ledger/sql/ledger-entries-known.sql
create function ledger_entries_known() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/ledger/sql/ledger-entries-ordered.sql
create function ledger_entries_ordered() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp set enable_seqscan=off;

-- modules/ledger/sql/ledger-lines-correction.sql
create function ledger_lines_correction() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/ledger/sql/ledger-lines-inserted.sql
create function ledger_lines_inserted() returns trigger language plpgsql security definer set search_path=pg_catalog, public, pg_temp;

-- modules/ledger/sql/ledger-lines-practice-apart.sql
create function ledger_lines_practice_apart() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/ledger/sql/ledger-lines-suspense-covered.sql
create function ledger_lines_suspense_covered() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/ledger/sql/lock-debt.sql
create function lock_debt(owner bigint, unit text) returns bigint language plpgsql security definer set search_path=pg_catalog, public, pg_temp set enable_seqscan=off;

-- modules/ledger/sql/users-currency-fixed.sql
create function users_currency_fixed() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/ledger/sql/users-real-stays.sql
create function users_real_stays() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/ledger/sql/wagering-requirements-given-before.sql
create function wagering_requirements_given_before() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- log -------------------------------------------------------------------------------------------------

create table log_checkpoints (
  size bigint not null,
  root bytea not null,
  note text not null,
  signed_at timestamptz not null,
  constraint log_checkpoints_pkey primary key (size),
  constraint log_checkpoints_root_check check (length(root) = 32),
  constraint log_checkpoints_size_check check (size > 0)
);
create trigger log_checkpoints_append_only before delete or update or truncate on log_checkpoints for each statement execute function refuse_change();
create trigger log_checkpoints_grow before insert on log_checkpoints for each row execute function log_checkpoints_grow();

create table log_cosignatures (
  size bigint not null,
  witness text not null,
  line text not null,
  cosigned_at timestamptz not null,
  constraint log_cosignatures_pkey primary key (size, witness),
  constraint log_cosignatures_size_fkey foreign key (size) references log_checkpoints(size),
  constraint log_cosignatures_line_check check (length(line) >= 1 and length(line) <= 1000),
  constraint log_cosignatures_witness_check check (length(witness) >= 1 and length(witness) <= 200)
);
create trigger log_cosignatures_append_only before delete or update or truncate on log_cosignatures for each statement execute function refuse_change();

create table log_entries (
  index bigint not null,
  kind text not null,
  subject text not null,
  entry bytea not null,
  leaf bytea generated always as (sha256('\x00'::bytea || entry)) stored not null,
  appended_at timestamptz not null,
  constraint log_entries_pkey primary key (index),
  constraint log_entries_subject unique (kind, subject),
  constraint log_entries_entry_check check (length(entry) >= 1 and length(entry) <= 65535),
  constraint log_entries_index_check check (index >= 0),
  constraint log_entries_kind_check check (length(kind) >= 1 and length(kind) <= 20),
  constraint log_entries_subject_check check (length(subject) >= 1 and length(subject) <= 80)
);
create trigger log_entries_append_only before delete or update or truncate on log_entries for each statement execute function refuse_change();
create trigger log_entries_in_order before insert on log_entries for each row execute function log_entries_in_order();

create table log_keys (
  id integer not null,
  origin text not null,
  public_key bytea not null,
  sealed bytea not null,
  created_at timestamptz not null,
  constraint log_keys_pkey primary key (id),
  constraint log_keys_id_check check (id = 1),
  constraint log_keys_origin_check check (origin ~ '^[^\s+]{1,200}$'),
  constraint log_keys_public_key_check check (length(public_key) = 32)
);
create trigger log_keys_fixed before update of id, origin, public_key, created_at on log_keys for each statement execute function refuse_fixed();
create trigger log_keys_no_delete before delete or truncate on log_keys for each statement execute function refuse_change();

create table log_nodes (
  level smallint not null,
  index bigint not null,
  hash bytea not null,
  constraint log_nodes_pkey primary key (level, index),
  constraint log_nodes_hash_check check (length(hash) = 32),
  constraint log_nodes_index_check check (index >= 0),
  constraint log_nodes_level_check check (level >= 1 and level <= 7)
);
create trigger log_nodes_append_only before delete or update or truncate on log_nodes for each statement execute function refuse_change();

create table log_totals (
  day date not null,
  salt bytea not null,
  totals text not null,
  constraint log_totals_pkey primary key (day),
  constraint log_totals_salt_check check (length(salt) = 32)
);
create trigger log_totals_append_only before delete or update or truncate on log_totals for each statement execute function refuse_change();

-- modules/log/sql/log-checkpoints-grow.sql
create function log_checkpoints_grow() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/log/sql/log-entries-in-order.sql
create function log_entries_in_order() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- mail ------------------------------------------------------------------------------------------------

create table mail_stops (
  user_id bigint not null,
  topic text not null,
  stopped_at timestamptz not null,
  constraint mail_stops_pkey primary key (user_id, topic),
  constraint mail_stops_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint mail_stops_topic_check check (topic = any (array['tickets', 'withdrawals']))
);

create table mail_texts (
  template text not null,
  language text not null,
  subject text not null,
  body text not null,
  action text not null,
  changed_at timestamptz not null,
  constraint mail_texts_pkey primary key (template, language),
  constraint mail_texts_action_check check (length(action) >= 1 and length(action) <= 60),
  constraint mail_texts_body_check check (length(body) >= 1 and length(body) <= 5000),
  constraint mail_texts_language_check check (length(language) >= 2 and length(language) <= 10),
  constraint mail_texts_subject_check check (length(subject) >= 1 and length(subject) <= 200),
  constraint mail_texts_template_check check (template ~ '^[a-z_]{2,40}$')
);

create table mails (
  id uuid not null,
  template text not null,
  sealed bytea,
  unproved_hash bytea,
  state text default 'due' not null,
  attempt_count integer default 0 not null,
  due_at timestamptz not null,
  valid_until timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  last_error text,
  constraint mails_pkey primary key (id),
  constraint mails_attempt_count_check check (attempt_count >= 0),
  constraint mails_check check ((state = 'due') = (sealed is not null)),
  constraint mails_check1 check ((state = 'due') = (finished_at is null)),
  constraint mails_last_error_check check (length(last_error) <= 60),
  constraint mails_state_check check (state = any (array['due', 'sent', 'failed', 'expired'])),
  constraint mails_template_check check (length(template) <= 40),
  constraint mails_unproved_hash_check check (length(unproved_hash) = 32)
);
create index mails_due on mails (due_at) where state = 'due';
create index mails_finished on mails (finished_at) where state <> 'due';
create index mails_unproved on mails (unproved_hash, created_at) where unproved_hash is not null;

-- marks -----------------------------------------------------------------------------------------------

create table gift_claims (
  gift text not null,
  kind text not null,
  hash bytea not null,
  user_id bigint not null,
  claimed_at timestamptz not null,
  constraint gift_claims_pkey primary key (gift, kind, hash),
  constraint gift_claims_user_id_fkey foreign key (user_id) references users(id),
  constraint gift_claims_gift_check check (length(gift) >= 1 and length(gift) <= 60),
  constraint gift_claims_hash_check check (length(hash) = 32),
  constraint gift_claims_kind_check check (kind = any (array['device', 'card', 'payee', 'phone']))
);
create index gift_claims_time on gift_claims (claimed_at);

create table user_marks (
  user_id bigint not null,
  kind text not null,
  hash bytea not null,
  proved boolean default false not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  constraint user_marks_pkey primary key (user_id, kind, hash),
  constraint user_marks_user_id_fkey foreign key (user_id) references users(id),
  constraint user_marks_check check (last_seen >= first_seen),
  constraint user_marks_hash_check check (length(hash) = 32),
  constraint user_marks_kind_check check (kind = any (array['device', 'card', 'payee', 'phone', 'address']))
);
create index user_marks_hash on user_marks (kind, hash, first_seen);
create index user_marks_last_seen on user_marks (kind, last_seen);

create view linked_users as
 select own.user_id,
    other.user_id as linked_id
   from user_marks own
     join user_marks other on other.kind = own.kind and other.hash = own.hash and other.user_id <> own.user_id
  where own.kind <> 'address' and own.proved and other.proved;

create view related_users as
 select own.user_id,
    other.user_id as related_id,
    greatest(own.first_seen, other.first_seen) as since,
    own.kind
   from user_marks own
     join user_marks other on other.kind = own.kind and other.hash = own.hash and other.user_id <> own.user_id
  where own.kind <> 'address';

create view same_person_users as
 select linked_users.user_id,
    linked_users.linked_id as same_id
   from linked_users
union all
 select one.user_id,
    other.linked_id as same_id
   from linked_users one
     join linked_users other on other.user_id = one.linked_id
  where other.linked_id <> one.user_id;

-- modules/marks/sql/captures-payer-proved.sql
create function captures_payer_proved() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/marks/sql/is-gift-claimed.sql
create function is_gift_claimed(claimant bigint, claimed_gift text) returns boolean language sql stable set search_path=pg_catalog, public, pg_temp;

-- modules/marks/sql/prove-payer-mark.sql
create function prove_payer_mark(credited_attempt bigint) returns void language plpgsql set search_path=pg_catalog, public, pg_temp;

-- news ------------------------------------------------------------------------------------------------

create table calendar_events (
  source text not null,
  id text not null,
  at timestamptz not null,
  titles jsonb not null,
  currency text not null,
  importance text not null,
  previous text,
  forecast text,
  actual text,
  constraint calendar_events_pkey primary key (source, id),
  constraint calendar_events_source_fkey foreign key (source) references news_sources(url) on delete cascade,
  constraint calendar_events_currency_check check (length(currency) = 3),
  constraint calendar_events_importance_check check (importance = any (array['low', 'medium', 'high']))
);

create table news_items (
  id text not null,
  source text not null,
  title text not null,
  summary text not null,
  html text not null,
  link text,
  published_at timestamptz not null,
  hidden_at timestamptz,
  constraint news_items_pkey primary key (id),
  constraint news_items_source_fkey foreign key (source) references news_sources(url) on delete cascade,
  constraint news_items_id_check check (length(id) = 32)
);
create index news_items_newest on news_items (source, published_at desc, id);

create table news_sources (
  url text not null,
  next_fetch_at timestamptz not null,
  tried_at timestamptz,
  succeeded_at timestamptz,
  failures integer default 0 not null,
  fault text,
  etag text,
  last_modified text,
  constraint news_sources_pkey primary key (url),
  constraint news_sources_failures_check check (failures >= 0),
  constraint news_sources_url_check check (length(url) <= 500)
);

-- offers ----------------------------------------------------------------------------------------------

create table dismissed_notices (
  user_id bigint not null,
  name text not null,
  times smallint not null,
  dismissed_at timestamptz not null,
  constraint dismissed_notices_pkey primary key (user_id, name),
  constraint dismissed_notices_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint dismissed_notices_name_check check (name = any (array['bitcoin', 'first_steps', 'trade_guide', 'weekend', 'promo_refusal'])),
  constraint dismissed_notices_times_check check (times >= 1 and times <= 2)
);

create table offers (
  user_id bigint not null,
  name text not null,
  percent integer not null,
  promo text,
  ends_at timestamptz,
  decided_at timestamptz,
  decision text,
  constraint offers_pkey primary key (user_id, name),
  constraint offers_promo_fkey foreign key (promo) references promo_codes(code),
  constraint offers_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint offers_bonus check ((promo is null) = (name = 'risk_free')),
  constraint offers_decided check ((decision is null) = (decided_at is null)),
  constraint offers_decision_check check (decision = any (array['accepted', 'ignored'])),
  constraint offers_name_check check (name = any (array['limited', 'risk_free'])),
  constraint offers_opened check (ends_at is not null or not decision is distinct from 'ignored'),
  constraint offers_percent_check check (percent >= 1 and percent <=
case name
    when 'risk_free' then 20
    else 100
end),
  constraint offers_promo_check check (length(promo) >= 3 and length(promo) <= 40)
);

create view closed_notices as
 select user_id,
    name,
    times,
    dismissed_at
   from dismissed_notices;

-- operators -------------------------------------------------------------------------------------------

create table desk_origins (
  origin text not null,
  wait_hours integer default 24 not null,
  constraint desk_origins_pkey primary key (origin),
  constraint desk_origins_origin_check check (origin ~ '^https?://[a-z0-9.-]+(:[0-9]{1,5})?$'),
  constraint desk_origins_wait_hours_check check (wait_hours >= 0 and wait_hours <= 720)
);

create table emergency_roles (
  name text not null,
  constraint emergency_roles_pkey primary key (name)
);

create table operator_cases (
  kind text not null,
  id text not null,
  operator text,
  snoozed_until timestamptz,
  changed_at timestamptz not null,
  constraint operator_cases_pkey primary key (kind, id),
  constraint operator_cases_id_check check (length(id) >= 1 and length(id) <= 60),
  constraint operator_cases_kind_check check (length(kind) >= 3 and length(kind) <= 40),
  constraint operator_cases_operator_check check (length(operator) <= 40)
);
create trigger operator_cases_desk after insert or update on operator_cases for each row execute function tell_desk('cases');

create table operator_challenges (
  challenge bytea not null,
  created_at timestamptz default clock_timestamp() not null,
  constraint operator_challenges_pkey primary key (challenge),
  constraint operator_challenges_challenge_check check (length(challenge) = 32)
);

create table operator_commands (
  id uuid not null,
  action text not null,
  input text not null,
  reason text not null,
  requested_by bigint not null,
  signed_text text not null,
  trader_id bigint,
  amount bigint,
  people integer not null,
  created_at timestamptz default clock_timestamp() not null,
  ready_at timestamptz,
  done_in xid8,
  ended_at timestamptz,
  outcome text,
  note text,
  constraint operator_commands_pkey primary key (id),
  constraint operator_commands_requested_by_fkey foreign key (requested_by) references operators(id),
  constraint operator_commands_action_check check (length(action) >= 3 and length(action) <= 60),
  constraint operator_commands_amount_check check (amount > 0),
  constraint operator_commands_check check ((ended_at is null) = (outcome is null) and (done_in is null) = (outcome is distinct from 'done')),
  constraint operator_commands_input_check check (length(input) <= 40000 and input is json object),
  constraint operator_commands_note_check check (length(note) <= 1000),
  constraint operator_commands_outcome_check check (outcome = any (array['done', 'refused', 'cancelled'])),
  constraint operator_commands_people_check check (people >= 0 and people <= 2),
  constraint operator_commands_reason_check check (length(btrim(reason)) >= 3 and length(btrim(reason)) <= 500)
);
create unique index operator_commands_bank_payment on operator_commands ((input::jsonb ->> 'payment')) where action = 'claim.accept' and outcome = 'done';
create index operator_commands_done on operator_commands (ended_at) where outcome = 'done';
create index operator_commands_open on operator_commands (created_at) where ended_at is null;
create trigger operator_commands_desk after insert or update on operator_commands for each row execute function tell_desk('commands');

create table operator_invitations (
  hash bytea not null,
  operator_id bigint not null,
  created_at timestamptz default clock_timestamp() not null,
  used_at timestamptz,
  constraint operator_invitations_pkey primary key (hash),
  constraint operator_invitations_operator_id_fkey foreign key (operator_id) references operators(id),
  constraint operator_invitations_hash_check check (length(hash) = 32)
);

create table operator_login_failures (
  id bigint generated always as identity not null,
  name_hash bytea not null,
  at timestamptz default clock_timestamp() not null,
  constraint operator_login_failures_pkey primary key (id)
);
create index operator_login_failures_name on operator_login_failures (name_hash, at);

create table operator_passkeys (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  credential_id bytea not null,
  public_key bytea not null,
  label text not null,
  created_at timestamptz default clock_timestamp() not null,
  removed_at timestamptz,
  constraint operator_passkeys_pkey primary key (id),
  constraint operator_passkeys_credential_id_key unique (credential_id),
  constraint operator_passkeys_operator_id_fkey foreign key (operator_id) references operators(id),
  constraint operator_passkeys_credential_id_check check (length(credential_id) >= 16 and length(credential_id) <= 1023),
  constraint operator_passkeys_label_check check (length(btrim(label)) >= 1 and length(btrim(label)) <= 60),
  constraint operator_passkeys_public_key_check check (length(public_key) = 65)
);
create index operator_passkeys_operator on operator_passkeys (operator_id);

create table operator_passwords (
  operator_id bigint not null,
  hash text not null,
  totp_key bytea not null,
  totp_step bigint default 0 not null,
  constraint operator_passwords_pkey primary key (operator_id),
  constraint operator_passwords_operator_id_fkey foreign key (operator_id) references operators(id),
  constraint operator_passwords_totp_key_check check (length(totp_key) = 20)
);

create table operator_presences (
  session_hash bytea not null,
  subject text not null,
  seen_at timestamptz default clock_timestamp() not null,
  constraint operator_presences_pkey primary key (session_hash),
  constraint operator_presences_session_hash_fkey foreign key (session_hash) references operator_sessions(hash),
  constraint operator_presences_subject_check check (length(subject) <= 100)
);
create index operator_presences_subject on operator_presences (subject);
create trigger operator_presences_desk after update of subject on operator_presences for each row when (old.subject <> new.subject) execute function tell_desk('presence');
create trigger operator_presences_desk_begun after insert on operator_presences for each row execute function tell_desk('presence');

create table operator_sessions (
  hash bytea not null,
  operator_id bigint not null,
  with_passkey boolean not null,
  by_invitation boolean default false not null,
  created_at timestamptz default clock_timestamp() not null,
  ended_at timestamptz,
  constraint operator_sessions_pkey primary key (hash),
  constraint operator_sessions_operator_id_fkey foreign key (operator_id) references operators(id),
  constraint operator_sessions_hash_check check (length(hash) = 32)
);
create index operator_sessions_operator on operator_sessions (operator_id);

create table operator_signatures (
  command_id uuid not null,
  operator_id bigint not null,
  passkey_id bigint not null,
  authenticator_data bytea not null,
  client_data bytea not null,
  signature bytea not null,
  created_at timestamptz default clock_timestamp() not null,
  constraint operator_signatures_pkey primary key (command_id, operator_id),
  constraint operator_signatures_command_id_fkey foreign key (command_id) references operator_commands(id),
  constraint operator_signatures_operator_id_fkey foreign key (operator_id) references operators(id),
  constraint operator_signatures_passkey_id_fkey foreign key (passkey_id) references operator_passkeys(id)
);

create table operator_views (
  id uuid not null,
  operator_id bigint not null,
  name text not null,
  address text not null,
  created_at timestamptz default clock_timestamp() not null,
  constraint operator_views_pkey primary key (id),
  constraint operator_views_operator_id_fkey foreign key (operator_id) references operators(id),
  constraint operator_views_address_check check (address ~ '^/[a-z]+\?' and length(address) <= 500),
  constraint operator_views_name_check check (length(btrim(name)) >= 1 and length(btrim(name)) <= 40)
);
create unique index operator_views_name on operator_views (operator_id, lower(name));

create table operators (
  id bigint generated always as identity not null,
  name text not null,
  roles text[] default '{}'::text[] not null,
  created_at timestamptz not null,
  roles_changed_at timestamptz,
  disabled_at timestamptz,
  constraint operators_pkey primary key (id),
  constraint operators_name_key unique (name),
  constraint operators_admin_apart check (not (roles && '{admin}'::text[] and roles && '{payments,risk,marketing,finance}'::text[])),
  constraint operators_name_check check (name ~ '^[a-z][a-z0-9._-]{1,39}$'),
  constraint operators_not_emergency check (name <> 'emergency')
);
create trigger operators_by_operators after insert or update on operators for each statement execute function refuse_server();
create trigger operators_desk after insert or update on operators for each row execute function tell_desk('operators');

create table sealed_reads (
  id uuid not null,
  session_hash bytea not null,
  kind text not null,
  subjects uuid[] not null,
  public_key bytea not null,
  created_at timestamptz default clock_timestamp() not null,
  claimed_at timestamptz,
  sealed bytea,
  failure text,
  constraint sealed_reads_pkey primary key (id),
  constraint sealed_reads_session_hash_fkey foreign key (session_hash) references operator_sessions(hash),
  constraint sealed_reads_ended check (sealed is null or failure is null),
  constraint sealed_reads_failure_check check (length(failure) <= 100),
  constraint sealed_reads_kind_check check (length(kind) >= 3 and length(kind) <= 60),
  constraint sealed_reads_public_key_check check (length(public_key) = 65),
  constraint sealed_reads_sealed_check check (length(sealed) <= 12000000),
  constraint sealed_reads_subjects_check check (cardinality(subjects) > 0)
);
create index sealed_reads_created on sealed_reads (created_at);
create index sealed_reads_session on sealed_reads (session_hash);
create trigger sealed_reads_asked after insert on sealed_reads for each statement execute function refuse_server();
create trigger sealed_reads_fixed before update of id, session_hash, kind, subjects, public_key on sealed_reads for each statement execute function refuse_fixed();

create table sealed_uploads (
  id uuid not null,
  session_hash bytea not null,
  sealed bytea not null,
  created_at timestamptz default clock_timestamp() not null,
  constraint sealed_uploads_pkey primary key (id),
  constraint sealed_uploads_session_hash_fkey foreign key (session_hash) references operator_sessions(hash),
  constraint sealed_uploads_sealed_check check (length(sealed) >= 1 and length(sealed) <= 11000000)
);
create index sealed_uploads_session on sealed_uploads (session_hash);
create trigger sealed_uploads_asked after insert or update on sealed_uploads for each statement execute function refuse_server();

create table trader_notes (
  id uuid not null,
  user_id bigint not null,
  operator text not null,
  words text not null,
  created_at timestamptz not null,
  constraint trader_notes_pkey primary key (id),
  constraint trader_notes_user_id_fkey foreign key (user_id) references users(id),
  constraint trader_notes_operator_check check (length(operator) <= 40),
  constraint trader_notes_words_check check (length(words) >= 1 and length(words) <= 2000)
);
create index trader_notes_user on trader_notes (user_id, created_at);
create trigger trader_notes_desk after insert on trader_notes for each row execute function tell_desk('traders');

create table trader_tags (
  user_id bigint not null,
  tag text not null,
  constraint trader_tags_pkey primary key (user_id, tag),
  constraint trader_tags_user_id_fkey foreign key (user_id) references users(id),
  constraint trader_tags_tag_check check (length(tag) >= 2 and length(tag) <= 30)
);
create index trader_tags_tag on trader_tags (tag);
create trigger trader_tags_desk after insert or delete on trader_tags for each row execute function tell_desk('traders');

create view accepted_bank_payments as
 select input::jsonb ->> 'payment' as payment_id,
    (input::jsonb ->> 'deposit')::uuid as deposit_id
   from operator_commands
  where action = 'claim.accept' and outcome = 'done' and (input::jsonb ->> 'payment') is not null;

create view command_signers as
 select s.command_id,
    o.name,
    s.created_at as signed_at
   from operator_signatures s
     join operators o on o.id = s.operator_id;

create view operator_accounts as
 select o.id,
    o.name,
    o.roles,
    o.created_at,
    o.disabled_at,
    ( select max(s.created_at) as max
           from operator_sessions s
          where s.operator_id = o.id) as last_login_at,
    (exists ( select
           from operator_passwords p
          where p.operator_id = o.id)) or (exists ( select
           from operator_passkeys k
          where k.operator_id = o.id and k.removed_at is null)) as is_set_up,
    i.created_at as invited_at,
    rtrim(translate(encode(i.hash, 'base64'), '+/
', '-_'), '=') as invitation_hash,
    ( select coalesce(jsonb_agg(jsonb_build_object('credentialId', rtrim(translate(encode(k.credential_id, 'base64'), '+/
', '-_'), '='), 'label', k.label, 'createdAtMs', floor(extract(epoch from k.created_at) * 1000::numeric), 'usableFromMs', floor(extract(epoch from greatest(k.created_at, o.created_at) + w.wait) * 1000::numeric)) order by k.id), '[]'::jsonb) as "coalesce"
           from operator_passkeys k
          where k.operator_id = o.id and k.removed_at is null) as passkeys,
    o.created_at + w.wait as signs_from
   from operators o
     cross join lateral ( select coalesce(max(desk_origins.wait_hours), 0)::double precision * '01:00:00'::interval as wait
           from desk_origins) w
     left join lateral ( select operator_invitations.hash,
            operator_invitations.created_at
           from operator_invitations
          where operator_invitations.operator_id = o.id and operator_invitations.used_at is null
          order by operator_invitations.created_at desc
         limit 1) i on true;

create view operator_actions as
 select column1 as action,
    column2 as roles,
    column3 as proof,
    column4 as people
   from (values ('withdrawal.approve',array['payments'],'passkey','by_amount'), ('withdrawal.reject',array['payments', 'risk'],'passkey','one'), ('deposit.resolve_paid',array['payments'],'passkey','by_amount'), ('deposit.resolve_unpaid',array['payments'],'passkey','one'), ('deposit.accept',array['payments'],'passkey','by_amount'), ('deposit.refund',array['payments'],'passkey','by_amount'), ('deposit.reverse',array['payments'],'passkey','two'), ('deposit.ask',array['payments', 'risk', 'support'],'session','one'), ('claim.accept',array['payments'],'passkey','by_amount'), ('claim.reject',array['payments'],'passkey','one'), ('chargeback.note',array['payments', 'risk', 'support'],'session','one'), ('chargeback.close',array['payments'],'passkey','one'), ('chargeback.attach',array['payments', 'risk', 'support'],'session','one'), ('chargeback.detach',array['payments', 'risk'],'passkey','one'), ('withdrawal.pay_by_hand',array['payments'],'passkey','by_amount'), ('withdrawal.decide_doubt',array['payments'],'passkey','by_amount'), ('balance.correct',array['payments'],'passkey','two'), ('bonus.give',array['payments', 'marketing'],'passkey','by_amount'), ('document.approve',array['documents'],'session','one'), ('document.refuse',array['documents'],'session','one'), ('ticket.answer',array['support'],'session','one'), ('ticket.close',array['support'],'session','one'), ('ticket.answer_by_template',array['support'],'session','one'), ('ticket.move',array['support'],'session','one'), ('ticket.merge',array['support'],'session','one'), ('ticket.assign',array['support'],'session','one'), ('ticket.note',array['support'],'session','one'), ('template.save',array['support', 'admin'],'session','one'), ('template.remove',array['support', 'admin'],'session','one'), ('operator.invite',array['admin'],'passkey','two'), ('operator.change_roles',array['admin'],'passkey','two'), ('operator.disable',array['admin'],'passkey','two'), ('operator.remove_passkey',array['admin'],'passkey','two'), ('setting.change',array['support', 'payments', 'risk', 'marketing', 'finance', 'admin'],'passkey','one'), ('setting.change_dangerous',array['payments', 'risk', 'marketing', 'finance', 'admin'],'passkey','two'), ('trader.lock',array['support', 'risk'],'session','one'), ('trader.unlock',array['support', 'risk'],'passkey','one'), ('trader.end_sessions',array['support', 'risk'],'session','one'), ('trader.send_reset_link',array['support', 'risk'],'session','one'), ('trader.change_name',array['documents', 'risk'],'passkey','two'), ('trader.change_email',array['documents', 'risk'],'passkey','two'), ('trader.limit_deposits',array['payments', 'risk'],'passkey','one'), ('trader.set_cascade',array['payments', 'risk'],'passkey','two'), ('trader.set_affiliate',array['marketing', 'risk'],'passkey','one'), ('trader.mark_card_risk',array['payments', 'risk'],'passkey','one'), ('trading.stop',array['payments', 'risk'],'passkey','one'), ('trading.resume',array['payments', 'risk'],'passkey','one'), ('trade.void',array['payments', 'risk'],'passkey','two'), ('quarantine.release',array['payments', 'finance'],'passkey','two'), ('provider.connect',array['payments', 'finance'],'passkey','two'), ('provider.disconnect',array['payments', 'finance'],'passkey','two'), ('exception.explain',array['payments', 'finance'],'session','one'), ('day.close',array['finance'],'passkey','one'), ('promo.create',array['marketing'],'passkey','by_amount'), ('promo.change',array['marketing'],'passkey','by_amount'), ('promo.end',array['marketing'],'passkey','one'), ('tournament.change',array['marketing'],'passkey','by_amount'), ('tournament.cancel',array['marketing', 'risk'],'passkey','two'), ('prize.pay',array['payments'],'passkey','two'), ('prize.refuse',array['payments', 'risk'],'passkey','one'), ('prize.note_sent',array['payments', 'marketing'],'session','one'), ('rate.confirm',array['payments', 'risk'],'passkey','two'), ('mail.change',array['marketing', 'admin'],'passkey','two'), ('mail.restore',array['marketing', 'admin'],'passkey','two'), ('page.change',array['marketing', 'admin'],'session','one'), ('page.restore',array['marketing', 'admin'],'session','one'), ('news.hide',array['marketing', 'admin'],'session','one'), ('news.show',array['marketing', 'admin'],'session','one'), ('trader.note',array['support', 'documents', 'payments', 'risk'],'session','one'), ('trader.tag',array['support', 'documents', 'payments', 'risk'],'session','one'), ('trader.untag',array['support', 'documents', 'payments', 'risk'],'session','one'), ('case.take',array['support', 'documents', 'payments', 'risk', 'marketing', 'finance', 'admin'],'session','one'), ('case.snooze',array['support', 'documents', 'payments', 'risk', 'marketing', 'finance', 'admin'],'session','one'), ('alert.resolve',array['support', 'payments', 'risk', 'finance'],'session','one')) "*VALUES*";

create view operator_names as
 select id,
    name,
    roles,
    created_at,
    disabled_at
   from operators;

create view sealed_read_rights as
 select column1 as kind,
    column2 as roles,
    column3 as max_subjects
   from (values ('chargeback_file',array['support', 'payments', 'risk', 'finance'],1), ('document',array['documents'],1), ('server_key',array['support', 'documents', 'payments', 'risk', 'marketing', 'finance', 'admin'],1), ('ticket_file',array['support'],1), ('ticket_posts',array['support'],1), ('ticket_subjects',array['support'],100)) "*VALUES*";

create view setting_rules as
 select column1 as name,
    column2 as action,
    column3 as roles
   from (values ('deposit_min','setting.change_dangerous',array['payments', 'risk']), ('deposit_min_affiliates','setting.change_dangerous',array['payments', 'risk']), ('deposit_max','setting.change_dangerous',array['payments', 'risk']), ('affiliates_min_300','setting.change',array['payments', 'marketing']), ('card_day_limit','setting.change_dangerous',array['payments', 'risk']), ('fail_limit','setting.change_dangerous',array['payments', 'risk']), ('card_number_days','setting.change',array['payments', 'risk']), ('cascade','setting.change',array['payments']), ('cascade_rules','setting.change_dangerous',array['payments', 'risk']), ('processors_off','setting.change',array['payments']), ('pfs_countries','setting.change',array['payments']), ('pfs_fallback','setting.change',array['payments']), ('hidden_tabs','setting.change',array['payments']), ('skrill_excluded_countries','setting.change',array['payments']), ('statement_name','setting.change',array['payments']), ('transaction_validation','setting.change',array['payments', 'risk']), ('transaction_validation_amount','setting.change',array['payments', 'risk']), ('refund_days','setting.change',array['payments']), ('webhook_ask_from','setting.change_dangerous',array['payments', 'risk']), ('webhook_silence_minutes','setting.change',array['payments']), ('bank_details','setting.change_dangerous',array['payments', 'finance']), ('webmoney_wmz','setting.change_dangerous',array['payments', 'finance']), ('webmoney_wmr','setting.change_dangerous',array['payments', 'finance']), ('webmoney_wme','setting.change_dangerous',array['payments', 'finance']), ('litecoin_address','setting.change_dangerous',array['payments', 'finance']), ('crypto_confirmations','setting.change_dangerous',array['payments', 'risk']), ('crypto_tolerance_percent','setting.change_dangerous',array['payments', 'risk']), ('crypto_spread_percent','setting.change_dangerous',array['payments', 'risk']), ('crypto_overpay_percent','setting.change_dangerous',array['payments', 'risk']), ('crypto_late_block_hours','setting.change_dangerous',array['payments', 'risk']), ('crypto_rate_max_age_seconds','setting.change_dangerous',array['payments', 'risk']), ('currency_rate_max_age_seconds','setting.change_dangerous',array['payments', 'risk']), ('rate_jump_percents','setting.change_dangerous',array['payments', 'risk']), ('rate_confirm_seconds','setting.change_dangerous',array['payments', 'risk']), ('withdrawal_methods','setting.change_dangerous',array['payments', 'finance']), ('withdrawal_terms','setting.change_dangerous',array['payments', 'finance']), ('deposit_turnover_factor','setting.change_dangerous',array['payments', 'risk']), ('waiting_alert_hours','setting.change',array['payments', 'documents', 'admin']), ('fill','setting.change_dangerous',array['risk', 'finance']), ('payout_percents','setting.change_dangerous',array['risk', 'finance']), ('payout_exceptions','setting.change_dangerous',array['risk', 'finance']), ('sale_fee_percent','setting.change_dangerous',array['risk', 'finance']), ('ladder_margin_percent','setting.change_dangerous',array['risk', 'finance']), ('stake_min','setting.change_dangerous',array['risk', 'finance']), ('stake_max','setting.change_dangerous',array['risk', 'finance']), ('symbol_stakes_max','setting.change_dangerous',array['risk', 'finance']), ('open_stakes_max','setting.change_dangerous',array['risk', 'finance']), ('house_loss_max','setting.change_dangerous',array['risk', 'finance']), ('trading_block','setting.change_dangerous',array['risk', 'documents']), ('market_pauses','setting.change',array['risk']), ('clock_tolerance_ms','setting.change_dangerous',array['risk', 'admin']), ('bonus_turnover_factor','setting.change_dangerous',array['marketing', 'risk', 'finance']), ('bonus_release_factor','setting.change_dangerous',array['marketing', 'risk', 'finance']), ('tiers','setting.change_dangerous',array['marketing', 'risk', 'finance']), ('limited_offer_code','setting.change_dangerous',array['marketing', 'risk', 'finance']), ('risk_free_percent','setting.change_dangerous',array['marketing', 'risk', 'finance']), ('tournament_prizes','setting.change_dangerous',array['marketing', 'risk', 'finance']), ('tournament_prizes_scaled','setting.change_dangerous',array['marketing', 'risk', 'finance']), ('tournament_prize_max_percent','setting.change_dangerous',array['marketing', 'risk', 'finance']), ('tournament_stakes_min','setting.change_dangerous',array['marketing', 'risk', 'finance']), ('tournament_verify_days','setting.change',array['marketing', 'documents']), ('news_feeds','setting.change',array['marketing']), ('calendar_url','setting.change',array['marketing']), ('ticket_departments','setting.change',array['support']), ('ticket_priorities','setting.change',array['support']), ('chat_hide','setting.change',array['support', 'marketing']), ('chat_show','setting.change',array['support', 'marketing']), ('chat_disabled','setting.change',array['support', 'marketing']), ('support_email','setting.change_dangerous',array['admin']), ('approval_limit','setting.change_dangerous',array['admin']), ('desk_addresses','setting.change_dangerous',array['admin']), ('platform_url','setting.change_dangerous',array['admin']), ('registrations_per_hour','setting.change',array['risk', 'admin']), ('session_idle_days','setting.change',array['risk', 'admin'])) "*VALUES*";

-- modules/operators/sql/enrol-operator.sql
create function accept_operator_invitation(invitation bytea, password text, totp_key bytea, code text, secret bytea) returns boolean language plpgsql security definer set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/apply-operator-order.sql
create function apply_operator_order(order_id uuid) returns void language plpgsql security definer set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/audit-log-operator-proved.sql
create function audit_log_operator_proved() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/operator-commands.sql
create function begin_operator_command(begun_id uuid) returns operator_commands language plpgsql security definer set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/can-act-in-emergency.sql
create function can_act_in_emergency() returns boolean language sql stable security definer set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/operator-commands.sql
create function cancel_operator_command(secret bytea, cancelled_id uuid, why text) returns boolean language plpgsql security definer set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/check-passkey.sql
create function check_passkey(public_key bytea, challenge bytea, authenticator_data bytea, client_data bytea, signature bytea) returns boolean language plpgsql stable set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/open-operator-session.sql
create function compute_totp(key bytea, step bigint) returns text language plpgsql immutable set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/operator-commands.sql
create function count_needed_signatures(command operator_commands) returns integer language plpgsql stable set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/open-operator-session.sql
create function create_operator_challenge() returns bytea language plpgsql security definer set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/delete-old-operator-access.sql
create function delete_old_operator_access() returns void language sql security definer set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/read-operator-session.sql
create function describe_operator_session(secret bytea) returns table(id bigint, name text, roles text[], "withPasskey" boolean, "createdAt" timestamptz, passkeys jsonb) language sql stable security definer set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/open-operator-session.sql
create function end_operator_session(secret bytea) returns void language sql security definer set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/enrol-operator.sql
create function enrol_operator_passkey(secret bytea, credential bytea, key bytea, name text, signed_by bytea, authenticator_data bytea, client_data bytea, signature bytea) returns bigint language plpgsql security definer set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/operator-actions.sql
create function find_approval_limit() returns bigint language sql stable set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/operator-commands.sql
create function find_command_roles(command_action text, input jsonb) returns text[] language sql stable set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/open-operator-session.sql
create function find_session_operator(secret bytea) returns setof operators language sql stable security definer set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/find-site-deposit-limits.sql
create function find_site_deposit_limits(out minimum numeric, out maximum numeric) returns record language sql stable set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/apply-operator-order.sql
create function forget_operator_access(forgotten bigint) returns void language sql set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/verify-es256.sql
create function invert_modulo(value numeric, prime numeric) returns numeric language plpgsql immutable set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/is-ordered.sql
create function is_ordered(actions text[], facts jsonb) returns boolean language sql security definer set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/operator-commands.sql
create function list_command_signers(command operator_commands) returns setof bigint language sql stable security definer set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/operator-views.sql
create function list_operator_views(secret bytea) returns table(id uuid, name text, address text) language sql stable security definer set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/open-operator-session.sql
create function open_operator_session_by_passkey(signed_challenge bytea, credential bytea, authenticator_data bytea, client_data bytea, signature bytea, secret bytea) returns boolean language plpgsql security definer set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/open-operator-session.sql
create function open_operator_session_by_password(operator text, password text, code text, secret bytea) returns boolean language plpgsql security definer set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/verify-es256.sql
create function read_es256_signature(signature bytea) returns numeric[] language plpgsql immutable set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/verify-es256.sql
create function read_number(bytes bytea) returns numeric language plpgsql immutable set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/operator-presences.sql
create function record_operator_presence(secret bytea, open_subject text) returns text[] language plpgsql security definer set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/operator-commands.sql
create function recount_operator_command(counted_id uuid, at_least integer) returns void language sql security definer set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/operator-commands.sql
create function refuse_operator_command(refused_id uuid, why text) returns boolean language plpgsql security definer set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/operator-views.sql
create function remove_operator_view(secret bytea, view_id uuid) returns void language plpgsql security definer set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/operator-commands.sql
create function request_operator_command(secret bytea, command_id uuid, command_action text, command_input text, command_reason text) returns operator_commands language plpgsql security definer set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/sealed-reads.sql
create function request_sealed_read(secret bytea, read_id uuid, read_kind text, read_subjects uuid[], browser_key bytea) returns void language plpgsql security definer set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/open-operator-session.sql
create function require_session_operator(secret bytea) returns operators language plpgsql stable security definer set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/operator-views.sql
create function save_operator_view(secret bytea, view_id uuid, view_name text, view_address text) returns void language plpgsql security definer set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/set-desk-origin.sql
create function set_desk_origin(new_origin text, hours integer) returns void language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/operator-commands.sql
create function sign_operator_command(secret bytea, signed_id uuid, credential bytea, authenticator_data bytea, client_data bytea, signature bytea) returns operator_commands language plpgsql security definer set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/sealed-uploads.sql
create function store_sealed_upload(secret bytea, upload_id uuid, upload bytea) returns void language plpgsql security definer set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/sealed-reads.sql
create function take_sealed_read(secret bytea, read_id uuid) returns table(is_waiting boolean, sealed bytea, failure text) language plpgsql security definer set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/operator-actions.sql
create function to_base_amount(amount bigint, currency text) returns bigint language sql immutable set search_path=pg_catalog, public, pg_temp;

-- modules/operators/sql/verify-es256.sql
create function verify_es256(public_key bytea, message bytea, signature bytea) returns boolean language plpgsql immutable set search_path=pg_catalog, public, pg_temp;

-- pages -----------------------------------------------------------------------------------------------

create table pages (
  area text not null,
  name text not null,
  language text not null,
  title text not null,
  html text not null,
  changed_at timestamptz not null,
  constraint pages_pkey primary key (area, name, language),
  constraint pages_area_check check (area = any (array['pg', 'ag', 'modal'])),
  constraint pages_html_check check (length(html) <= 100000),
  constraint pages_language_check check (length(language) >= 2 and length(language) <= 10),
  constraint pages_name_check check (name ~ '^[a-z0-9_-]{1,60}$'),
  constraint pages_title_check check (length(title) <= 200)
);

-- platform --------------------------------------------------------------------------------------------

create table audit_log (
  id bigint generated always as identity not null,
  created_at timestamptz not null,
  actor text not null,
  action text not null,
  subject text not null,
  detail jsonb default '{}'::jsonb not null,
  os_user text,
  reason text,
  command_id uuid,
  constraint audit_log_pkey primary key (id),
  constraint audit_log_action_check check (length(action) <= 60),
  constraint audit_log_os_user_check check (length(os_user) >= 1 and length(os_user) <= 100),
  constraint audit_log_reason check (os_user is null or reason is not null),
  constraint audit_log_reason_check check (length(btrim(reason)) >= 3 and length(btrim(reason)) <= 500),
  constraint audit_log_subject_check check (length(subject) <= 200)
);
create index audit_log_action on audit_log (action collate "C");
create unique index audit_log_command on audit_log (command_id) where command_id is not null;
create index audit_log_subject on audit_log (subject, id);
create index audit_log_time on audit_log (created_at);
create trigger audit_log_append_only before delete or update on audit_log for each statement execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function refuse_change();
create trigger audit_log_operator_proved before insert on audit_log for each row execute function audit_log_operator_proved();
create trigger audit_log_unsealed after insert on audit_log for each row execute function audit_log_unsealed();

create table audit_seals (
  number bigint not null,
  entry_id bigint not null,
  salt uuid not null,
  hash bytea not null,
  sealed_at timestamptz not null,
  constraint audit_seals_pkey primary key (number),
  constraint audit_seals_entry_id_key unique (entry_id),
  constraint audit_seals_entry_id_fkey foreign key (entry_id) references audit_log(id),
  constraint audit_seals_hash_check check (length(hash) = 32),
  constraint audit_seals_number_check check (number > 0)
);
create trigger audit_seals_append_only before delete or update or truncate on audit_seals for each statement execute function refuse_change();

create table audit_unsealed (
  entry_id bigint not null,
  since timestamptz default clock_timestamp() not null,
  constraint audit_unsealed_pkey primary key (entry_id),
  constraint audit_unsealed_entry_id_fkey foreign key (entry_id) references audit_log(id)
);
create trigger audit_unsealed_fixed before update or truncate on audit_unsealed for each statement execute function refuse_change();

create table backups (
  id bigint generated always as identity not null,
  made_at timestamptz not null,
  bytes bigint not null,
  constraint backups_pkey primary key (id),
  constraint backups_bytes_check check (bytes > 0)
);
create index backups_time on backups (made_at);

create table blobs (
  key text not null,
  data bytea storage external not null,
  constraint blobs_pkey primary key (key),
  constraint blobs_key_check check (length(key) >= 1 and length(key) <= 200)
);

create table installations (
  id smallint not null,
  sealed_check bytea not null,
  sandbox_parts text[] not null,
  constraint installations_pkey primary key (id),
  constraint installations_id_check check (id = 1)
);

create table ledger_accounts (
  name character varying(40) not null,
  constraint ledger_accounts_pkey primary key (name)
);

create table quarantines (
  id bigint generated always as identity not null,
  cause text not null,
  began_at timestamptz not null,
  known_until timestamptz not null,
  unknown_charges integer,
  ended_at timestamptz,
  constraint quarantines_pkey primary key (id),
  constraint quarantines_cause check (cause = any (array['restored', 'silence', 'unknown_charges', 'lost_writes'])),
  constraint quarantines_charges check (unknown_charges >= 0),
  constraint quarantines_found check (cause <> 'unknown_charges' or coalesce(unknown_charges, 0) > 0),
  constraint quarantines_times check (ended_at >= began_at)
);
create unique index quarantines_open on quarantines ((ended_at is null)) where ended_at is null;
create trigger quarantines_begin before insert on quarantines for each row when (new.ended_at is not null) execute function refuse_fixed();
create trigger quarantines_desk after insert or update on quarantines for each row execute function tell_desk('quarantines');
create trigger quarantines_end before update on quarantines for each row when (old.ended_at is not null) execute function refuse_fixed();
create trigger quarantines_fixed before update of id, began_at, known_until on quarantines for each statement execute function refuse_fixed();
create trigger quarantines_judged before update of cause on quarantines for each row when (old.cause <> 'silence') execute function refuse_fixed();
create trigger quarantines_released after update of ended_at on quarantines for each row when (old.cause <> 'silence' or new.cause <> 'silence') execute function quarantines_released();

create table server_beats (
  server uuid not null,
  number bigint not null,
  beat_at timestamptz not null,
  constraint server_beats_pkey primary key (server),
  constraint server_beats_number_check check (number > 0)
);

create view operator_acts as
 select id,
    created_at,
    actor,
    action,
    subject,
    reason
   from audit_log
  where action <> 'desk.read';

create view site_facts as
 select (exists ( select
           from installations
          where cardinality(installations.sandbox_parts) > 0)) as is_test_site;

-- platform/database/sql/audit-log-unsealed.sql
create function audit_log_unsealed() returns trigger language plpgsql security definer set search_path=pg_catalog, public, pg_temp;

-- platform/database/sql/format-audit-seal.sql
create function format_audit_seal(seal audit_seals, entry audit_log) returns text language sql stable set search_path=pg_catalog, public, pg_temp;

-- platform/database/sql/quarantines-released.sql
create function quarantines_released() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- platform/database/sql/record-operator-act.sql
create function record_operator_act(operator text, done text, done_to text) returns void language sql set search_path=pg_catalog, public, pg_temp;

-- platform/database/sql/record-operator-act.sql
create function record_operator_read(secret bytea, read_subject text) returns void language plpgsql security definer set search_path=pg_catalog, public, pg_temp;

-- platform/database/sql/refuse-change.sql
create function refuse_change() returns trigger language plpgsql;

-- platform/database/sql/refuse-fixed.sql
create function refuse_fixed() returns trigger language plpgsql;

-- platform/database/sql/refuse-in-quarantine.sql
create function refuse_in_quarantine() returns trigger language plpgsql security definer set search_path=pg_catalog, public, pg_temp;

-- platform/database/sql/refuse-server.sql
create function refuse_server() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- platform/database/sql/refuse-step.sql
create function refuse_step() returns trigger language plpgsql;

-- platform/database/sql/seal-audit-entries.sql
create function seal_audit_entries(most integer) returns integer language plpgsql security definer set search_path=pg_catalog, public, pg_temp;

-- platform/database/sql/tell-desk.sql
create function tell_desk() returns trigger language plpgsql;

-- price-alerts ----------------------------------------------------------------------------------------

create table price_alerts (
  id uuid not null,
  user_id bigint not null,
  symbol text not null,
  direction text not null,
  points bigint not null,
  by_mail boolean not null,
  by_push boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null,
  slot smallint,
  ended_at timestamptz,
  reached_at timestamptz,
  reached_points bigint,
  constraint price_alerts_pkey primary key (id),
  constraint price_alerts_slot unique (user_id, slot),
  constraint price_alerts_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint price_alerts_check check (expires_at > created_at),
  constraint price_alerts_direction_check check (direction = any (array['above', 'below'])),
  constraint price_alerts_points_check check (points > 0),
  constraint price_alerts_reached check (
case
    when state <> 'reached' then num_nonnulls(reached_at, reached_points) = 0
    else num_nulls(reached_at, reached_points) = 0 and reached_at > created_at and reached_at <= expires_at and
    case direction
        when 'above' then reached_points >= points
        else reached_points <= points
    end
end),
  constraint price_alerts_slot_check check (slot >= 0 and slot <= 19),
  constraint price_alerts_state_check check (state = any (array['waiting', 'reached', 'expired'])),
  constraint price_alerts_symbol_check check (symbol ~ '^[A-Z0-9]{3,12}$'),
  constraint price_alerts_waiting check ((state = 'waiting') = (slot is not null) and (state = 'waiting') = (ended_at is null))
);
create index price_alerts_ended on price_alerts (ended_at) where state <> 'waiting';
create index price_alerts_expiry on price_alerts (symbol, expires_at) where state = 'waiting';
create index price_alerts_level on price_alerts (symbol, direction, points) where state = 'waiting';
create unique index price_alerts_same on price_alerts (user_id, symbol, points) where state = 'waiting';
create trigger price_alerts_ended_once before update on price_alerts for each row when (old.state <> 'waiting') execute function refuse_fixed();
create trigger price_alerts_fixed before update of id, user_id, symbol, direction, points, by_mail, by_push, created_at, expires_at on price_alerts for each statement execute function refuse_fixed();

-- profile ---------------------------------------------------------------------------------------------

create table user_tip_settings (
  user_id bigint not null,
  shown boolean not null,
  host text not null,
  changed_at timestamptz not null,
  constraint user_tip_settings_pkey primary key (user_id),
  constraint user_tip_settings_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint user_tip_settings_host_check check (length(host) >= 1 and length(host) <= 253)
);

create table user_visits (
  user_id bigint not null,
  mobile_seen_at timestamptz,
  host text,
  host_seen_at timestamptz,
  constraint user_visits_pkey primary key (user_id),
  constraint user_visits_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint user_visits_host_check check (length(host) >= 1 and length(host) <= 253)
);

-- promo -----------------------------------------------------------------------------------------------

create table promo_codes (
  code text not null,
  audience text not null,
  percent integer,
  amount bigint,
  min_deposit bigint,
  starts_at timestamptz not null,
  ends_at timestamptz,
  max_uses integer,
  max_uses_per_trader integer not null,
  uses integer default 0 not null,
  created_at timestamptz not null,
  constraint promo_codes_pkey primary key (code),
  constraint promo_codes_amount_check check (amount > 0),
  constraint promo_codes_audience_check check (audience = any (array['everyone', 'new_account', 'offer'])),
  constraint promo_codes_bonus check (num_nonnulls(percent, amount) = 1),
  constraint promo_codes_check check (ends_at >= starts_at),
  constraint promo_codes_code_check check (code ~ '^[A-Z0-9-]{3,40}$'),
  constraint promo_codes_gift_once check (min_deposit is not null or max_uses_per_trader = 1),
  constraint promo_codes_max_uses_check check (max_uses > 0),
  constraint promo_codes_max_uses_per_trader_check check (max_uses_per_trader >= 1 and max_uses_per_trader <= 1000),
  constraint promo_codes_min_deposit_check check (min_deposit >= 100),
  constraint promo_codes_percent check (percent is null or min_deposit is not null),
  constraint promo_codes_percent_check check (percent >= 1 and percent <= 100),
  constraint promo_codes_reserved check (code <> 'RISK-FREE'),
  constraint promo_codes_uses check (uses >= 0 and uses <= coalesce(max_uses, uses))
);
create trigger promo_codes_by_operators after insert or update of max_uses, ends_at on promo_codes for each row execute function promo_codes_by_operators();
create trigger promo_codes_counted before update of uses on promo_codes for each row when (new.uses <> (old.uses + 1)) execute function refuse_fixed();
create trigger promo_codes_fixed before update of code, audience, percent, amount, min_deposit, starts_at, max_uses_per_trader, created_at on promo_codes for each statement execute function refuse_fixed();
create trigger promo_codes_no_delete before delete or truncate on promo_codes for each statement execute function refuse_change();

create table promo_redemptions (
  id bigint generated always as identity not null,
  user_id bigint not null,
  code text not null,
  state text not null,
  currency text not null,
  percent integer,
  amount bigint,
  min_deposit bigint,
  turnover_factor integer not null,
  release_factor numeric not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  valid_at timestamptz,
  deposit_id uuid,
  number integer,
  bonus bigint,
  required bigint,
  reason text,
  constraint promo_redemptions_pkey primary key (id),
  constraint promo_redemptions_code_user_id_number_key unique (code, user_id, number),
  constraint promo_redemptions_code_fkey foreign key (code) references promo_codes(code),
  constraint promo_redemptions_deposit_id_fkey foreign key (deposit_id) references deposits(id),
  constraint promo_redemptions_user_id_fkey foreign key (user_id) references users(id),
  constraint promo_redemptions_bonus_check check (bonus > 0),
  constraint promo_redemptions_decided check ((state = 'stored') = (decided_at is null)),
  constraint promo_redemptions_number_check check (number > 0),
  constraint promo_redemptions_reason check ((state = 'refused') = (reason is not null)),
  constraint promo_redemptions_release_factor_check check (release_factor > 0::numeric),
  constraint promo_redemptions_required_check check (required > 0),
  constraint promo_redemptions_state_check check (state = any (array['stored', 'used', 'refused', 'removed'])),
  constraint promo_redemptions_terms check (num_nonnulls(percent, amount) = 1),
  constraint promo_redemptions_turnover_factor_check check (turnover_factor > 0),
  constraint promo_redemptions_used check (num_nonnulls(number, bonus, required, valid_at) =
case
    when state = 'used' then 4
    else 0
end)
);
create unique index promo_redemptions_deposit on promo_redemptions (deposit_id) where state = 'used';
create index promo_redemptions_given on promo_redemptions (code, currency) include (bonus) where state = 'used';
create unique index promo_redemptions_stored on promo_redemptions (user_id) where state = 'stored';
create index promo_redemptions_user on promo_redemptions (user_id, id);
create constraint trigger promo_redemptions_booked after insert or update on promo_redemptions deferrable initially deferred for each row when (new.state = 'used') execute function promo_redemptions_booked();
create trigger promo_redemptions_count before insert or update on promo_redemptions for each row when (new.state = 'used') execute function promo_redemptions_count();
create trigger promo_redemptions_final before update on promo_redemptions for each row when (old.state <> 'stored' or new.user_id is distinct from old.user_id or new.code is distinct from old.code or new.currency is distinct from old.currency or new.percent is distinct from old.percent or new.amount is distinct from old.amount or new.min_deposit is distinct from old.min_deposit or new.turnover_factor is distinct from old.turnover_factor or new.release_factor is distinct from old.release_factor or new.created_at is distinct from old.created_at) execute function refuse_fixed();
create trigger promo_redemptions_no_delete before delete or truncate on promo_redemptions for each statement execute function refuse_change();

create table signup_bonuses (
  user_id bigint not null,
  code text not null,
  state text default 'waiting' not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  reason text,
  constraint signup_bonuses_pkey primary key (user_id),
  constraint signup_bonuses_user_id_fkey foreign key (user_id) references users(id),
  constraint signup_bonuses_code_check check (length(code) >= 3 and length(code) <= 40),
  constraint signup_bonuses_decided check ((state = 'waiting') = (decided_at is null)),
  constraint signup_bonuses_reason check ((state = 'refused') = (reason is not null)),
  constraint signup_bonuses_state_check check (state = any (array['waiting', 'credited', 'refused']))
);
create trigger signup_bonuses_claim before update on signup_bonuses for each row execute function signup_bonuses_claim();
create trigger signup_bonuses_waiting before insert on signup_bonuses for each row when (new.state <> 'waiting') execute function refuse_fixed();

create view promo_deposit_bonuses as
 select deposit_id,
    code,
    bonus,
    required,
    floor(bonus::numeric * release_factor)::bigint as release_max
   from promo_redemptions
  where state = 'used' and deposit_id is not null;

create view stored_code_ratios as
 select turnover_factor::numeric / release_factor as ratio
   from promo_redemptions
  where state = 'stored';

-- modules/promo/sql/ledger-entries-promo-claimed.sql
create function ledger_entries_promo_claimed() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/promo/sql/promo-codes-by-operators.sql
create function promo_codes_by_operators() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/promo/sql/promo-redemptions-booked.sql
create function promo_redemptions_booked() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/promo/sql/promo-redemptions-count.sql
create function promo_redemptions_count() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/promo/sql/promo-source.sql
create function promo_source(redemption promo_redemptions) returns text language sql immutable;

-- modules/promo/sql/signup-bonuses-claim.sql
create function signup_bonuses_claim() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- providers -------------------------------------------------------------------------------------------

create table provider_access (
  provider text not null,
  address text not null,
  keys_hash text not null,
  keys_sealed bytea not null,
  key_ends jsonb not null,
  changed_by text not null,
  changed_at timestamptz not null,
  constraint provider_access_pkey primary key (provider),
  constraint provider_access_address_check check (address ~ '^https?://' and length(address) <= 300),
  constraint provider_access_changed_by_check check (length(changed_by) >= 1 and length(changed_by) <= 60),
  constraint provider_access_key_ends_check check (jsonb_typeof(key_ends) = 'array'),
  constraint provider_access_keys_hash_check check (keys_hash ~ '^[A-Za-z0-9_-]{43}$'),
  constraint provider_access_provider_check check (provider ~ '^[a-z0-9-]{2,40}$')
);
create trigger provider_access_desk after insert or delete or update on provider_access for each row execute function tell_desk('settings');
create trigger provider_access_no_truncate after truncate on provider_access for each statement execute function refuse_server();
create trigger provider_access_ordered after insert or delete or update on provider_access for each row execute function provider_access_ordered();

create view provider_connections as
 select provider,
    address,
    keys_hash,
    key_ends,
    changed_by,
    changed_at
   from provider_access;

-- modules/providers/sql/provider-access-ordered.sql
create function provider_access_ordered() returns trigger language plpgsql security definer set search_path=pg_catalog, public, pg_temp;

-- push ------------------------------------------------------------------------------------------------

create table push_keys (
  id smallint not null,
  public_key bytea not null,
  sealed bytea not null,
  created_at timestamptz not null,
  constraint push_keys_pkey primary key (id),
  constraint push_keys_id_check check (id = 1),
  constraint push_keys_public_key_check check (length(public_key) = 65)
);
create trigger push_keys_fixed before update of id, public_key, created_at on push_keys for each statement execute function refuse_fixed();
create trigger push_keys_no_delete before delete or truncate on push_keys for each statement execute function refuse_change();

create table push_messages (
  id uuid not null,
  subscription_id uuid not null,
  service text not null,
  content text not null,
  try_count smallint default 0 not null,
  due_at timestamptz not null,
  valid_until timestamptz not null,
  created_at timestamptz not null,
  constraint push_messages_pkey primary key (id),
  constraint push_messages_subscription_id_fkey foreign key (subscription_id) references push_subscriptions(id) on delete cascade,
  constraint push_messages_content_check check (length(content) >= 1 and length(content) <= 1000),
  constraint push_messages_try_count_check check (try_count >= 0 and try_count <= 6)
);
create index push_messages_due on push_messages (service, due_at);
create index push_messages_subscription on push_messages (subscription_id);

create table push_subscriptions (
  id uuid not null,
  user_id bigint not null,
  session_hash bytea not null,
  endpoint text not null,
  public_key bytea not null,
  auth_secret bytea not null,
  slot smallint not null,
  created_at timestamptz not null,
  constraint push_subscriptions_pkey primary key (id),
  constraint push_subscriptions_endpoint unique (endpoint),
  constraint push_subscriptions_slot unique (user_id, slot),
  constraint push_subscriptions_session_hash_fkey foreign key (session_hash) references sessions(id_hash) on delete cascade,
  constraint push_subscriptions_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint push_subscriptions_auth_secret_check check (length(auth_secret) = 16),
  constraint push_subscriptions_endpoint_check check (endpoint ~ '^https?://' and length(endpoint) <= 1000),
  constraint push_subscriptions_public_key_check check (length(public_key) = 65),
  constraint push_subscriptions_slot_check check (slot >= 0 and slot <= 9)
);
create index push_subscriptions_session on push_subscriptions (session_hash);

-- rates -----------------------------------------------------------------------------------------------

create table exchange_rates (
  code text not null,
  at timestamptz not null,
  rate numeric(20,8) not null,
  is_confirmed boolean not null,
  constraint exchange_rates_pkey primary key (code, at),
  constraint exchange_rates_code_check check (code = any (array['BTC', 'LTC', 'ETH', 'DSH', 'EUR', 'GBP', 'RUB'])),
  constraint exchange_rates_rate_check check (rate > 0::numeric)
);

create table held_rates (
  code text not null,
  rate numeric(20,8) not null,
  at timestamptz not null,
  readings integer not null,
  constraint held_rates_pkey primary key (code),
  constraint held_rates_code_check check (code = any (array['BTC', 'LTC', 'ETH', 'DSH', 'EUR', 'GBP', 'RUB'])),
  constraint held_rates_rate_check check (rate > 0::numeric),
  constraint held_rates_readings_check check (readings > 0)
);

-- settings --------------------------------------------------------------------------------------------

create table settings (
  name text not null,
  value jsonb not null,
  changed_at timestamptz not null,
  constraint settings_pkey primary key (name)
);
create trigger settings_by_operators after insert or delete or update on settings for each row execute function settings_by_operators();
create trigger settings_desk after insert or delete or update on settings for each row execute function tell_desk('settings');
create trigger settings_no_truncate after truncate on settings for each statement execute function refuse_server();
create trigger settings_prizes_kept after insert or update on settings for each row when (new.name = 'tournament_prizes') execute function settings_prizes_kept();

-- modules/settings/sql/settings-by-operators.sql
create function settings_by_operators() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- signals ---------------------------------------------------------------------------------------------

create table signals (
  id bigint generated always as identity not null,
  symbol text not null,
  direction text not null,
  at timestamptz not null,
  digits smallint not null,
  points bigint not null,
  noted_minutes smallint default 0 not null,
  points_5 bigint,
  points_15 bigint,
  constraint signals_pkey primary key (id),
  constraint signals_once unique (symbol, at),
  constraint signals_digits_check check (digits >= 0 and digits <= 8),
  constraint signals_direction_check check (direction = any (array['up', 'down'])),
  constraint signals_noted check ((points_5 is null or noted_minutes >= 5) and (points_15 is null or noted_minutes = 15)),
  constraint signals_noted_minutes_check check (noted_minutes = any (array[0, 5, 15])),
  constraint signals_points_15_check check (points_15 > 0),
  constraint signals_points_5_check check (points_5 > 0),
  constraint signals_points_check check (points > 0),
  constraint signals_symbol_check check (symbol ~ '^[A-Z0-9]{3,12}$')
);
create index signals_at on signals (at desc, id desc);
create index signals_due on signals (at, id) where noted_minutes < 15;

-- support ---------------------------------------------------------------------------------------------

create table ticket_assignments (
  ticket_id uuid not null,
  operator text not null,
  assigned_at timestamptz not null,
  constraint ticket_assignments_pkey primary key (ticket_id),
  constraint ticket_assignments_ticket_id_fkey foreign key (ticket_id) references tickets(id),
  constraint ticket_assignments_operator_check check (length(operator) >= 1 and length(operator) <= 60)
);
create trigger ticket_assignments_desk after insert or delete or update on ticket_assignments for each row execute function tell_desk('tickets');

create table ticket_attachments (
  id uuid not null,
  user_id bigint not null,
  post_id uuid,
  draft text,
  place integer not null,
  slot smallint,
  state text not null,
  media_type text not null,
  bytes integer not null,
  title text,
  pages smallint not null,
  store text not null,
  uploaded_at timestamptz not null,
  constraint ticket_attachments_pkey primary key (id),
  constraint ticket_attachments_post_id_fkey foreign key (post_id) references ticket_posts(id),
  constraint ticket_attachments_user_id_fkey foreign key (user_id) references users(id),
  constraint ticket_attachments_bytes_check check (bytes >= 1 and bytes <= 10485760),
  constraint ticket_attachments_draft_check check (draft ~ '^[A-Za-z0-9_-]{1,60}$'),
  constraint ticket_attachments_media_type_check check (media_type = any (array['image/png', 'image/jpeg', 'application/pdf'])),
  constraint ticket_attachments_pages_check check (pages >= 1 and pages <= 10),
  constraint ticket_attachments_sent check (post_id is null or state = 'ready' and slot is null and place >= 0 and place <= 4),
  constraint ticket_attachments_slot_check check (slot >= 0 and slot <= 9),
  constraint ticket_attachments_state_check check (state = any (array['uploading', 'ready', 'deleting'])),
  constraint ticket_attachments_store_check check (store = any (array['database', 's3'])),
  constraint ticket_attachments_title_check check (length(title) >= 1 and length(title) <= 120)
);
create unique index ticket_attachments_post on ticket_attachments (post_id, place) where post_id is not null;
create unique index ticket_attachments_slot on ticket_attachments (user_id, slot) where slot is not null;
create index ticket_attachments_unsent on ticket_attachments (uploaded_at) where post_id is null;
create trigger ticket_attachments_fixed before update on ticket_attachments for each row when (old.post_id is not null) execute function refuse_fixed();
create trigger ticket_attachments_kept before delete on ticket_attachments for each row when (old.post_id is not null) execute function refuse_change();

create table ticket_merges (
  ticket_id uuid not null,
  into_id uuid not null,
  merged_at timestamptz not null,
  constraint ticket_merges_pkey primary key (ticket_id),
  constraint ticket_merges_into_id_fkey foreign key (into_id) references tickets(id),
  constraint ticket_merges_ticket_id_fkey foreign key (ticket_id) references tickets(id)
);
create trigger ticket_merges_inserted after insert on ticket_merges for each row execute function ticket_merges_inserted();

create table ticket_notes (
  id uuid not null,
  ticket_id uuid not null,
  operator text not null,
  words text not null,
  created_at timestamptz not null,
  constraint ticket_notes_pkey primary key (id),
  constraint ticket_notes_ticket_id_fkey foreign key (ticket_id) references tickets(id),
  constraint ticket_notes_operator_check check (length(operator) >= 1 and length(operator) <= 60),
  constraint ticket_notes_words_check check (length(btrim(words)) >= 1 and length(btrim(words)) <= 2000)
);
create index ticket_notes_ticket on ticket_notes (ticket_id, created_at);
create trigger ticket_notes_desk after insert on ticket_notes for each row execute function tell_desk('tickets');

create table ticket_posts (
  id uuid not null,
  ticket_id uuid not null,
  user_id bigint not null,
  author text not null,
  via text not null,
  operator text,
  sealed bytea not null,
  content_hash bytea not null,
  message_hash bytea,
  status_after smallint not null,
  refused_files smallint default 0 not null,
  created_at timestamptz not null,
  number bigint generated always as identity not null,
  constraint ticket_posts_pkey primary key (id),
  constraint ticket_posts_ticket_id_fkey foreign key (ticket_id) references tickets(id),
  constraint ticket_posts_user_id_fkey foreign key (user_id) references users(id),
  constraint ticket_posts_author_check check (author = any (array['trader', 'support'])),
  constraint ticket_posts_content_hash_check check (length(content_hash) = 32),
  constraint ticket_posts_mailed check ((via = 'mail') = (message_hash is not null)),
  constraint ticket_posts_message_hash_check check (length(message_hash) = 32),
  constraint ticket_posts_operator check ((via = 'operator') = (operator is not null) and (via <> 'operator' or author = 'support')),
  constraint ticket_posts_operator_check check (length(operator) >= 1 and length(operator) <= 60),
  constraint ticket_posts_refused_files_check check (refused_files >= 0 and refused_files <= 100),
  constraint ticket_posts_status check (
case author
    when 'trader' then status_after = 1
    else status_after = any (array[2, 3])
end),
  constraint ticket_posts_via_check check (via = any (array['site', 'mail', 'operator']))
);
create unique index ticket_posts_message on ticket_posts (ticket_id, message_hash) where message_hash is not null;
create index ticket_posts_ticket on ticket_posts (ticket_id, created_at, number);
create index ticket_posts_trader on ticket_posts (user_id, created_at) where author = 'trader';
create trigger ticket_posts_fixed before update of id, ticket_id, user_id, author, via, operator, content_hash, message_hash, status_after, refused_files, created_at on ticket_posts for each statement execute function refuse_fixed();
create trigger ticket_posts_inserted after insert on ticket_posts for each row execute function ticket_posts_inserted();
create trigger ticket_posts_redirected before insert on ticket_posts for each row execute function ticket_posts_redirected();

create table ticket_templates (
  id uuid not null,
  title text not null,
  texts jsonb not null,
  changed_by text not null,
  changed_at timestamptz not null,
  constraint ticket_templates_pkey primary key (id),
  constraint ticket_templates_changed_by_check check (length(changed_by) >= 1 and length(changed_by) <= 60),
  constraint ticket_templates_texts_check check (jsonb_typeof(texts) = 'object' and length(texts::text) <= 30000),
  constraint ticket_templates_title_check check (length(btrim(title)) >= 1 and length(btrim(title)) <= 80)
);
create unique index ticket_templates_title on ticket_templates (lower(title));

create table tickets (
  id uuid not null,
  user_id bigint not null,
  sealed_subject bytea not null,
  department integer not null,
  priority smallint not null,
  status smallint not null,
  reference_kind text,
  reference_id text,
  post_count smallint default 0 not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  waiting_since timestamptz,
  answered_at timestamptz,
  seen_at timestamptz,
  merged_into uuid,
  constraint tickets_pkey primary key (id),
  constraint tickets_merged_into_fkey foreign key (merged_into) references tickets(id),
  constraint tickets_user_id_fkey foreign key (user_id) references users(id),
  constraint tickets_department_check check (department >= 1 and department <= 9999),
  constraint tickets_full check (post_count <= 500),
  constraint tickets_merged_closed check (merged_into is null or status = 4),
  constraint tickets_post_count_check check (post_count >= 0),
  constraint tickets_priority_check check (priority >= 1 and priority <= 99),
  constraint tickets_reference check ((reference_kind is null) = (reference_id is null)),
  constraint tickets_reference_id_check check (length(reference_id) >= 1 and length(reference_id) <= 60),
  constraint tickets_reference_kind_check check (reference_kind ~ '^[a-z]{1,20}$'),
  constraint tickets_status_check check (status >= 1 and status <= 4),
  constraint tickets_waiting check ((status = 1) = (waiting_since is not null))
);
create index tickets_changed on tickets (changed_at desc, id desc) where merged_into is null;
create index tickets_created on tickets (user_id, created_at);
create index tickets_merged on tickets (merged_into) where merged_into is not null;
create index tickets_number on tickets ("right"(id::text, 8));
create index tickets_queue on tickets (waiting_since, id) where status = 1;
create index tickets_status on tickets (status, changed_at desc, id desc);
create index tickets_user on tickets (user_id, changed_at desc, id desc);
create trigger tickets_desk after insert or update of status, department, changed_at on tickets for each row execute function tell_desk('tickets');
create trigger tickets_fixed before update of id, user_id, priority, reference_kind, reference_id, created_at on tickets for each statement execute function refuse_fixed();
create trigger tickets_merged_by_trigger before update of merged_into on tickets for each row when (pg_trigger_depth() = 0) execute function refuse_fixed();
create trigger tickets_status before update on tickets for each row when (pg_trigger_depth() = 0 and (old.post_count <> new.post_count or old.status <> new.status and new.status <> 4)) execute function refuse_fixed();

create view ticket_facts as
 select id,
    "right"(id::text, 8) as number,
    user_id,
    status,
    created_at,
    changed_at,
    department,
    priority,
    waiting_since,
    post_count,
    reference_kind,
    reference_id,
    merged_into
   from tickets;

-- modules/support/sql/ticket-merges-inserted.sql
create function ticket_merges_inserted() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/support/sql/ticket-posts-inserted.sql
create function ticket_posts_inserted() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/support/sql/ticket-posts-redirected.sql
create function ticket_posts_redirected() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- telemetry -------------------------------------------------------------------------------------------

create table browser_errors (
  fingerprint bytea not null,
  message text not null,
  url text not null,
  line_number integer not null,
  column_number integer not null,
  thrown_value text not null,
  user_agent text not null,
  occurrence_count bigint not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  constraint browser_errors_pkey primary key (fingerprint),
  constraint browser_errors_fingerprint_check check (length(fingerprint) = 32),
  constraint browser_errors_message_check check (length(message) <= 1000),
  constraint browser_errors_occurrence_count_check check (occurrence_count > 0),
  constraint browser_errors_thrown_value_check check (length(thrown_value) <= 4000),
  constraint browser_errors_url_check check (length(url) <= 500),
  constraint browser_errors_user_agent_check check (length(user_agent) <= 300)
);
create index browser_errors_last_seen on browser_errors (last_seen_at);

-- tournaments -----------------------------------------------------------------------------------------

create table tournament_counts (
  tournament_id integer not null,
  range integer not null,
  shard smallint not null,
  participants integer not null,
  constraint tournament_counts_pkey primary key (tournament_id, range, shard),
  constraint tournament_counts_tournament_id_range_fkey foreign key (tournament_id, range) references tournament_ranges(tournament_id, number),
  constraint tournament_counts_participants_check check (participants >= 0)
) with (fillfactor=50);

create table tournament_edges (
  tournament_id integer not null,
  shard smallint not null,
  own_edge bigint not null,
  constraint tournament_edges_pkey primary key (tournament_id, shard),
  constraint tournament_edges_tournament_id_fkey foreign key (tournament_id) references tournaments(id),
  constraint tournament_edges_own_edge_check check (own_edge >= 0)
) with (fillfactor=50);

create table tournament_prizes (
  id uuid not null,
  tournament_id integer not null,
  rank smallint not null,
  user_id bigint not null,
  score bigint not null,
  kind text not null,
  amount bigint not null,
  item text,
  currency text,
  rate numeric,
  paid bigint,
  required bigint,
  release_max bigint,
  created_at timestamptz not null,
  verify_until timestamptz not null,
  needs_approval boolean not null,
  approved_at timestamptz,
  settled_at timestamptz,
  lapsed_at timestamptz,
  sent_at timestamptz,
  constraint tournament_prizes_pkey primary key (tournament_id, rank),
  constraint tournament_prizes_id_key unique (id),
  constraint tournament_prizes_tournament_id_user_id_key unique (tournament_id, user_id),
  constraint tournament_prizes_tournament_id_fkey foreign key (tournament_id) references tournaments(id),
  constraint tournament_prizes_user_id_fkey foreign key (user_id) references users(id),
  constraint tournament_prizes_amount_check check (amount > 0),
  constraint tournament_prizes_approved check (settled_at is null or not needs_approval or approved_at is not null),
  constraint tournament_prizes_content check (
case
    when kind = 'item' then item is not null and num_nonnulls(currency, rate, paid, required, release_max) = 0
    else item is null and sent_at is null and num_nonnulls(currency, rate, paid) = 3 and num_nonnulls(required, release_max) =
    case kind
        when 'bonus' then 2
        else 0
    end
end),
  constraint tournament_prizes_converted check (paid::numeric = greatest(1::numeric, floor(amount::numeric * rate))),
  constraint tournament_prizes_deadline check (verify_until >= created_at),
  constraint tournament_prizes_end check (num_nonnulls(settled_at, lapsed_at) < 2),
  constraint tournament_prizes_held check (not needs_approval or kind = 'cash'),
  constraint tournament_prizes_item_check check (length(item) >= 1 and length(item) <= 40),
  constraint tournament_prizes_kind_check check (kind = any (array['cash', 'bonus', 'item'])),
  constraint tournament_prizes_rank_check check (rank >= 1 and rank <= 100),
  constraint tournament_prizes_rate_check check (rate > 0::numeric),
  constraint tournament_prizes_release_max_check check (release_max >= 0),
  constraint tournament_prizes_required_check check (required > 0),
  constraint tournament_prizes_score_check check (score > 0),
  constraint tournament_prizes_sent check (sent_at is null or settled_at is not null)
);
create index tournament_prizes_unsent on tournament_prizes (tournament_id) where kind = 'item' and settled_at is not null and sent_at is null;
create index tournament_prizes_user on tournament_prizes (user_id, tournament_id desc);
create index tournament_prizes_waiting on tournament_prizes (tournament_id) where settled_at is null and lapsed_at is null;
create trigger tournament_prizes_checked after insert on tournament_prizes referencing new table as inserted for each statement execute function tournament_prizes_checked();
create trigger tournament_prizes_fixed before update of id, tournament_id, rank, user_id, score, kind, amount, item, currency, rate, paid, required, release_max, created_at, verify_until, needs_approval on tournament_prizes for each statement execute function refuse_fixed();
create trigger tournament_prizes_no_delete before delete or truncate on tournament_prizes for each statement execute function refuse_change();
create trigger tournament_prizes_ordered after update of approved_at, sent_at on tournament_prizes for each row execute function tournament_prizes_ordered();
create trigger tournament_prizes_settled after update of settled_at, lapsed_at on tournament_prizes for each row when (new.settled_at is distinct from old.settled_at or new.lapsed_at is distinct from old.lapsed_at) execute function tournament_prizes_settled();

create table tournament_ranges (
  tournament_id integer not null,
  ranking bigint not null,
  reached_at timestamptz not null,
  user_id bigint not null,
  number integer not null,
  constraint tournament_ranges_pkey primary key (tournament_id, ranking, reached_at, user_id),
  constraint tournament_ranges_tournament_id_number_key unique (tournament_id, number),
  constraint tournament_ranges_tournament_id_fkey foreign key (tournament_id) references tournaments(id)
);

create table tournament_scores (
  tournament_id integer not null,
  user_id bigint not null,
  score bigint not null,
  ranking bigint generated always as (- score) stored not null,
  has_result boolean not null,
  reached_at timestamptz not null,
  own_stakes bigint default 0 not null,
  own_edge bigint default 0 not null,
  constraint tournament_scores_pkey primary key (tournament_id, user_id),
  constraint tournament_scores_tournament_id_fkey foreign key (tournament_id) references tournaments(id),
  constraint tournament_scores_user_id_fkey foreign key (user_id) references users(id),
  constraint tournament_scores_own_edge_check check (own_edge >= 0),
  constraint tournament_scores_own_stakes_check check (own_stakes >= 0)
);
create index tournament_scores_places on tournament_scores (tournament_id, ranking, reached_at, user_id);

create table tournament_trade_values (
  trade_id uuid not null,
  at timestamptz not null,
  value bigint not null,
  opposite boolean not null,
  constraint tournament_trade_values_pkey primary key (trade_id, at),
  constraint tournament_trade_values_trade_id_fkey foreign key (trade_id) references trades(id),
  constraint tournament_trade_values_at_check check (at = any (array[date_bin('7 days'::interval, at, '2001-01-01 00:00:00+00'::timestamptz), date_bin('7 days'::interval, at, '2001-01-01 00:00:00+00'::timestamptz) + '117:00:00'::interval, date_bin('7 days'::interval, at, '2001-01-01 00:00:00+00'::timestamptz) + '165:00:00'::interval])),
  constraint tournament_trade_values_value_check check (value >= 0)
);
create trigger tournament_trade_values_fixed before delete or update or truncate on tournament_trade_values for each statement execute function refuse_change();

create table tournament_weekend_symbols (
  symbol text not null,
  constraint tournament_weekend_symbols_pkey primary key (symbol)
);

create table tournaments (
  id integer generated always as identity not null,
  type text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  finished_at timestamptz,
  fund bigint,
  prizes jsonb,
  begun_prizes jsonb,
  cancelled_at timestamptz,
  cancel_words jsonb,
  constraint tournaments_pkey primary key (id),
  constraint tournaments_type_starts_at_key unique (type, starts_at),
  constraint tournaments_begun_prizes_check check (jsonb_array_length(begun_prizes) >= 1 and jsonb_array_length(begun_prizes) <= 40),
  constraint tournaments_cancelled check ((num_nonnulls(cancelled_at, cancel_words) = any (array[0, 2])) and num_nonnulls(cancelled_at, finished_at) < 2),
  constraint tournaments_dates check (starts_at = (date_bin('7 days'::interval, starts_at, '2001-01-01 00:00:00+00'::timestamptz) +
case type
    when 'weekly' then '00:00:00'::interval
    else '117:00:00'::interval
end) and ends_at = (starts_at +
case type
    when 'weekly' then '117:00:00'::interval
    else '48:00:00'::interval
end)),
  constraint tournaments_finish check (finished_at >= ends_at),
  constraint tournaments_fund check (fund is null or finished_at is not null),
  constraint tournaments_fund_check check (fund >= 0),
  constraint tournaments_prizes_check check (jsonb_array_length(prizes) >= 1 and jsonb_array_length(prizes) <= 40),
  constraint tournaments_type_check check (type = any (array['weekly', 'weekend']))
);
create index tournaments_waiting on tournaments (ends_at) where finished_at is null;
create trigger tournaments_begin after insert on tournaments for each row when (num_nonnulls(new.prizes, new.begun_prizes, new.cancelled_at, new.finished_at) > 0) execute function refuse_server();
create trigger tournaments_begun_prizes after update of begun_prizes on tournaments for each row execute function refuse_server();
create trigger tournaments_finished before update of finished_at, fund on tournaments for each row execute function tournaments_finished();
create trigger tournaments_fixed before update of type, starts_at, ends_at on tournaments for each statement execute function refuse_fixed();
create trigger tournaments_no_delete before delete or truncate on tournaments for each statement execute function refuse_change();
create trigger tournaments_ordered after update of prizes, cancelled_at, cancel_words on tournaments for each row execute function tournaments_ordered();

create view trade_values as
 select trade_id,
    at,
    value
   from tournament_trade_values;

-- modules/tournaments/sql/create-tournaments.sql
create function create_tournaments(at timestamptz) returns void language sql security definer set search_path=pg_catalog, public, pg_temp;

-- modules/tournaments/sql/default-tournament-prizes.sql
create function default_tournament_prizes() returns jsonb language sql immutable set search_path=pg_catalog, public, pg_temp;

-- modules/tournaments/sql/find-listed-prizes.sql
create function find_listed_prizes(given tournaments) returns jsonb language sql stable set search_path=pg_catalog, public, pg_temp;

-- modules/tournaments/sql/find-prize-terms.sql
create function find_prize_terms(out is_scaled boolean, out fund_share numeric, out max_edge_percent numeric, out min_stakes bigint, out turnover_factor numeric, out release_factor numeric) returns record language sql stable set search_path=pg_catalog, public, pg_temp;

-- modules/tournaments/sql/find-tournament-fund.sql
create function find_tournament_fund(given tournaments) returns bigint language sql stable set search_path=pg_catalog, public, pg_temp;

-- modules/tournaments/sql/has-uncounted-trades.sql
create function has_uncounted_trades(until timestamptz) returns boolean language sql stable security definer set search_path=pg_catalog, public, pg_temp;

-- modules/tournaments/sql/keep-begun-prizes.sql
create function keep_begun_prizes(begun_by timestamptz) returns void language sql security definer set search_path=pg_catalog, public, pg_temp;

-- modules/tournaments/sql/ledger-entries-prize-exists.sql
create function ledger_entries_prize_exists() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/tournaments/sql/list-tournament-winners.sql
create function list_tournament_winners(given tournaments) returns table(rank bigint, user_id bigint, score bigint, kind text, amount bigint, item text) language sql stable set search_path=pg_catalog, public, pg_temp set enable_seqscan=off;

-- modules/tournaments/sql/record-tournament-results.sql
create function record_tournament_results(results jsonb) returns void language plpgsql security definer set search_path=pg_catalog, public, pg_temp set enable_seqscan=off;

-- modules/tournaments/sql/settings-prizes-kept.sql
create function settings_prizes_kept() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/tournaments/sql/split-tournament-ranges.sql
create function split_tournament_ranges(tournament integer, max_participants integer) returns void language plpgsql security definer set search_path=pg_catalog, public, pg_temp set enable_seqscan=off;

-- modules/tournaments/sql/tournament-prizes-checked.sql
create function tournament_prizes_checked() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp set enable_seqscan=off;

-- modules/tournaments/sql/tournament-prizes-ordered.sql
create function tournament_prizes_ordered() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/tournaments/sql/tournament-prizes-settled.sql
create function tournament_prizes_settled() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/tournaments/sql/tournament-times.sql
create function tournament_start_at(at timestamptz) returns timestamptz language sql stable;

-- modules/tournaments/sql/tournament-times.sql
create function tournament_type_at(at timestamptz) returns text language sql stable;

-- modules/tournaments/sql/tournament-times.sql
create function tournament_type_for(symbol text, at timestamptz) returns text language sql stable;

-- modules/tournaments/sql/tournaments-finished.sql
create function tournaments_finished() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/tournaments/sql/tournaments-ordered.sql
create function tournaments_ordered() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- trading ---------------------------------------------------------------------------------------------

create table beacon_chains (
  id integer not null,
  hash text not null,
  public_key text not null,
  genesis_seconds bigint not null,
  group_hash text not null,
  beacon_id text not null,
  constraint beacon_chains_pkey primary key (id),
  constraint beacon_chains_genesis_seconds_check check (genesis_seconds > 0),
  constraint beacon_chains_group_hash_check check (group_hash ~ '^[0-9a-f]{64}$'),
  constraint beacon_chains_hash_check check (hash ~ '^[0-9a-f]{64}$'),
  constraint beacon_chains_id_check check (id = 1),
  constraint beacon_chains_public_key_check check (public_key ~ '^[0-9a-f]{192}$')
);
create trigger beacon_chains_append_only before delete or update on beacon_chains for each statement execute function refuse_change();
create trigger beacon_chains_no_truncate before truncate on beacon_chains for each statement execute function refuse_change();

create table beacon_rounds (
  round bigint not null,
  signature bytea not null,
  constraint beacon_rounds_pkey primary key (round),
  constraint beacon_rounds_round_check check (round > 0),
  constraint beacon_rounds_signature_check check (length(signature) = 48)
);
create trigger beacon_rounds_append_only before delete or update on beacon_rounds for each statement execute function refuse_change();
create trigger beacon_rounds_no_truncate before truncate on beacon_rounds for each statement execute function refuse_change();

create table first_losing_days (
  user_id bigint not null,
  day date not null,
  currency text not null,
  loss bigint not null,
  constraint first_losing_days_pkey primary key (user_id),
  constraint first_losing_days_user_id_fkey foreign key (user_id) references users(id),
  constraint first_losing_days_currency_check check (currency = any (array['USD', 'EUR', 'GBP', 'RUB'])),
  constraint first_losing_days_loss_check check (loss > 0)
);
create trigger first_losing_days_counted after insert on first_losing_days for each row execute function first_losing_days_counted();

create table loss_returns (
  user_id bigint not null,
  currency text not null,
  percent smallint not null,
  amount bigint not null,
  accepted_at timestamptz not null,
  trade_id uuid,
  returned bigint,
  constraint loss_returns_pkey primary key (user_id),
  constraint loss_returns_trade_id_key unique (trade_id),
  constraint loss_returns_trade_id_fkey foreign key (trade_id) references trades(id),
  constraint loss_returns_user_id_fkey foreign key (user_id) references first_losing_days(user_id),
  constraint loss_returns_amount_check check (amount > 0),
  constraint loss_returns_ended check (returned is null or trade_id is not null and returned >= 0 and returned <= amount),
  constraint loss_returns_percent_check check (percent >= 1 and percent <= 20)
);
create trigger loss_returns_changed after update on loss_returns for each row execute function loss_returns_changed();
create trigger loss_returns_fixed before update of user_id, currency, percent, amount, accepted_at on loss_returns for each statement execute function refuse_fixed();
create trigger loss_returns_inserted after insert on loss_returns for each row execute function loss_returns_inserted();
create trigger loss_returns_no_delete before delete or truncate on loss_returns for each statement execute function refuse_change();

create table market_candles (
  symbol text not null,
  seconds integer not null,
  starts_at timestamptz not null,
  open bigint not null,
  high bigint not null,
  low bigint not null,
  close bigint not null,
  constraint market_candles_pkey primary key (symbol, seconds, starts_at),
  constraint market_candles_low_check check (low > 0),
  constraint market_candles_range check (low <= open and low <= close and high >= open and high >= close),
  constraint market_candles_seconds_check check (seconds = any (array[60, 3600, 86400])),
  constraint market_candles_symbol_check check (symbol ~ '^[A-Z0-9]{3,12}$')
);

create table market_days (
  date date not null,
  root bytea not null,
  announced_at timestamptz not null,
  constraint market_days_pkey primary key (date),
  constraint market_days_root_check check (length(root) = 32)
);
create trigger market_days_append_only before delete or update on market_days for each statement execute function refuse_change();
create trigger market_days_no_truncate before truncate on market_days for each statement execute function refuse_change();

create table market_gaps (
  from_at timestamptz not null,
  to_at timestamptz not null,
  constraint market_gaps_pkey primary key (from_at),
  constraint market_gaps_range check (to_at > from_at)
);
create trigger market_gaps_append_only before delete or update on market_gaps for each statement execute function refuse_change();
create trigger market_gaps_no_trade before insert on market_gaps for each row execute function market_gaps_no_trade();
create trigger market_gaps_no_truncate before truncate on market_gaps for each statement execute function refuse_change();

create table market_quotes (
  symbol text not null,
  at timestamptz not null,
  points bigint not null,
  traded_at timestamptz not null,
  trades bigint[] not null,
  constraint market_quotes_pkey primary key (symbol, at),
  constraint market_quotes_points_check check (points > 0),
  constraint market_quotes_symbol_check check (symbol ~ '^[A-Z0-9]{3,12}$'),
  constraint market_quotes_trades check (cardinality(trades) >= 1 and cardinality(trades) <= 500 and trades[cardinality(trades)] = points)
);
create index market_quotes_at_index on market_quotes (at);
create trigger market_quotes_fixed before update on market_quotes for each statement execute function refuse_change();
create trigger market_quotes_order after insert on market_quotes referencing new table as added for each statement execute function market_quotes_order();

create table market_recorders (
  id integer not null,
  holder text not null,
  claimed_until timestamptz not null,
  recorded_until timestamptz not null,
  constraint market_recorders_pkey primary key (id),
  constraint market_recorders_holder_check check (length(holder) >= 1 and length(holder) <= 100),
  constraint market_recorders_id_check check (id = 1)
);

create table market_secrets (
  id integer not null,
  sealed bytea not null,
  created_at timestamptz not null,
  constraint market_secrets_pkey primary key (id),
  constraint market_secrets_id_check check (id = 1)
);
create trigger market_secrets_fixed before update of id, created_at on market_secrets for each row when (new.id is distinct from old.id or new.created_at is distinct from old.created_at) execute function refuse_fixed();
create trigger market_secrets_no_truncate before truncate on market_secrets for each statement execute function refuse_change();
create trigger market_secrets_not_deleted before delete on market_secrets for each statement execute function refuse_change();

create table market_starts (
  symbol text not null,
  points bigint not null,
  starts_at timestamptz not null,
  constraint market_starts_pkey primary key (symbol),
  constraint market_starts_points_check check (points > 0),
  constraint market_starts_symbol_check check (symbol ~ '^[A-Z0-9]{3,12}$')
);
create trigger market_starts_append_only before delete or update on market_starts for each statement execute function refuse_change();
create trigger market_starts_no_truncate before truncate on market_starts for each statement execute function refuse_change();

create table market_states (
  symbol text not null,
  window_start timestamptz not null,
  start_points bigint not null,
  sum bigint not null,
  constraint market_states_pkey primary key (symbol, window_start),
  constraint market_states_start_points_check check (start_points > 0),
  constraint market_states_symbol_check check (symbol ~ '^[A-Z0-9]{3,12}$'),
  constraint market_states_window check ((extract(epoch from window_start) % 300::numeric) = 0::numeric)
);
create index market_states_latest on market_states (window_start);
create trigger market_states_append_only before delete or update on market_states for each statement execute function refuse_change();
create trigger market_states_no_truncate before truncate on market_states for each statement execute function refuse_change();

create table trade_days (
  user_id bigint not null,
  practice boolean not null,
  day date not null,
  symbol text not null,
  direction text not null,
  state text not null,
  currency text not null,
  count integer not null,
  stake bigint not null,
  returned bigint not null,
  constraint trade_days_pkey primary key (user_id, practice, day, symbol, direction, state, currency)
);
create index trade_days_day on trade_days using brin (day) with (pages_per_range='16', autosummarize='on');

create table trade_exposures (
  symbol text not null,
  minute timestamptz not null,
  direction text not null,
  loss bigint not null,
  loss_max bigint not null,
  constraint trade_exposures_pkey primary key (symbol, minute, direction),
  constraint trade_exposures_limit check (loss >= 0 and loss <= loss_max)
);

create table trade_hours (
  user_id bigint not null,
  practice boolean not null,
  hour timestamptz not null,
  currency text not null,
  won integer not null,
  lost integer not null,
  tie integer not null,
  sold integer not null,
  void integer not null,
  profit bigint not null,
  constraint trade_hours_pkey primary key (user_id, practice, hour, currency)
);

create table trade_refusals (
  id uuid not null,
  user_id bigint not null,
  symbol text not null,
  direction text not null,
  code text not null,
  refused_at timestamptz not null,
  entry_at timestamptz not null,
  expires_at timestamptz not null,
  strike_points bigint,
  outcome text,
  constraint trade_refusals_pkey primary key (id),
  constraint trade_refusals_user_id_fkey foreign key (user_id) references users(id),
  constraint trade_refusals_direction_check check (direction = any (array['up', 'down'])),
  constraint trade_refusals_outcome_check check (outcome = any (array['won', 'lost', 'tie', 'unknown'])),
  constraint trade_refusals_strike_points_check check (strike_points > 0),
  constraint trade_refusals_symbol_check check (symbol ~ '^[A-Z0-9]{3,12}$'),
  constraint trade_refusals_times check (expires_at > entry_at)
);
create index trade_refusals_due on trade_refusals (expires_at, id) where outcome is null;
create index trade_refusals_time on trade_refusals (refused_at);
create trigger trade_refusals_fixed before update of id, user_id, symbol, direction, code, refused_at, entry_at, expires_at, strike_points on trade_refusals for each statement execute function refuse_fixed();
create trigger trade_refusals_steps before update on trade_refusals for each row when (old.outcome is not null) execute function refuse_step('id', 'outcome');

create table trade_sales (
  trade_id uuid not null,
  arrived_at timestamptz not null,
  sale_at timestamptz not null,
  entry_round bigint not null,
  "least" bigint not null,
  fee_percent numeric not null,
  state text not null,
  refusal text,
  value bigint,
  constraint trade_sales_pkey primary key (trade_id, sale_at),
  constraint trade_sales_trade_id_fkey foreign key (trade_id) references trades(id),
  constraint trade_sales_arrived_at check (arrived_at >= (sale_at - '00:00:07'::interval) and arrived_at <= sale_at),
  constraint trade_sales_entry_round_check check (entry_round > 0),
  constraint trade_sales_fee_percent_check check (fee_percent >= 0::numeric),
  constraint trade_sales_least_check check ("least" >= 0),
  constraint trade_sales_refusal check ((refusal is not null) = (state = 'refused')),
  constraint trade_sales_state_check check (state = any (array['waiting', 'sold', 'refused'])),
  constraint trade_sales_value check (state <> 'sold' or value >= "least"),
  constraint trade_sales_value_check check (value >= 0)
);
create index trade_sales_due on trade_sales (sale_at, trade_id) where state = 'waiting';
create unique index trade_sales_waiting on trade_sales (trade_id) where state = 'waiting';
create trigger trade_sales_carried_out after update on trade_sales for each row when (new.state = 'sold') execute function trade_sales_carried_out();
create trigger trade_sales_fixed before update of trade_id, arrived_at, sale_at, entry_round, "least", fee_percent on trade_sales for each statement execute function refuse_fixed();
create trigger trade_sales_no_delete before delete or truncate on trade_sales for each statement execute function refuse_change();
create trigger trade_sales_quarantined after insert on trade_sales for each statement execute function refuse_in_quarantine();
create trigger trade_sales_sealed before insert on trade_sales for each row execute function trade_sales_sealed();
create trigger trade_sales_steps before update on trade_sales for each row when (old.state <> 'waiting') execute function refuse_step('trade_id', 'state');

create table trade_totals (
  user_id bigint not null,
  practice boolean not null,
  count integer not null,
  constraint trade_totals_pkey primary key (user_id, practice),
  constraint trade_totals_user_id_fkey foreign key (user_id) references users(id)
);

create table trade_voids (
  trade_id uuid not null,
  state text not null,
  close_points bigint not null,
  returned bigint not null,
  fault text not null,
  words jsonb not null,
  voided_at timestamptz not null,
  constraint trade_voids_pkey primary key (trade_id),
  constraint trade_voids_trade_id_fkey foreign key (trade_id) references trades(id),
  constraint trade_voids_close_points_check check (close_points > 0),
  constraint trade_voids_fault_check check (length(fault) >= 3 and length(fault) <= 500),
  constraint trade_voids_returned_check check (returned >= 0),
  constraint trade_voids_state_check check (state = any (array['won', 'lost', 'sold']))
);
create index trade_voids_time on trade_voids (voided_at);
create trigger trade_voids_append_only before delete or update or truncate on trade_voids for each statement execute function refuse_change();
create trigger trade_voids_inserted after insert on trade_voids for each row execute function trade_voids_inserted();

create table trades (
  id uuid not null,
  user_id bigint not null,
  practice boolean not null,
  symbol text not null,
  direction text not null,
  currency text not null,
  stake bigint not null,
  bonus_stake bigint not null,
  payout_percent smallint not null,
  rate numeric not null,
  house_loss bigint generated always as (
case
    when practice then 0::bigint
    else ceil((stake * payout_percent / 100)::numeric / rate)::bigint
end) stored not null,
  house_loss_max bigint not null,
  simulated boolean not null,
  digits smallint not null,
  arrived_at timestamptz not null,
  entry_round bigint,
  open_points bigint,
  quoted_at timestamptz,
  opened_at timestamptz not null,
  least_payout_percent smallint,
  expires_at timestamp(3) with time zone not null,
  request_hash bytea not null,
  state text not null,
  refusal text,
  close_points bigint,
  closed_at timestamptz,
  returned bigint,
  voided_at timestamptz,
  opposite_user_id bigint,
  is_opposite boolean generated always as (opposite_user_id is not null) stored not null,
  strike_points bigint,
  constraint trades_pkey primary key (id),
  constraint trades_user_id_fkey foreign key (user_id) references users(id),
  constraint trades_arrived_at check (arrived_at >= (opened_at - '00:00:07'::interval) and arrived_at <= opened_at),
  constraint trades_bonus_stake check (bonus_stake >= 0 and bonus_stake <=
case
    when practice then 0::bigint
    else stake
end),
  constraint trades_close_points_check check (close_points > 0),
  constraint trades_closed_at check (
case state
    when 'void' then voided_at is not null or closed_at = (expires_at + '00:01:00'::interval) or practice and closed_at < (expires_at + '00:01:00'::interval)
    when 'sold' then closed_at >= quoted_at and closed_at < expires_at
    when 'refused' then closed_at >= arrived_at
    else closed_at >= expires_at and closed_at <= (expires_at + '00:01:00'::interval)
end),
  constraint trades_closed_whole check (num_nonnulls(closed_at, returned) =
case
    when state = 'open' then 0
    else 2
end and (close_points is null) = (state = any (array['open', 'void', 'refused']))),
  constraint trades_currency_check check (currency = any (array['USD', 'EUR', 'GBP', 'RUB'])),
  constraint trades_digits_check check (digits >= 0 and digits <= 8),
  constraint trades_direction_check check (direction = any (array['up', 'down'])),
  constraint trades_entry_round_check check (entry_round > 0),
  constraint trades_expiry check (expires_at > opened_at),
  constraint trades_least_payout_percent_check check (least_payout_percent >= 0),
  constraint trades_open_points_check check (open_points > 0),
  constraint trades_opposite check (opposite_user_id is null or state <> 'open'),
  constraint trades_outcome check (
case state
    when 'won' then (close_points > coalesce(strike_points, open_points)) = (direction = 'up') and close_points <> coalesce(strike_points, open_points)
    when 'lost' then (close_points > coalesce(strike_points, open_points)) <> (direction = 'up') and close_points <> coalesce(strike_points, open_points)
    when 'tie' then close_points = coalesce(strike_points, open_points)
    else true
end),
  constraint trades_payout_percent_check check (payout_percent >= 1 and payout_percent <=
case
    when strike_points is null then 200
    else 500
end),
  constraint trades_quote_age check (quoted_at >= (opened_at - '00:00:02'::interval) and quoted_at <= (opened_at + '00:00:02'::interval)),
  constraint trades_rate_check check (rate > 0::numeric),
  constraint trades_refusal check ((refusal is not null) = (state = 'refused')),
  constraint trades_returned check (
case state
    when 'won' then returned = (stake + stake * payout_percent / 100)
    when 'lost' then returned = 0
    when 'sold' then returned >= 0 and returned <= (stake + stake * payout_percent / 100)
    else returned = stake
end),
  constraint trades_stake_check check (stake > 0),
  constraint trades_state_check check (state = any (array['open', 'won', 'lost', 'tie', 'sold', 'void', 'refused'])),
  constraint trades_strike_points_check check (strike_points > 0),
  constraint trades_symbol_check check (symbol ~ '^[A-Z0-9]{3,12}$'),
  constraint trades_voided_real check (voided_at is null or state = 'void' and not simulated and not practice),
  constraint trades_waiting check (num_nonnulls(open_points, quoted_at) =
case
    when open_points is null then 0
    else 2
end and (open_points is not null or entry_round is not null and (state = any (array['open', 'refused']))))
);
create index trades_closed on trades using brin (closed_at) with (pages_per_range='16', autosummarize='on');
create index trades_due on trades (expires_at, user_id, id) where state = 'open';
create index trades_overlapping on trades (user_id, symbol, direction, closed_at) where (state <> all (array['open', 'refused'])) and not practice;
create index trades_user on trades (user_id, practice, opened_at desc, id desc) include (state, symbol, direction, currency, stake, returned, open_points);
create index trades_user_open on trades (user_id) where state = 'open';
create index trades_waiting on trades (opened_at, id) where state = 'open' and open_points is null;
create trigger trades_closed after update on trades referencing old table as before new table as closed for each statement execute function trades_closed();
create trigger trades_fixed before update of id, user_id, practice, symbol, direction, currency, stake, bonus_stake, rate, house_loss_max, simulated, digits, strike_points, arrived_at, entry_round, least_payout_percent, opened_at, expires_at, request_hash on trades for each statement execute function refuse_fixed();
create trigger trades_loss_returned after update on trades referencing new table as closed for each statement execute function trades_loss_returned();
create trigger trades_no_delete before delete or truncate on trades for each statement execute function refuse_change();
create trigger trades_opened after insert on trades referencing new table as inserted for each statement execute function trades_opened();
create trigger trades_opening_fixed before update of open_points, quoted_at, payout_percent on trades for each row when (old.open_points is not null or old.payout_percent <> new.payout_percent and old.least_payout_percent is null or new.payout_percent < old.least_payout_percent) execute function refuse_fixed();
create trigger trades_quarantined after insert on trades for each row when (not new.practice) execute function refuse_in_quarantine();
create trigger trades_sealed before insert on trades for each row when (new.entry_round is not null) execute function trades_sealed();
create trigger trades_steps before update on trades for each row when (old.state <> 'open' and not ((old.state = any (array['won', 'lost', 'sold'])) and new.state = 'void' and new.voided_at is not null) or old.state = 'open' and new.voided_at is not null or new.state = 'open' and (old.open_points is not null or new.open_points is null) or old.open_points is null and (new.state <> all (array['open', 'refused']))) execute function refuse_step('id', 'state');
create trigger trades_stopped after insert on trades referencing new table as inserted for each statement execute function trades_stopped();
create trigger trades_sums_written after update on trades referencing old table as before new table as closed for each statement execute function trades_sums_written();
create trigger trades_voided after update on trades referencing old table as before new table as voided for each statement execute function trades_voided();

create table trading_stops (
  id bigint generated always as identity not null,
  symbol text not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  constraint trading_stops_pkey primary key (id),
  constraint trading_stops_symbol_check check (symbol ~ '^[A-Z0-9]{3,12}$'),
  constraint trading_stops_times check (ended_at >= began_at)
);
create unique index trading_stops_open on trading_stops (symbol) where ended_at is null;
create trigger trading_stops_begin before insert on trading_stops for each row when (new.ended_at is not null) execute function refuse_fixed();
create trigger trading_stops_desk after insert or update on trading_stops for each row execute function tell_desk('symbols');
create trigger trading_stops_end before update of ended_at on trading_stops for each row when (old.ended_at is not null or new.ended_at is null) execute function refuse_fixed();
create trigger trading_stops_fixed before update of id, symbol, began_at on trading_stops for each statement execute function refuse_fixed();
create trigger trading_stops_ordered after insert or update of ended_at on trading_stops for each row execute function trading_stops_ordered();

create view losing_traders as
 select user_id,
    day,
    currency,
    loss
   from first_losing_days;

create view open_exposures as
 select symbol,
    minute,
    direction,
    loss,
    loss_max
   from trade_exposures;

create view staked_bonuses as
 select user_id,
    sum(bonus_stake)::bigint as amount
   from trades
  where state = 'open'
  group by user_id;

create view symbol_days as
 select day,
    symbol,
    currency,
    count,
    stake,
    returned
   from trade_days
  where not practice and state <> 'refused';

create view trade_counts as
 select user_id,
    practice,
    count
   from trade_totals;

create view trade_facts as
 select id,
    user_id,
    symbol,
    direction,
    state,
    opened_at,
    expires_at,
    closed_at,
    digits,
    nullif(strike_points, open_points) as strike_points
   from trades;

create view trade_results as
 select currency,
    state,
    stake,
    returned,
    expires_at,
    closed_at,
    user_id
   from trades
  where not practice;

create view trading_days as
 select user_id,
    day,
    currency,
    sum(count)::integer as count,
    sum(stake)::bigint as stake,
    sum(returned)::bigint as returned
   from trade_days
  where not practice
  group by user_id, day, currency;

create view voided_trades as
 select voided_at
   from trade_voids;

create view waiting_sales as
 select trade_id,
    sale_at
   from trade_sales
  where state = 'waiting';

-- modules/trading/sql/find-unbooked-trade.sql
create function find_unbooked_trade(entry_kind text, ids uuid[]) returns uuid language plpgsql stable set search_path=pg_catalog, public, pg_temp set enable_seqscan=off;

-- modules/trading/sql/first-losing-days-counted.sql
create function first_losing_days_counted() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/trading/sql/is-sealed.sql
create function is_sealed(entry_round bigint, entry_at timestamptz) returns boolean language sql stable set search_path=pg_catalog, public, pg_temp;

-- modules/trading/sql/ledger-entries-loss-return-exists.sql
create function ledger_entries_loss_return_exists() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/trading/sql/ledger-entries-trade-exists.sql
create function ledger_entries_trade_exists() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/trading/sql/loss-returns-changed.sql
create function loss_returns_changed() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp set enable_seqscan=off;

-- modules/trading/sql/loss-returns-inserted.sql
create function loss_returns_inserted() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/trading/sql/market-gaps-no-trade.sql
create function market_gaps_no_trade() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/trading/sql/market-quotes-order.sql
create function market_quotes_order() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/trading/sql/sum-own-day.sql
create function sum_own_day(trader bigint, day date) returns table(currency text, gain bigint) language sql stable set search_path=pg_catalog, public, pg_temp set enable_seqscan=off;

-- modules/trading/sql/trade-sales-carried-out.sql
create function trade_sales_carried_out() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/trading/sql/trade-sales-sealed.sql
create function trade_sales_sealed() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/trading/sql/trade-voids-inserted.sql
create function trade_voids_inserted() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/trading/sql/trades-closed.sql
create function trades_closed() returns trigger language plpgsql security definer set search_path=pg_catalog, public, pg_temp set enable_seqscan=off;

-- modules/trading/sql/trades-loss-returned.sql
create function trades_loss_returned() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp set enable_seqscan=off;

-- modules/trading/sql/trades-opened.sql
create function trades_opened() returns trigger language plpgsql security definer set search_path=pg_catalog, public, pg_temp;

-- modules/trading/sql/trades-sealed.sql
create function trades_sealed() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/trading/sql/trades-stopped.sql
create function trades_stopped() returns trigger language plpgsql security definer set search_path=pg_catalog, public, pg_temp;

-- modules/trading/sql/trades-sums-written.sql
create function trades_sums_written() returns trigger language plpgsql security definer set search_path=pg_catalog, public, pg_temp;

-- modules/trading/sql/trades-voided.sql
create function trades_voided() returns trigger language plpgsql security definer set search_path=pg_catalog, public, pg_temp set enable_seqscan=off;

-- modules/trading/sql/trading-stops-ordered.sql
create function trading_stops_ordered() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/trading/sql/turnover-events-trade-exists.sql
create function turnover_events_trade_exists() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/trading/sql/users-open-trades.sql
create function users_open_trades() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/trading/sql/wagering-requirements-staked.sql
create function wagering_requirements_staked() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp set enable_seqscan=off;

-- users -----------------------------------------------------------------------------------------------

create table users (
  id bigint generated by default as identity not null,
  email text not null,
  email_proved_at timestamptz,
  email_changed_at timestamptz,
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  country text not null,
  currency text not null,
  phone text not null,
  language text not null,
  confirmed_adult boolean not null,
  terms_accepted_at timestamptz not null,
  registered_at timestamptz not null,
  locked_at timestamptz,
  device_epoch integer default 0 not null,
  real_opened_at timestamptz,
  on_practice boolean default true not null,
  verification text default 'None' not null,
  verified_at timestamptz,
  affiliate_id text,
  min_deposit_card integer,
  min_deposit_other integer,
  max_deposit integer,
  cascade text,
  card_risk boolean default false not null,
  fail_limit_ignored_until timestamptz,
  fail_limit_accepted_until timestamptz,
  welcome_shown_count integer default 0 not null,
  display_name text,
  search_words text generated always as (translate(lower((((((first_name || ' ') || last_name) || ' ') || email) || ' ') || phone), ('àáâãäåāăąæçćčċďđðèéêëēėęěğìíîïīįıłľñńňòóôõöøőœřßśšşșťţțþùúûüūůűýÿźžż' || 'абвгдеёжзийклмнопрстуфхцчшщыэюяіїєґў') || 'ъь', 'aaaaaaaaaaccccdddeeeeeeeegiiiiiiillnnnoooooooorsssssttttuuuuuuuyyzzz' || 'abvgdeejziiklmnoprstufhccssyeuaiiegu')) stored not null,
  constraint users_pkey primary key (id),
  constraint users_check check (on_practice or real_opened_at is not null),
  constraint users_confirmed_adult_check check (confirmed_adult),
  constraint users_country_check check (country = '' or country ~ '^[A-Z]{2}$'),
  constraint users_currency_check check (currency = any (array['USD', 'EUR', 'GBP', 'RUB'])),
  constraint users_display_name_check check (length(display_name) >= 2 and length(display_name) <= 24),
  constraint users_email_check check (email = lower(email) and length(email) >= 3 and length(email) <= 254),
  constraint users_first_name_check check (length(first_name) <= 60),
  constraint users_language_check check (length(language) >= 2 and length(language) <= 10),
  constraint users_last_name_check check (length(last_name) <= 60),
  constraint users_max_deposit_check check (max_deposit > 0),
  constraint users_min_deposit_card_check check (min_deposit_card > 0),
  constraint users_min_deposit_other_check check (min_deposit_other > 0),
  constraint users_phone_check check (length(phone) <= 24),
  constraint users_real_details check (real_opened_at is null or first_name <> '' and last_name <> '' and country <> ''),
  constraint users_verification_check check (verification = any (array['None', 'Partial', 'Full'])),
  constraint users_welcome_shown_count_check check (welcome_shown_count >= 0)
);
create unique index users_email on users (email);
create index users_registered on users using brin (registered_at) with (pages_per_range='16', autosummarize='on');
create index users_search_words on users using gin (search_words extensions.gin_trgm_ops);
create trigger users_currency_fixed before update of currency on users for each row when (old.currency <> new.currency) execute function users_currency_fixed();
create trigger users_open_trades before update of currency on users for each row when (old.currency <> new.currency) execute function users_open_trades();
create trigger users_real_stays before update of real_opened_at on users for each row when (old.real_opened_at is not null and new.real_opened_at is distinct from old.real_opened_at) execute function users_real_stays();
create trigger users_terms_begin after insert on users for each row when (num_nonnulls(new.cascade, new.min_deposit_card, new.min_deposit_other, new.max_deposit) > 0) execute function refuse_server();
create trigger users_terms_ordered after update of cascade, min_deposit_card, min_deposit_other, max_deposit, affiliate_id, card_risk on users for each row execute function users_terms_ordered();

create view user_accounts as
 select id,
    email,
    first_name,
    last_name,
    country,
    currency,
    phone,
    language,
    registered_at,
    real_opened_at,
    on_practice,
    verification,
    affiliate_id,
    min_deposit_card,
    min_deposit_other,
    max_deposit,
    cascade,
    card_risk,
    fail_limit_ignored_until,
    fail_limit_accepted_until,
    welcome_shown_count,
    email_proved_at,
    display_name
   from users;

create view user_profiles as
 select id,
    email,
    email_proved_at,
    first_name,
    last_name,
    country,
    currency,
    phone,
    language,
    registered_at,
    real_opened_at,
    locked_at,
    verification,
    verified_at,
    affiliate_id,
    min_deposit_card,
    min_deposit_other,
    max_deposit,
    cascade,
    card_risk,
    search_words
   from users;

-- modules/users/sql/users-terms-ordered.sql
create function users_terms_ordered() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- validation ------------------------------------------------------------------------------------------

create table statement_code_charges (
  deposit_id uuid not null,
  user_id bigint not null,
  created_at timestamptz not null,
  constraint statement_code_charges_pkey primary key (deposit_id),
  constraint statement_code_charges_deposit_id_fkey foreign key (deposit_id) references deposits(id),
  constraint statement_code_charges_user_id_fkey foreign key (user_id) references statement_codes(user_id) on delete cascade
);
create index statement_code_charges_user on statement_code_charges (user_id);

create table statement_codes (
  user_id bigint not null,
  code text not null,
  attempts_left integer default 5 not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  confirmed_by text,
  constraint statement_codes_pkey primary key (user_id),
  constraint statement_codes_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint statement_codes_attempts_left_check check (attempts_left >= 0 and attempts_left <= 5),
  constraint statement_codes_code_check check (code ~ '^[0-9]{6}$'),
  constraint statement_codes_confirmed check ((confirmed_at is null) = (confirmed_by is null)),
  constraint statement_codes_confirmed_by_check check (confirmed_by = any (array['trader', 'operator'])),
  constraint statement_codes_no_attempts check (confirmed_by is distinct from 'trader' or attempts_left > 0)
);
create trigger statement_codes_fixed before update of user_id, code, created_at on statement_codes for each statement execute function refuse_fixed();
create trigger statement_codes_steps before update on statement_codes for each row execute function statement_codes_steps();

create view statement_code_states as
 select user_id,
    attempts_left,
    confirmed_at is not null as is_confirmed,
    confirmed_at is null and (exists ( select
           from statement_code_charges c
             join credited_card_deposits d on d.deposit_id = c.deposit_id
          where c.user_id = s.user_id)) as is_required
   from statement_codes s;

-- modules/validation/sql/statement-codes-steps.sql
create function statement_codes_steps() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- withdrawal ------------------------------------------------------------------------------------------

create table payouts (
  id uuid not null,
  withdrawal_id uuid not null,
  number smallint not null,
  user_id bigint not null,
  method text not null,
  destination_id uuid,
  attempt_id bigint,
  capture_number smallint,
  processor text,
  amount bigint not null,
  untraded bigint not null,
  currency text not null,
  state text not null,
  tries smallint default 0 not null,
  reference uuid,
  sent_reference character varying(200),
  sent_as character varying(60),
  by_hand boolean default false not null,
  reason character varying(200),
  inquiry_count integer default 0 not null,
  next_check_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint payouts_pkey primary key (id),
  constraint payouts_reference_key unique (reference),
  constraint payouts_withdrawal_id_number_key unique (withdrawal_id, number),
  constraint payouts_capture_fkey foreign key (attempt_id, capture_number) references captures(attempt_id, number),
  constraint payouts_destination_id_fkey foreign key (destination_id) references withdrawal_destinations(id),
  constraint payouts_user_id_fkey foreign key (user_id) references users(id),
  constraint payouts_withdrawal_id_fkey foreign key (withdrawal_id) references withdrawals(id),
  constraint payouts_amount_check check (amount > 0),
  constraint payouts_by_hand_paid check (not by_hand or state = 'paid' and attempt_id is null and sent_reference is not null),
  constraint payouts_due check ((next_check_at is not null) = (state = any (array['due', 'sent', 'in_doubt']))),
  constraint payouts_number_check check (number >= 1),
  constraint payouts_one_place check (num_nonnulls(destination_id, attempt_id) =
case
    when processor = any (array['BTC', 'ETH']) then 2
    else 1
end and (num_nonnulls(attempt_id, capture_number, processor) = any (array[0, 3])) and (method <> 'card' or attempt_id is not null)),
  constraint payouts_reference check ((reference is null) = (tries = 0) and (tries > 0 or (state = any (array['waiting', 'due', 'dropped'])))),
  constraint payouts_state_check check (state = any (array['waiting', 'due', 'sent', 'in_doubt', 'paid', 'refused', 'dropped'])),
  constraint payouts_tries_check check (tries >= 0),
  constraint payouts_untraded check ((untraded = 0 or attempt_id is not null) and ((processor <> all (array['BTC', 'ETH'])) or untraded >= amount)),
  constraint payouts_untraded_check check (untraded >= 0)
);
create index payouts_capture on payouts (attempt_id, capture_number) where attempt_id is not null;
create index payouts_destination on payouts (destination_id) where destination_id is not null;
create index payouts_due_at on payouts (method, next_check_at) where next_check_at is not null;
create index payouts_ended on payouts (updated_at, id) where (state = any (array['paid', 'refused', 'dropped'])) and tries > 0;
create index payouts_sent_reference on payouts (upper(replace(sent_reference::text, ' ', '')));
create index payouts_updated on payouts using brin (updated_at) with (pages_per_range='16', autosummarize='on');
create index payouts_user on payouts (user_id, method);
create trigger payouts_begin after insert on payouts for each row when (new.created_at > (clock_timestamp() + '00:01:00'::interval)) execute function refuse_server();
create constraint trigger payouts_booked after update of state on payouts deferrable initially deferred for each row when (new.state = 'paid') execute function payouts_booked();
create trigger payouts_by_hand after update on payouts for each row when (new.by_hand and not old.by_hand) execute function payouts_by_hand();
create constraint trigger payouts_consistent after insert or update on payouts deferrable initially deferred for each row execute function withdrawals_consistent();
create trigger payouts_desk after update of state on payouts for each row when (old.state <> new.state) execute function tell_desk('withdrawals');
create trigger payouts_fixed before update of id, withdrawal_id, number, user_id, method, destination_id, attempt_id, capture_number, processor, amount, untraded, currency, created_at on payouts for each statement execute function refuse_fixed();
create trigger payouts_no_delete before delete or truncate on payouts for each statement execute function refuse_change();
create trigger payouts_place after insert on payouts for each row execute function payouts_place();
create trigger payouts_quarantined after update of state on payouts for each row when (old.state <> new.state) execute function refuse_in_quarantine();
create trigger payouts_sendable before update of state on payouts for each row when (old.state = 'waiting' and new.state = 'due' or old.state = 'due' and new.state = 'sent') execute function payouts_sendable();
create trigger payouts_steps before update of state on payouts for each row when (old.state <> new.state and not
        case old.state
            when 'waiting' then new.state = any (array['due', 'dropped'])
            when 'due' then new.state = any (array['sent', 'dropped'])
            when 'sent' then new.state = any (array['in_doubt', 'paid', 'refused', 'due'])
            when 'in_doubt' then new.state = any (array['paid', 'refused', 'due'])
            else false
        end) execute function refuse_step('id', 'state');
create trigger payouts_tries before update of tries, reference on payouts for each row when ((new.tries is distinct from old.tries or new.reference is distinct from old.reference) and not (old.state = 'due' and new.state = 'sent' and new.tries = (old.tries + 1) and new.reference is distinct from old.reference)) execute function refuse_fixed();

create table withdrawal_destinations (
  id uuid not null,
  user_id bigint not null,
  method text not null,
  account text not null,
  state text not null,
  code_hash bytea not null,
  wrong_codes smallint default 0 not null,
  created_at timestamptz not null,
  usable_from timestamptz not null,
  proved_at timestamptz,
  removed_at timestamptz,
  constraint withdrawal_destinations_pkey primary key (id),
  constraint withdrawal_destinations_user_id_fkey foreign key (user_id) references users(id),
  constraint withdrawal_destinations_account_check check (length(account) >= 3 and length(account) <= 190),
  constraint withdrawal_destinations_delay check (usable_from >= (created_at + '24:00:00'::interval)),
  constraint withdrawal_destinations_method_check check (method = any (array['bitcoin', 'eth', 'skrill', 'neteller', 'paypal', 'perfect', 'yandex', 'qiwi', 'okpay', 'webmoney', 'bank'])),
  constraint withdrawal_destinations_state_check check (state = any (array['unproved', 'proved', 'removed'])),
  constraint withdrawal_destinations_times check ((removed_at is not null) = (state = 'removed') and (state <> 'proved' or proved_at is not null)),
  constraint withdrawal_destinations_wrong_codes_check check (wrong_codes >= 0 and wrong_codes <= 5)
);
create index withdrawal_destinations_account on withdrawal_destinations (upper(replace(account, ' ', '')));
create unique index withdrawal_destinations_current on withdrawal_destinations (user_id, method) where state <> 'removed';
create index withdrawal_destinations_user on withdrawal_destinations (user_id, created_at);
create trigger withdrawal_destinations_after_change before insert on withdrawal_destinations for each row execute function withdrawal_destinations_after_change();
create trigger withdrawal_destinations_begin after insert on withdrawal_destinations for each row when (new.state <> 'unproved' or new.created_at < (clock_timestamp() - '01:00:00'::interval)) execute function refuse_server();
create trigger withdrawal_destinations_fixed before update of id, user_id, method, account, code_hash, created_at, usable_from on withdrawal_destinations for each statement execute function refuse_fixed();
create trigger withdrawal_destinations_no_delete before delete or truncate on withdrawal_destinations for each statement execute function refuse_change();
create trigger withdrawal_destinations_steps before update of state on withdrawal_destinations for each row when (old.state <> new.state and not
        case old.state
            when 'unproved' then new.state = any (array['proved', 'removed'])
            when 'proved' then new.state = 'removed'
            else false
        end) execute function refuse_step('id', 'state');

create table withdrawal_tab_views (
  user_id bigint not null,
  method text not null,
  count integer default 1 not null,
  last_at timestamptz not null,
  constraint withdrawal_tab_views_pkey primary key (user_id, method),
  constraint withdrawal_tab_views_user_id_fkey foreign key (user_id) references users(id),
  constraint withdrawal_tab_views_method_check check (length(method) <= 60)
);

create table withdrawals (
  id uuid not null,
  user_id bigint not null,
  method text not null,
  currency text not null,
  amount bigint not null,
  fee bigint not null,
  case_name text not null,
  preview_id uuid not null,
  state text not null,
  cash bigint,
  bonus bigint,
  confirmed_at timestamptz,
  returned bigint default 0 not null,
  reason text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  constraint withdrawals_pkey primary key (id),
  constraint withdrawals_user_id_fkey foreign key (user_id) references users(id),
  constraint withdrawals_amount_check check (amount > 0),
  constraint withdrawals_bonus_check check (bonus >= 0),
  constraint withdrawals_case_name_check check (case_name = any (array['one', 'two', 'three', 'four'])),
  constraint withdrawals_cash_check check (cash >= 0),
  constraint withdrawals_confirmed check (num_nonnulls(cash, bonus, confirmed_at) =
case
    when state = any (array['unconfirmed', 'given_up', 'expired']) then 0
    else 3
end),
  constraint withdrawals_currency_check check (currency = any (array['USD', 'EUR', 'GBP', 'RUB'])),
  constraint withdrawals_ended check ((ended_at is not null) = (state = any (array['paid', 'paid_part', 'returned', 'cancelled', 'rejected', 'given_up', 'expired']))),
  constraint withdrawals_fee check (fee >= 0 and fee < amount),
  constraint withdrawals_in_time check (confirmed_at <= expires_at),
  constraint withdrawals_method_check check (method = any (array['card', 'bitcoin', 'eth', 'skrill', 'neteller', 'paypal', 'perfect', 'yandex', 'qiwi', 'okpay', 'webmoney', 'bank'])),
  constraint withdrawals_parts check ((cash + bonus) = amount),
  constraint withdrawals_reason_check check (length(reason) >= 3 and length(reason) <= 300),
  constraint withdrawals_returned check (returned <= amount),
  constraint withdrawals_returned_check check (returned >= 0),
  constraint withdrawals_state_check check (state = any (array['unconfirmed', 'waiting_documents', 'waiting_approval', 'approved', 'paying', 'paid', 'paid_part', 'returned', 'cancelled', 'rejected', 'given_up', 'expired']))
);
create index withdrawals_confirmed_order on withdrawals (confirmed_at desc, id desc) where confirmed_at is not null;
create index withdrawals_ended on withdrawals using brin (ended_at) with (pages_per_range='16', autosummarize='on');
create index withdrawals_expiry on withdrawals (expires_at) where state = 'unconfirmed';
create index withdrawals_number on withdrawals ("right"(id::text, 12));
create unique index withdrawals_one_unconfirmed on withdrawals (user_id) where state = 'unconfirmed';
create index withdrawals_state on withdrawals (state, confirmed_at desc, id desc) where confirmed_at is not null;
create index withdrawals_user on withdrawals (user_id, confirmed_at desc, id desc) where confirmed_at is not null;
create index withdrawals_waiting on withdrawals (user_id) where state = any (array['waiting_documents', 'waiting_approval', 'approved', 'paying']);
create trigger withdrawals_begin after insert on withdrawals for each row when (new.state <> 'unconfirmed') execute function refuse_server();
create constraint trigger withdrawals_consistent after insert or update on withdrawals deferrable initially deferred for each row when (new.confirmed_at is not null) execute function withdrawals_consistent();
create trigger withdrawals_desk after update of state on withdrawals for each row when (old.state <> new.state) execute function tell_desk('withdrawals');
create trigger withdrawals_fixed before update of id, user_id, method, currency, amount, fee, case_name, preview_id, created_at, expires_at on withdrawals for each statement execute function refuse_fixed();
create trigger withdrawals_held_fixed before update on withdrawals for each row when (old.confirmed_at is not null and (new.cash is distinct from old.cash or new.bonus is distinct from old.bonus or new.confirmed_at is distinct from old.confirmed_at)) execute function refuse_fixed();
create trigger withdrawals_no_delete before delete or truncate on withdrawals for each statement execute function refuse_change();
create trigger withdrawals_ordered after update of state on withdrawals for each row when (old.state <> 'approved' and new.state = 'approved') execute function withdrawals_ordered();
create trigger withdrawals_quarantined after insert on withdrawals for each statement execute function refuse_in_quarantine();
create trigger withdrawals_steps before update of state on withdrawals for each row when (old.state <> new.state and not
        case old.state
            when 'unconfirmed' then new.state = any (array['waiting_documents', 'waiting_approval', 'given_up', 'expired'])
            when 'waiting_documents' then new.state = any (array['waiting_approval', 'cancelled', 'rejected'])
            when 'waiting_approval' then new.state = any (array['approved', 'cancelled', 'rejected'])
            when 'approved' then new.state = any (array['paying', 'returned'])
            when 'paying' then new.state = any (array['paid', 'paid_part', 'returned'])
            else false
        end) execute function refuse_step('id', 'state');
create trigger withdrawals_verified before insert or update of state on withdrawals for each row when (new.state = any (array['waiting_approval', 'approved'])) execute function withdrawals_verified();

create view confirmed_withdrawals as
 select id,
    user_id,
    method,
    currency,
    amount,
    fee,
    returned,
    state,
    confirmed_at,
    ended_at
   from withdrawals
  where confirmed_at is not null;

create view paid_payouts as
 select currency,
    amount,
    updated_at as paid_at
   from payouts
  where state = 'paid';

create view payee_accounts as
 select user_id,
    account,
    upper(replace(account, ' ', '')) as whole
   from withdrawal_destinations;

create view payout_references as
 select withdrawal_id,
    user_id,
    sent_reference as reference,
    upper(replace(sent_reference::text, ' ', '')) as whole
   from payouts;

create view payout_refunds as
 select id as payout_id,
    'payout:' || id as subject,
    attempt_id,
    reference
   from payouts
  where state = 'paid' and attempt_id is not null;

-- modules/withdrawal/sql/captures-paid-out.sql
create function captures_paid_out() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/withdrawal/sql/find-withdrawal-fault.sql
create function find_withdrawal_fault(of uuid) returns text language plpgsql stable set search_path=pg_catalog, public, pg_temp set enable_seqscan=off;

-- modules/withdrawal/sql/ledger-entries-withdrawal-exists.sql
create function ledger_entries_withdrawal_exists() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/withdrawal/sql/payouts-booked.sql
create function payouts_booked() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp set enable_seqscan=off;

-- modules/withdrawal/sql/payouts-by-hand.sql
create function payouts_by_hand() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/withdrawal/sql/payouts-place.sql
create function payouts_place() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/withdrawal/sql/payouts-sendable.sql
create function payouts_sendable() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/withdrawal/sql/withdrawal-destinations-after-change.sql
create function withdrawal_destinations_after_change() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/withdrawal/sql/withdrawals-consistent.sql
create function withdrawals_consistent() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/withdrawal/sql/withdrawals-ordered.sql
create function withdrawals_ordered() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;

-- modules/withdrawal/sql/withdrawals-verified.sql
create function withdrawals_verified() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp;
