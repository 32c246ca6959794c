-- Captures can be moved any number of times, an attempt can have several, and each change of state is a listed one.

alter table captures drop constraint captures_pkey;
alter table captures
  -- Above 1 if the processor has charged the attempt more than once.
  add column number smallint not null default 1 check (number >= 1),
  -- Grows with each change of status. Ledger entries are numbered by it, and a writer must name the one it has read:
  -- a late answer about an earlier refund changes nothing.
  add column movement integer not null default 1 check (movement >= 1),
  -- The processor's id of this charge.
  add column processor_reference varchar(100),
  add primary key (attempt_id, number),
  -- Only the first charge of an attempt can be the one that was asked for.
  add constraint captures_second_charge check (number = 1 or status <> 'credited');
create index captures_second_charge_reference on captures (processor_reference) where number > 1;

create or replace function captures_steps() returns trigger language plpgsql as $$
begin
  if (new.attempt_id, new.number, new.deposit_id, new.processor, new.processor_reference, new.amount, new.currency)
     is distinct from
     (old.attempt_id, old.number, old.deposit_id, old.processor, old.processor_reference, old.amount, old.currency) then
    raise exception 'the amount, currency and attempt of capture % cannot change', old.attempt_id
      using errcode = 'restrict_violation', constraint = 'captures_fixed';
  end if;
  if new.status <> old.status and not (case old.status
      when 'credited_late' then new.status = 'refund_due'
      when 'suspense' then new.status in ('refund_due', 'credited_late')
      when 'refund_due' then new.status in ('refunded', 'suspense')
      else false end) then
    raise exception 'capture % cannot change from % to %', old.attempt_id, old.status, new.status
      using errcode = 'restrict_violation', constraint = 'captures_steps';
  end if;
  if old.status = 'suspense' and new.status = 'credited_late'
     and new.currency <> (select currency from deposits where id = new.deposit_id) then
    raise exception 'capture % is not in the currency of its account', old.attempt_id
      using errcode = 'restrict_violation', constraint = 'captures_currency';
  end if;
  if new.status <> old.status and new.movement <= old.movement then
    raise exception 'the movements of capture % are numbered upwards', old.attempt_id
      using errcode = 'restrict_violation', constraint = 'captures_movement';
  end if;
  return new;
end $$;

-- Suspense never pays out more than it got. The rule is per attempt and currency, so that the money of one charge cannot
-- cover a mistake about another; then it also holds per processor.
create function ledger_suspense_covered() returns trigger language plpgsql as $$
declare
  moved record;
begin
  if not exists (select 1 from inserted where account = 'suspense') then
    return null;
  end if;
  for moved in
    select distinct e.attempt_id, i.currency from inserted i join ledger_entries e on e.id = i.entry_id
     where i.account = 'suspense' order by e.attempt_id, i.currency
  loop
    -- Two entries of an attempt wait for each other. The statement that moves a capture has locked it already.
    perform 1 from captures where attempt_id = moved.attempt_id order by number for no key update;
    if moved.attempt_id is null or 0 > (
      select sum(l.amount) from ledger_entries e join ledger_lines l on l.entry_id = e.id
       where e.attempt_id = moved.attempt_id and l.account = 'suspense' and l.currency = moved.currency)
    then
      raise exception 'attempt % has no such amount in suspense', moved.attempt_id
        using errcode = 'check_violation', constraint = 'ledger_suspense_covered';
    end if;
  end loop;
  return null;
end $$;
create trigger ledger_suspense_covered after insert on ledger_lines
  referencing new table as inserted for each statement execute function ledger_suspense_covered();

-- The tables of packages/rules/src/deposits/deposit-state-machine.ts. The conditions are on the triggers, so that the
-- function runs only to refuse.
create function refuse_step() returns trigger language plpgsql as $$
begin
  raise exception '% % cannot change from % to %', tg_table_name, old.id, old.state, new.state
    using errcode = 'restrict_violation', constraint = tg_name;
end $$;
drop trigger deposits_final on deposits;
create trigger deposits_steps before update of state on deposits for each row
  when (old.state <> new.state and not case old.state
    when 'open' then new.state in ('processing', 'failed')
    when 'processing' then new.state in ('succeeded', 'failed', 'review')
    when 'review' then new.state in ('succeeded', 'failed')
    else false end)
  execute function refuse_step();
drop trigger attempts_final on attempts;
create trigger attempts_steps before update of state on attempts for each row
  when (old.state <> new.state and not case old.state
    when 'sent' then true
    when 'requires_action' then true
    when 'pending' then new.state <> 'sent'
    when 'in_doubt' then new.state <> 'sent'
    when 'manual_review' then new.state in ('succeeded', 'declined_soft', 'declined_hard', 'not_charged')
    else false end)
  execute function refuse_step();
drop function refuse_final();
