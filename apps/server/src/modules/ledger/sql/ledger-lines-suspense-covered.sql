-- Checks that suspense never pays out more than it received. The rule is checked per attempt and currency, so that the money of one charge
-- cannot cover a mistake about another. It therefore also holds per processor.
create or replace function ledger_lines_suspense_covered() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
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
        using errcode = 'check_violation', constraint = 'ledger_lines_suspense_covered';
    end if;
  end loop;
  return null;
end $$;

create trigger ledger_lines_suspense_covered after insert on ledger_lines
  referencing new table as inserted for each statement execute function ledger_lines_suspense_covered();
