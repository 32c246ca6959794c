-- Verified webhooks of processors as received. A processor can send an event several times; the key keeps one.

-- owner: deposits
create table processor_webhooks (
  -- Derived from processor, event id, reference and body: some processors use the id of an event again.
  id uuid primary key,
  method text not null,
  -- Name of the processor in the webhook's URL.
  processor_slug text not null,
  event_id text not null check (length(event_id) <= 100),
  reference uuid not null,
  body jsonb not null,
  created_at timestamptz not null,
  applied_at timestamptz,
  -- Failures so far.
  tries integer not null default 0,
  -- Null once applied, and for webhooks that were refused.
  next_try_at timestamptz,
  updated_at timestamptz not null
);
-- The due webhooks of each processor are read separately.
create index processor_webhooks_due on processor_webhooks (processor_slug, next_try_at) where next_try_at is not null;
-- For deleting old webhooks. BRIN costs inserts next to nothing, and rows are in the order of their time.
create index processor_webhooks_created on processor_webhooks
  using brin (created_at) with (pages_per_range = 16, autosummarize = on);
