-- The platform's own tables, and trigger functions that several modules use.

-- pg-boss creates its tables here as the role of the server. The server's other grants are in
-- platform/database/app-role.ts.
create schema if not exists pgboss;

-- Makes a table append-only. Attach it as a statement-level trigger, so that it also fires when no row matches.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Protects the columns that the trigger names.
create function refuse_fixed() returns trigger language plpgsql as $$
begin
  raise exception 'this column of % cannot change', tg_table_name using errcode = 'restrict_violation', constraint = tg_name;
end $$;

-- Refuses a change of state. The conditions are on the triggers, so that the function runs only to refuse.
create function refuse_step() returns trigger language plpgsql as $$
begin
  raise exception '% % cannot change from % to %', tg_table_name, old.id, old.state, new.state
    using errcode = 'restrict_violation', constraint = tg_name;
end $$;

-- Actions of operators.
-- owner: platform
create table audit_log (
  id bigint generated always as identity primary key,
  created_at timestamptz not null,
  actor text not null,
  action text not null,
  subject text not null,
  detail jsonb not null default '{}',
  -- Operating system account that ran the command; null for changes that were not made on the command line.
  os_user text check (length(os_user) between 1 and 100),
  -- The operator's reason. Spaces alone are not a reason.
  reason text check (length(btrim(reason)) between 3 and 500),
  -- A change made on the command line needs a reason.
  constraint audit_log_reason check (os_user is null or reason is not null)
);
create index audit_log_subject on audit_log (subject, id);

create trigger audit_log_append_only before update or delete on audit_log
  for each statement execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_change();

-- Encrypted files of users. An S3 bucket can be used instead.
-- owner: platform
create table blobs (
  key text primary key check (length(key) between 1 and 200),
  -- Stored without compression, because encrypted bytes do not compress.
  data bytea storage external not null
);
