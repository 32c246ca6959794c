-- Checks that a correction moves cash, that a bonus by hand comes with its turnover, and that operators have signed both. A correction is
-- taken back once, by the opposite one.
create or replace function ledger_entries_ordered() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  -- The id of the command. `find_unknown_entry` allows no other part in a subject: one signature books one entry.
  named text := split_part(new.subject, ':', 2);
  accounts text[] := (select array_agg(account::text order by account) from ledger_lines where entry_id = new.id);
  moved ledger_lines;
  is_right boolean;
begin
  select * into moved from ledger_lines where entry_id = new.id and user_id is not null;
  is_right := case new.kind
    when 'bonus.given' then accounts = '{bonus,bonus_expense}' and exists (
      select from wagering_requirements w
       where w.source = new.subject and (w.user_id, w.currency, w.bonus) = (moved.user_id, moved.currency::text, moved.amount)
         and w.release_max <= w.bonus and is_ordered('{bonus.give}', jsonb_build_object('bonus', named, 'trader', moved.user_id,
           'amount', moved.amount, 'currency', moved.currency, 'turnover', w.required)))
    when 'correction.booked' then accounts = '{cash,corrections}' and is_ordered('{balance.correct}', jsonb_build_object(
      'correction', named, 'trader', moved.user_id, 'change', moved.amount, 'currency', moved.currency, 'undoes', null))
    else accounts = '{cash,corrections}' and exists (
      select from ledger_entries e join ledger_lines l on l.entry_id = e.id
       where e.kind = 'correction.booked' and e.subject = new.subject
         and (l.user_id, l.currency, l.amount) = (moved.user_id, moved.currency, -moved.amount))
      and is_ordered('{balance.correct}', jsonb_build_object(
        'undoes', named, 'trader', moved.user_id, 'change', moved.amount, 'currency', moved.currency)) end;
  if is_right is not true then
    raise exception 'no operator has ordered % for %', new.kind, new.subject
      using errcode = 'restrict_violation', constraint = 'ledger_entries_ordered';
  end if;
  return null;
end $$;

create trigger ledger_entries_ordered after insert on ledger_entries for each row
  when (new.kind in ('bonus.given', 'correction.booked', 'correction.undone')) execute function ledger_entries_ordered();
