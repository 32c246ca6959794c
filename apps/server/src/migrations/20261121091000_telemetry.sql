-- Errors reported by browsers, grouped by cause.

-- owner: telemetry
create table browser_errors (
  -- SHA-256 of what errors with the same cause have in common.
  fingerprint bytea primary key check (length(fingerprint) = 32),
  message text not null check (length(message) <= 1000),
  url text not null check (length(url) <= 500),
  line integer not null,
  col integer not null,
  -- The thrown value as text, from the latest occurrence.
  object text not null check (length(object) <= 4000),
  user_agent text not null check (length(user_agent) <= 300),
  times bigint not null check (times > 0),
  first_at timestamptz not null,
  last_at timestamptz not null
);
create index browser_errors_last on browser_errors (last_at);
