-- The ways back into an account, and the devices it was opened on.
-- Up Migration

-- Links for a new password. The table alone opens nothing: it holds the SHA-256 of what was mailed.
create table password_resets (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_resets_user on password_resets (user_id);

-- Who asks for such a link, known here or not: a job looks, so that nobody can tell by the answer or by its time.
create table reset_requests (
  id uuid primary key,
  -- Address and language.
  sealed bytea not null,
  at timestamptz not null
);
create index reset_requests_at on reset_requests (at);

create table devices (
  user_id bigint not null references users on delete cascade,
  -- sha-256 of the browser's name in its signed cookie.
  device_hash bytea not null check (length(device_hash) = 32),
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (user_id, device_hash)
);

-- Down Migration
drop table devices, reset_requests, password_resets;
