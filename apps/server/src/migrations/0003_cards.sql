-- Saved cards and the card cascade. What may never happen to money is forbidden here, not only in code.
-- Up Migration

create table cards (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  -- AES-256-GCM: key id, nonce, tag and text; the security code is never stored.
  number_sealed bytea not null,
  -- Keyed hash, to find the same card again without opening it.
  number_hash bytea not null,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  brand text not null check (brand in ('visa', 'mastercard', 'maestro')),
  exp_month smallint not null check (exp_month between 1 and 12),
  exp_year smallint not null check (exp_year between 2000 and 2099),
  first_name text not null,
  last_name text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  state text check (state ~ '^[A-Z]{2}$'),
  saved_at timestamptz not null,
  -- A replaced card stays for the deposits that charged it.
  replaced_at timestamptz
);
create unique index cards_one_per_user on cards (user_id) where replaced_at is null;

create table deposits (
  id uuid primary key,
  user_id bigint not null references users,
  card_id bigint references cards,
  country text not null,
  -- Minor units of the currency.
  amount bigint not null check (amount > 0),
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'RUB')),
  -- Minor units that success adds on top; 0 without a bonus.
  bonus bigint not null check (bonus >= 0),
  -- Turnover that the bonus will ask for, as the trader was shown it.
  turnover bigint not null check ((turnover > 0) = (bonus > 0)),
  fixed boolean not null,
  check (not (fixed and bonus > 0)),
  plan text[] not null check (cardinality(plan) > 0),
  state text not null check (state in ('open', 'processing', 'succeeded', 'failed', 'review')),
  -- Key of the text that says why it failed or is looked into.
  reason text,
  reason_text text,
  idem_key text check (length(idem_key) between 8 and 100),
  request_hash bytea,
  -- Set with the first attempt at a processor that charges: what the day limit counts.
  counted_on date,
  -- The trader wants to use another card: closed as soon as nothing is undecided.
  closing boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz
);
create unique index deposits_one_open on deposits (user_id) where state in ('open', 'processing');
create unique index deposits_idem on deposits (user_id, idem_key) where idem_key is not null;
create index deposits_user on deposits (user_id, created_at desc);
create index deposits_idle on deposits (updated_at) where state in ('open', 'processing');

create table attempts (
  id bigint generated always as identity primary key,
  deposit_id uuid not null references deposits,
  seq smallint not null check (seq >= 1),
  processor text not null,
  charges boolean not null,
  state text not null check (state in ('sent', 'requires_action', 'pending', 'in_doubt', 'succeeded',
    'declined_soft', 'declined_hard', 'never_happened', 'manual_review')),
  our_ref uuid not null unique,
  psp_ref text check (length(psp_ref) <= 100),
  error_class text check (length(error_class) <= 100),
  -- What the trader or the browser has to do while the state is requires_action.
  action jsonb,
  -- What the browser was told by the start and the complete call, to tell it again under the same key.
  answers jsonb not null default '{}',
  -- How often it was asked about while undecided, and when next.
  checks integer not null default 0,
  next_check_at timestamptz,
  -- When the present wait began: for the processor, or for the trader.
  waiting_since timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (deposit_id, seq),
  unique (deposit_id, processor)
);
create unique index attempts_one_live on attempts (deposit_id)
  where state in ('sent', 'requires_action', 'pending', 'in_doubt', 'manual_review');
create unique index attempts_one_success on attempts (deposit_id) where state = 'succeeded';
create index attempts_due on attempts (next_check_at) where next_check_at is not null;

create function attempts_final() returns trigger language plpgsql as $$
begin
  if old.state in ('succeeded', 'declined_soft', 'declined_hard', 'never_happened') and new.state <> old.state then
    raise exception 'attempt % is final', old.id using errcode = 'restrict_violation', constraint = 'attempts_final';
  end if;
  return new;
end $$;
create trigger attempts_final before update of state on attempts for each row execute function attempts_final();

create function deposits_final() returns trigger language plpgsql as $$
begin
  if old.state in ('succeeded', 'failed') and new.state <> old.state then
    raise exception 'deposit % is final', old.id using errcode = 'restrict_violation', constraint = 'deposits_final';
  end if;
  return new;
end $$;
create trigger deposits_final before update of state on deposits for each row execute function deposits_final();

-- What happened to an attempt, redacted; never edited.
create table attempt_events (
  id bigint generated always as identity primary key,
  attempt_id bigint not null references attempts,
  at timestamptz not null,
  source text not null,
  verdict text not null,
  state_before text not null,
  state_after text not null,
  detail jsonb not null default '{}'
);
create index attempt_events_attempt on attempt_events (attempt_id);
create trigger attempt_events_append_only before update or delete or truncate on attempt_events
  for each statement execute function refuse_change();

-- Signed events of processors, as they came; one row however often they are sent.
create table psp_events (
  processor text not null,
  event_id text not null check (length(event_id) <= 100),
  our_ref uuid not null,
  body jsonb not null,
  received_at timestamptz not null,
  applied_at timestamptz,
  primary key (processor, event_id)
);
create index psp_events_unapplied on psp_events (received_at) where applied_at is null;

-- Money a processor has verifiably taken: where each of it went. One per attempt; one credited per deposit.
create table captures (
  attempt_id bigint primary key references attempts,
  deposit_id uuid not null references deposits,
  processor text not null,
  -- As the processor says, minor units; may differ from the deposit's, then it is never credited.
  amount bigint not null check (amount > 0),
  currency text not null,
  -- late: credited to cash without bonus after its deposit had failed.
  place text not null check (place in ('credited', 'credited_late', 'suspense', 'refund_due', 'refunded')),
  -- Why it is in suspense.
  reason text,
  refund_ref uuid unique,
  refund_checks integer not null default 0,
  next_check_at timestamptz,
  at timestamptz not null,
  updated_at timestamptz not null
);
create unique index captures_one_credit on captures (deposit_id) where place in ('credited', 'credited_late');
create index captures_due on captures (next_check_at) where next_check_at is not null;

-- Charging deposits per user and UTC day. The limit of the day is written with the first of them and holds by itself.
create table card_days (
  user_id bigint not null references users,
  day date not null,
  used integer not null,
  most integer not null,
  check (used between 0 and most),
  primary key (user_id, day)
);

-- What the browser reported of its own cascade.
create table card_traces (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  kind text not null,
  detail jsonb not null,
  at timestamptz not null
);
create index card_traces_user on card_traces (user_id, id);

-- Things a person must look at.
create table alerts (
  id bigint generated always as identity primary key,
  kind text not null,
  subject text not null,
  detail jsonb not null default '{}',
  at timestamptz not null,
  resolved_at timestamptz,
  unique (kind, subject)
);

-- Down Migration
drop table alerts, card_traces, card_days, captures, psp_events, attempt_events, attempts, deposits, cards;
drop function attempts_final;
drop function deposits_final;
