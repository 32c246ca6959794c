-- Errors reported by browsers, grouped by cause.

-- owner: telemetry
create table browser_errors (
  -- SHA-256 of what errors with the same cause have in common.
  fingerprint bytea primary key check (length(fingerprint) = 32),
  message text not null check (length(message) <= 1000),
  url text not null check (length(url) <= 500),
  line_number integer not null,
  column_number integer not null,
  -- The thrown value as text, from the latest occurrence.
  thrown_value text not null check (length(thrown_value) <= 4000),
  user_agent text not null check (length(user_agent) <= 300),
  occurrence_count bigint not null check (occurrence_count > 0),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null
);
create index browser_errors_last_seen on browser_errors (last_seen_at);
