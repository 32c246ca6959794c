-- An approval is decided once, by an active operator, and its command never changes. New operators can neither request nor
-- approve for a day. Otherwise one person could add a second name and approve with it before others notice.
create or replace function approvals_decided_once() returns trigger
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
