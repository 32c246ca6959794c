-- Who gives up a bonus gives back all of it that is left: what remains on the account belongs to bonuses that are still open.

create function wagering_requirements_given_up() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  taken bigint;
  covered bigint;
  remaining bigint;
begin
  -- Money that is taken back takes its bonuses along, and books them with it.
  if exists (select from captures where deposit_id = new.deposit_id and status in ('reversed', 'taken_back')) then
    return null;
  end if;
  -- Of two bonuses of a trader the second waits, and sees the first.
  perform from users where id = new.user_id for no key update;
  select coalesce(-sum(l.amount), 0) into taken
    from ledger_entries e join ledger_lines l on l.entry_id = e.id
   where e.kind = 'bonus.given_up' and e.subject = new.source and l.account = 'bonus' and l.user_id = new.user_id;
  select coalesce(sum(bonus), 0) into covered
    from wagering_requirements
   where user_id = new.user_id and currency = new.currency and cancelled_at is null and done < required;
  select coalesce(sum(amount), 0) into remaining
    from ledger_balances where user_id = new.user_id and account = 'bonus' and currency = new.currency;
  if taken > new.bonus or (taken > 0 and remaining < covered) or (taken < new.bonus and remaining > covered) then
    raise exception 'bonus % was given up with % taken, % left, % of it for other bonuses', new.source, taken, remaining, covered
      using errcode = 'check_violation', constraint = 'wagering_requirements_given_up';
  end if;
  return null;
end $$;
create constraint trigger wagering_requirements_given_up after update on wagering_requirements deferrable initially deferred
  for each row when (old.cancelled_at is null and new.cancelled_at is not null) execute function wagering_requirements_given_up();
