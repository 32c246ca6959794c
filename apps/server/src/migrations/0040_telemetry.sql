-- Errors of browsers, grouped, and what a browser tells of the trader's visit.
-- Up Migration

create table browser_errors (
  -- sha-256 of what errors of one cause have in common.
  fingerprint bytea primary key check (length(fingerprint) = 32),
  message text not null check (length(message) <= 1000),
  url text not null check (length(url) <= 500),
  line integer not null,
  col integer not null,
  -- What was thrown, as text, of the latest of them.
  object text not null check (length(object) <= 4000),
  user_agent text not null check (length(user_agent) <= 300),
  times bigint not null check (times > 0),
  first_at timestamptz not null,
  last_at timestamptz not null
);
create index browser_errors_last on browser_errors (last_at);

-- A session that was begun or is used on a phone.
alter table sessions add column mobile boolean not null default false;

create table visits (
  user_id bigint primary key references users on delete cascade,
  -- When the phone screen was last used; null: never.
  phone_at timestamptz,
  -- The host name that the trader last came by.
  host text check (length(host) between 1 and 253),
  host_at timestamptz
);

-- Whether tips are shown, and the host where that was last chosen.
create table tips (
  user_id bigint primary key references users on delete cascade,
  shown boolean not null,
  host text not null check (length(host) between 1 and 253),
  changed_at timestamptz not null
);

-- Down Migration
drop table tips, visits;
alter table sessions drop column mobile;
drop table browser_errors;
