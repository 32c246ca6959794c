-- Retries of stored webhooks, and indexes by which the due work of each processor is taken separately.

-- owner: deposits
alter table processor_webhooks
  -- Failures so far.
  add column tries integer not null default 0,
  -- Null once applied, and for webhooks that were refused.
  add column next_try_at timestamptz;
update processor_webhooks set next_try_at = created_at where applied_at is null;

drop index processor_webhooks_unapplied;
create index processor_webhooks_due on processor_webhooks (processor_slug, next_try_at) where next_try_at is not null;

drop index attempts_due;
create index attempts_due on attempts (processor, next_check_at) where next_check_at is not null;

drop index captures_due;
create index captures_due on captures (processor, next_check_at) where next_check_at is not null;
