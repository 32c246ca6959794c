-- Who trades here, their sessions, and what an operator may set.
-- Up Migration

create table users (
  id bigint generated always as identity primary key,
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  password_hash text not null,
  first_name text not null check (length(first_name) between 1 and 60),
  last_name text not null check (length(last_name) between 1 and 60),
  country text not null check (country ~ '^[A-Z]{2}$'),
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'RUB')),
  phone text not null check (length(phone) <= 24),
  language text not null check (length(language) between 2 and 10),
  adult boolean not null check (adult),
  terms_accepted_at timestamptz not null,
  registered_at timestamptz not null,
  -- Full means verified (spec: funding 3).
  verification text not null default 'None' check (verification in ('None', 'Partial', 'Full')),
  affiliate_id text,
  -- Minimum deposits in base currency that override the default: cards, and every other method.
  min_deposit_card integer check (min_deposit_card > 0),
  min_deposit_other integer check (min_deposit_other > 0),
  -- Comma list of processors that overrides the site's.
  cascade text,
  card_risk boolean not null default false,
  limited_ignore boolean not null default false,
  try_counter integer not null default 0 check (try_counter >= 0)
);
create unique index users_email on users (email);

create table sessions (
  -- sha-256 of the cookie's value: the table alone opens no session.
  id_hash bytea primary key check (length(id_hash) = 32),
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  user_agent text not null default '' check (length(user_agent) <= 300),
  address text not null default '' check (length(address) <= 64)
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- Failed log-ins, counted here so that every copy of the server sees them.
create table login_failures (
  subject text not null check (length(subject) <= 80),
  at timestamptz not null
);
create index login_failures_subject on login_failures (subject, at);

create table settings (
  name text primary key,
  value jsonb not null,
  changed_at timestamptz not null
);

-- Who changed what by hand; never edited.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null,
  action text not null,
  subject text not null,
  detail jsonb not null default '{}'
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger audit_log_append_only before update or delete on audit_log
  for each statement execute function refuse_change();

-- Down Migration
drop table audit_log, settings, login_failures, sessions, users;
drop function refuse_change;
