-- Sessions, and the other data that log-in, password reset and changes of the address need.

-- owner: auth
create table sessions (
  -- SHA-256 of the cookie's value, so that reading this table is not enough to use a session.
  id_hash bytea primary key check (length(id_hash) = 32),
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  user_agent text not null default '' check (length(user_agent) <= 300),
  address text not null default '' check (length(address) <= 64),
  -- True if the session was started or used on a phone.
  mobile boolean not null default false,
  -- True if the session shows the practice account, not the real one. Every call of the session is about that account.
  practice boolean not null,
  -- When its user typed the password, for steps that need a recent log-in. Null after a log-in by a link.
  password_at timestamptz
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

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

-- Links mailed to prove an address, to change to it, or to undo such a change.
-- owner: auth
create table email_links (
  -- SHA-256 of the token in the mailed link.
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('prove', 'change', 'undo')),
  -- The address that the link makes the user's own; for undo, the previous one.
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the link was used, or replaced by another one.
  closed_at timestamptz
);
create index email_links_user on email_links (user_id, created_at);
create index email_links_expiry on email_links (expires_at);
-- A user has one change of address at a time.
create unique index email_links_open_change on email_links (user_id) where kind = 'change' and closed_at is null;
-- While an undo link is valid, the previous address belongs to its user.
create index email_links_reserved on email_links (email) where kind = 'undo' and closed_at is null;

-- Events about access to accounts, with who caused them and from where.
-- owner: auth
create table security_events (
  id bigint generated always as identity primary key,
  created_at timestamptz not null,
  kind text not null check (length(kind) between 1 and 40),
  -- Null for an unknown e-mail or link.
  user_id bigint references users,
  -- IP address; empty for operators.
  address text not null check (length(address) <= 64),
  -- Null if the trader did it.
  operator text check (length(operator) between 1 and 100)
);
create index security_events_user on security_events (user_id, id);
create index security_events_created on security_events (created_at);
-- Bounds the failures of one hour.
create index security_events_user_time on security_events (user_id, created_at);
create index security_events_address on security_events (address, created_at);

-- Links by which a trader can log in once, made by an operator. They replace a password in an address, which is not safe.
-- owner: auth
create table login_links (
  -- SHA-256 of the token in the link.
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id bigint not null references users on delete cascade,
  expires_at timestamptz not null
);
create index login_links_expiry on login_links (expires_at);

-- The user behind a session, for other modules. A reader must compare expires_at with the current time.
-- owner: auth
create view session_users as
  select s.id_hash as session_hash, s.expires_at, u.id as user_id, u.currency, u.language, s.practice
    from sessions s join user_accounts u on u.id = s.user_id;

-- Changes of address that wait for their link. A reader must compare expires_at with the current time.
-- owner: auth
create view pending_email_changes as
  select user_id, email, expires_at from email_links where kind = 'change' and closed_at is null;

-- What traders, or others who use their e-mails, have done about access to accounts, without addresses. For other modules. What operators
-- have done is in the audit log.
-- owner: auth
create view access_events as select id, user_id, created_at, kind from security_events where operator is null;
