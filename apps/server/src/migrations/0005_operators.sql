-- What operators do by hand: why they did it stands beside who and what, and money that was taken only goes where it may.
-- Up Migration

-- The account of the machine that the command ran under; null for changes that came another way.
alter table audit_log add column os_user text check (length(os_user) between 1 and 100);
alter table audit_log add column why text check (length(btrim(why)) between 3 and 500);
alter table audit_log add constraint audit_log_why check (os_user is null or why is not null);
create index audit_log_subject on audit_log (subject, id);

create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_change();

-- Money taken stays what it was; only its place changes, and only along these ways.
create function captures_steps() returns trigger language plpgsql as $$
begin
  if (new.attempt_id, new.deposit_id, new.processor, new.amount, new.currency)
     is distinct from (old.attempt_id, old.deposit_id, old.processor, old.amount, old.currency) then
    raise exception 'capture % stays as it was taken', old.attempt_id using errcode = 'restrict_violation', constraint = 'captures_fixed';
  end if;
  if new.place <> old.place and (old.place, new.place) not in (('suspense', 'refund_due'), ('suspense', 'credited_late'),
     ('credited_late', 'refund_due'), ('refund_due', 'refunded'), ('refund_due', 'suspense')) then
    raise exception 'capture % does not go from % to %', old.attempt_id, old.place, new.place
      using errcode = 'restrict_violation', constraint = 'captures_steps';
  end if;
  if old.place = 'suspense' and new.place = 'credited_late'
     and new.currency <> (select currency from deposits where id = new.deposit_id) then
    raise exception 'capture % is of another currency than its account', old.attempt_id
      using errcode = 'restrict_violation', constraint = 'captures_currency';
  end if;
  return new;
end $$;
create trigger captures_steps before update on captures for each row execute function captures_steps();
create trigger captures_no_delete before delete or truncate on captures
  for each statement execute function refuse_change();

-- Down Migration
drop trigger captures_no_delete on captures;
drop trigger captures_steps on captures;
drop function captures_steps;
drop trigger audit_log_no_truncate on audit_log;
drop index audit_log_subject;
alter table audit_log drop constraint audit_log_why, drop column why, drop column os_user;
