-- Refuses that money begins to move, or is booked, while the database is in quarantine. Operators who have signed it can: they write down
-- what the statements of processors say. Practice money is worth nothing, so it moves.
create or replace function refuse_in_quarantine() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from quarantines where ended_at is null)
     or can_act_in_emergency()
     or exists (select from operator_commands where done_in = pg_current_xact_id()) then
    return null;
  end if;
  -- A condition of its own, because only the trigger of this table has the inserted rows.
  if tg_table_name = 'ledger_lines' then
    if not exists (select from inserted where account not like 'practice%') then
      return null;
    end if;
  end if;
  raise exception 'the database is in quarantine' using errcode = 'restrict_violation', constraint = 'quarantined';
end $$;

create trigger deposits_quarantined after insert on deposits
  for each statement execute function refuse_in_quarantine();
-- A charge begins at a processor after its attempt is written.
create trigger attempts_quarantined after insert on attempts
  for each statement execute function refuse_in_quarantine();
create trigger trades_quarantined after insert on trades for each row
  when (not new.practice)
  execute function refuse_in_quarantine();
create trigger trade_sales_quarantined after insert on trade_sales
  for each statement execute function refuse_in_quarantine();
create trigger withdrawals_quarantined after insert on withdrawals
  for each statement execute function refuse_in_quarantine();
-- A payout is sent after its state says so.
create trigger payouts_quarantined after update of state on payouts for each row
  when (old.state <> new.state)
  execute function refuse_in_quarantine();
create trigger ledger_lines_quarantined after insert on ledger_lines
  referencing new table as inserted for each statement execute function refuse_in_quarantine();
