-- What operators did, and what needs their attention.

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

-- Cases that a person must look at.
-- owner: deposits
create table alerts (
  id bigint generated always as identity primary key,
  kind text not null,
  subject text not null,
  detail jsonb not null default '{}',
  created_at timestamptz not null,
  resolved_at timestamptz,
  -- The same case is reported once.
  unique (kind, subject)
);
