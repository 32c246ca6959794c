-- What the statements of processors say about a day, beside what is booked.

-- Statements that operators have uploaded. They replace what the processor's own interface says about the day.
-- owner: deposits
create table statement_files (
  processor text not null,
  -- Day in UTC.
  day date not null,
  primary key (processor, day),
  name text not null check (length(name) between 1 and 200),
  -- The parsed rows, also those of the hours around the day.
  rows jsonb not null,
  uploaded_at timestamptz not null,
  -- When the file was compared. Null: not since the upload.
  compared_at timestamptz
);
create index statement_files_waiting on statement_files (uploaded_at) where compared_at is null;

-- How the columns of a processor's files are named, as in the last one that was uploaded.
-- owner: deposits
create table statement_formats (
  processor text primary key,
  format jsonb not null,
  changed_at timestamptz not null
);

-- Charges less refunds of a day, in minor units.
-- owner: deposits
create table statement_totals (
  processor text not null,
  day date not null,
  currency text not null,
  primary key (processor, day, currency),
  there bigint not null,
  here bigint not null,
  -- Sum of the movements that are the same on both sides.
  agreed bigint not null,
  agreed_count integer not null check (agreed_count >= 0)
);

-- Differences between a statement and what is booked.
-- owner: deposits
create table statement_exceptions (
  id bigint generated always as identity primary key,
  processor text not null,
  -- Day in UTC.
  day date not null,
  kind text not null check (kind in ('missing_here', 'missing_there', 'other_amount', 'other_state', 'doubled')),
  what text not null check (what in ('charge', 'refund')),
  -- Reference of the attempt, as the statement or the ledger names it.
  reference text not null,
  currency text not null,
  -- Number among the differences that are alike in all other columns of the key, from 1.
  place smallint not null check (place >= 1),
  constraint statement_exceptions_key unique (processor, day, kind, what, reference, currency, place),
  deposit_id uuid,
  there text not null,
  here text not null,
  -- Statement less ledger, in minor units.
  difference bigint not null,
  found_at timestamptz not null,
  -- The time of the comparison that no longer found the difference; null while it is there.
  gone_at timestamptz,
  -- What operators have found out.
  explanation text check (length(explanation) between 3 and 500),
  explained_at timestamptz,
  constraint statement_exceptions_explained check ((explanation is null) = (explained_at is null))
);
create index statement_exceptions_day on statement_exceptions (day);

-- Days that finance has closed.
-- owner: deposits
create table closed_days (
  day date primary key,
  closed_at timestamptz not null
);
