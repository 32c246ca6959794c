-- Operators who can move money, and the money commands that a second operator must approve.

-- owner: operators
create table operators (
  id bigint generated always as identity primary key,
  name text not null unique check (name ~ '^[a-z][a-z0-9._-]{1,39}$'),
  -- SHA-256 of the secret, which is random and shown once.
  secret_hash bytea not null check (length(secret_hash) = 32),
  created_at timestamptz not null,
  disabled_at timestamptz
);

-- owner: operators
create table approvals (
  id bigint generated always as identity primary key,
  -- The command as it runs when it is approved.
  command text not null check (length(command) between 1 and 40),
  reference uuid not null,
  options jsonb not null,
  -- In minor units. Checked again when the command runs.
  amount bigint not null check (amount > 0),
  currency text not null,
  requested_by bigint not null references operators,
  reason text not null check (length(btrim(reason)) between 3 and 500),
  created_at timestamptz not null,
  decided_by bigint references operators,
  is_approved boolean,
  decided_at timestamptz,
  constraint approvals_other_operator check (decided_by <> requested_by),
  check ((decided_by is null) = (is_approved is null) and (decided_by is null) = (decided_at is null))
);
create index approvals_open on approvals (id) where decided_at is null;
-- The same command cannot wait twice for a decision.
create unique index approvals_open_command on approvals (reference, command) where decided_at is null;

-- An approval is decided once, by an active operator, and its command never changes. New operators can neither request nor
-- approve for a day. Otherwise one person could add a second name and approve with it before others notice.
-- The search path keeps a temporary table of the same name from replacing a table that the function reads.
create function approvals_decided_once() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.decided_at is not null then
    raise exception 'approval % is decided', old.id using errcode = 'restrict_violation', constraint = 'approvals_decided_once';
  end if;
  if (new.command, new.reference, new.options, new.amount, new.currency, new.requested_by, new.reason, new.created_at)
     is distinct from
     (old.command, old.reference, old.options, old.amount, old.currency, old.requested_by, old.reason, old.created_at) then
    raise exception 'what approval % is about cannot change', old.id
      using errcode = 'restrict_violation', constraint = 'approvals_fixed';
  end if;
  if not exists (select 1 from operators where id = new.decided_by and disabled_at is null) then
    raise exception 'operator % is disabled', new.decided_by
      using errcode = 'restrict_violation', constraint = 'approvals_active_operator';
  end if;
  if new.is_approved and exists (select 1 from operators where id in (new.requested_by, new.decided_by)
                                    and created_at > new.created_at - interval '1 day') then
    raise exception 'operator % or % is new', new.requested_by, new.decided_by
      using errcode = 'restrict_violation', constraint = 'approvals_new_operator';
  end if;
  return new;
end $$;
create trigger approvals_decided_once before update on approvals for each row execute function approvals_decided_once();
create trigger approvals_no_delete before delete or truncate on approvals
  for each statement execute function refuse_change();
