-- Cases that a person must look at.
-- owner: alerts
create table alerts (
  id bigint generated always as identity primary key,
  kind text not null,
  subject text not null,
  attempt_id bigint
    generated always as (substring(subject from '^attempt:([0-9]+)(?:/[0-9]+)?$')::bigint) stored references attempts,
  detail jsonb not null default '{}',
  created_at timestamptz not null,
  -- When the alert reached the operators by log and by mail. Null until then.
  logged_at timestamptz,
  mailed_at timestamptz,
  resolved_at timestamptz
);
-- A case is reported once while it is open. If it happens again after it was resolved, it is reported again.
create unique index alerts_open on alerts (subject, kind) where resolved_at is null;
create index alerts_mailed on alerts (mailed_at);
