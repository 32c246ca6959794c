-- Operators who can move money, and the money commands that a second operator must approve.

-- owner: operators
create table operators (
  id bigint generated always as identity primary key,
  name text not null unique check (name ~ '^[a-z][a-z0-9._-]{1,39}$'),
  -- SHA-256 of the secret, which is random and shown once.
  secret_hash bytea not null check (length(secret_hash) = 32),
  created_at timestamptz not null,
  disabled_at timestamptz
);

-- owner: operators
create table approvals (
  id bigint generated always as identity primary key,
  -- The command as it runs when it is approved.
  command text not null check (length(command) between 1 and 40),
  reference uuid not null,
  options jsonb not null,
  -- In minor units. Checked again when the command runs.
  amount bigint not null check (amount > 0),
  currency text not null,
  requested_by bigint not null references operators,
  reason text not null check (length(btrim(reason)) between 3 and 500),
  created_at timestamptz not null,
  decided_by bigint references operators,
  is_approved boolean,
  decided_at timestamptz,
  constraint approvals_other_operator check (decided_by <> requested_by),
  check ((decided_by is null) = (is_approved is null) and (decided_by is null) = (decided_at is null))
);
create index approvals_open on approvals (id) where decided_at is null;
-- The same command cannot wait twice for a decision.
create unique index approvals_open_command on approvals (reference, command) where decided_at is null;
