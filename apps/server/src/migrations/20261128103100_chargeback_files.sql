-- Evidence about chargebacks as files, and how they come to a server.

-- What an operator's browser has sealed for the key of servers, until a server has taken it, for an hour at most.
-- owner: operators
create table sealed_uploads (
  id uuid primary key,
  session_hash bytea not null references operator_sessions,
  sealed bytea not null check (length(sealed) between 1 and 11000000),
  created_at timestamptz not null default clock_timestamp()
);
create index sealed_uploads_session on sealed_uploads (session_hash);

-- Files that operators have added to a case. Only pictures of their pages are stored, sealed.
-- owner: deposits
create table chargeback_files (
  -- That of the upload.
  id uuid primary key,
  attempt_id bigint not null,
  capture_number smallint not null,
  constraint chargeback_files_case_fkey foreign key (attempt_id, capture_number) references chargebacks,
  -- Type, size and name of the uploaded file.
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'application/pdf')),
  bytes integer not null check (bytes between 1 and 10485760),
  title text not null check (length(title) between 1 and 120),
  pages smallint not null check (pages between 1 and 10),
  store text not null check (store in ('database', 's3')),
  operator text not null check (length(operator) between 1 and 60),
  added_at timestamptz not null
);
create index chargeback_files_case on chargeback_files (attempt_id, capture_number);
