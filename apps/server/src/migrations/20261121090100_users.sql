-- Users, their sessions, and everything else that log-in and password reset need.

-- owner: users
create table users (
  id bigint generated always as identity primary key,
  -- Stored in lower case, so that the unique index ignores case.
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  password_hash text not null,
  first_name text not null check (length(first_name) between 1 and 60),
  last_name text not null check (length(last_name) between 1 and 60),
  country text not null check (country ~ '^[A-Z]{2}$'),
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'RUB')),
  phone text not null check (length(phone) <= 24),
  language text not null check (length(language) between 2 and 10),
  -- Nobody can register without confirming that they are an adult.
  confirmed_adult boolean not null check (confirmed_adult),
  terms_accepted_at timestamptz not null,
  registered_at timestamptz not null,
  -- A practice account has practice money only; see the ledger.
  practice boolean not null default false,
  -- Full means verified (spec: funding 3).
  verification text not null default 'None' check (verification in ('None', 'Partial', 'Full')),
  affiliate_id text,
  -- Minimum deposits in the base currency that override the settings, for cards and for all other methods.
  min_deposit_card integer check (min_deposit_card > 0),
  min_deposit_other integer check (min_deposit_other > 0),
  -- Comma-separated processors that override the setting.
  cascade text,
  card_risk boolean not null default false,
  -- The user dismissed the limit on failed deposits.
  fail_limit_overridden boolean not null default false,
  -- How often the welcome modal was shown (spec: account, welcome modal).
  welcome_shown_count integer not null default 0 check (welcome_shown_count >= 0)
);
create unique index users_email on users (email);

-- The columns of users that other modules can read.
create view user_accounts as
  select id, email, first_name, last_name, country, currency, phone, language, registered_at, practice, verification,
         affiliate_id, min_deposit_card, min_deposit_other, cascade, card_risk, fail_limit_overridden, welcome_shown_count
    from users;

-- owner: auth
create table sessions (
  -- SHA-256 of the cookie's value, so that reading this table is not enough to use a session.
  id_hash bytea primary key check (length(id_hash) = 32),
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  user_agent text not null default '' check (length(user_agent) <= 300),
  address text not null default '' check (length(address) <= 64),
  -- Started or used on a phone.
  mobile boolean not null default false
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- The user behind a session, for other modules. A reader must compare expires_at with the current time.
create view session_users as
  select s.id_hash as session_hash, s.expires_at, u.id as user_id, u.currency, u.language, u.practice
    from sessions s join user_accounts u on u.id = s.user_id;

-- Browsers in which each user has logged in, so that a log-in from a new one can be reported by mail.
-- owner: auth
create table devices (
  user_id bigint not null references users on delete cascade,
  -- SHA-256 of the identifier in the browser's signed cookie.
  device_hash bytea not null check (length(device_hash) = 32),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device_hash)
);

-- Failed log-ins, in the database so that all servers share the count.
-- owner: auth
create table login_failures (
  subject text not null check (length(subject) <= 80),
  created_at timestamptz not null
);
create index login_failures_subject on login_failures (subject, created_at);

-- Requests for a password reset, for known and unknown addresses alike. A job processes them later, so that neither the
-- reply nor its timing reveals whether the address has an account.
-- owner: auth
create table password_reset_requests (
  id uuid primary key,
  -- Encrypted e-mail address and language.
  sealed bytea not null,
  created_at timestamptz not null
);
create index password_reset_requests_created on password_reset_requests (created_at);

-- owner: auth
create table password_resets (
  -- SHA-256 of the token in the mailed link, so that reading this table is not enough to reset a password.
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_resets_user on password_resets (user_id);
