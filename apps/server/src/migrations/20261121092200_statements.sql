-- Which statements of processors were compared with the ledger.

-- owner: deposits
create table statement_comparisons (
  processor text not null,
  -- UTC.
  day date not null,
  -- Failures so far.
  tries integer not null default 0,
  -- Null once compared, and after the last try.
  next_try_at timestamptz,
  compared_at timestamptz,
  updated_at timestamptz not null,
  primary key (processor, day)
);
