-- The platform's own tables.

-- pg-boss creates its tables here as the role of the server. The server's other grants are in
-- platform/database/app-role.ts.
create schema if not exists pgboss;

-- Actions of operators.
-- owner: platform
create table audit_log (
  id bigint generated always as identity primary key,
  created_at timestamptz not null,
  actor text not null,
  action text not null check (length(action) <= 60),
  subject text not null check (length(subject) <= 200),
  detail jsonb not null default '{}',
  -- The operating system account that ran the command, with the access to the database that emergencies need; null for changes that were
  -- not made on the command line.
  os_user text check (length(os_user) between 1 and 100),
  -- The operator's reason. Spaces alone are not a reason.
  reason text check (length(btrim(reason)) between 3 and 500),
  -- The id of the operator's signed command, which the database proves.
  command_id uuid,
  -- A change made on the command line needs a reason.
  constraint audit_log_reason check (os_user is null or reason is not null)
);
create index audit_log_subject on audit_log (subject, id);
create index audit_log_time on audit_log (created_at);
create index audit_log_action on audit_log (action collate "C");
-- Each command of an operator has one entry.
create unique index audit_log_command on audit_log (command_id) where command_id is not null;
-- What operators have done, without what they only looked at, for the desk.
-- owner: platform
create view operator_acts as select id, created_at, actor, action, subject, reason from audit_log where action <> 'desk.read';

-- Encrypted files of users. An S3 bucket can be used instead.
-- owner: platform
create table blobs (
  key text primary key check (length(key) between 1 and 200),
  -- Stored without compression, because encrypted bytes do not compress.
  data bytea storage external not null
);

-- Accounts that belong to no user. Filled at start from modules/ledger/system-accounts.ts. Only the owner of the tables
-- can write here: the server cannot invent accounts.
-- owner: platform
create table ledger_accounts (
  name varchar(40) primary key
);
