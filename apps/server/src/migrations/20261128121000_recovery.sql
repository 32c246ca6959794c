-- Backups, and copies of the database that were restored from one.

-- Backups that `npm run ops -- backup` has made of this database.
-- owner: platform
create table backups (
  id bigint generated always as identity primary key,
  made_at timestamptz not null,
  bytes bigint not null check (bytes > 0)
);
create index backups_time on backups (made_at);

-- When each server has last written, in the time of the database. A server is one process: it has another id after a restart.
-- owner: platform
create table server_beats (
  server uuid primary key,
  number bigint not null check (number > 0),
  beat_at timestamptz not null
);

-- Times in which no money moves, because the database can be a copy of the past.
-- owner: platform
create table quarantines (
  id bigint generated always as identity primary key,
  -- `restored`: by `npm run ops -- restore`. `silence`: no server had written for a while; the servers compare the statements.
  -- `unknown_charges`: a statement has charges that the database does not know. `lost_writes`: what a server had written is not there.
  cause text not null constraint quarantines_cause check (cause in ('restored', 'silence', 'unknown_charges', 'lost_writes')),
  began_at timestamptz not null,
  -- The database has what was written until then.
  known_until timestamptz not null,
  -- Charges that the database does not know, if the statements were compared.
  unknown_charges integer constraint quarantines_charges check (unknown_charges >= 0),
  ended_at timestamptz,
  constraint quarantines_times check (ended_at >= began_at),
  constraint quarantines_found check (cause <> 'unknown_charges' or coalesce(unknown_charges, 0) > 0)
);
create unique index quarantines_open on quarantines ((ended_at is null)) where ended_at is null;
