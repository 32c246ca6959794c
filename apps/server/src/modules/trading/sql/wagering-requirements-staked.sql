-- Checks that no bonus is given up, frozen or finished while bonus money is staked: what the trade returns would be free of the turnover. A
-- deposit that is taken back is the exception: its bonus ends too, and the returns of those trades go to the house.
create or replace function wagering_requirements_staked() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  if exists (select from trades where user_id = new.user_id and state = 'open' and bonus_stake > 0)
     and not (new.cancelled_at is not null
              and exists (select from captures where deposit_id = new.deposit_id and status in ('reversed', 'taken_back'))) then
    raise exception 'bonus % has ended while bonus money is staked', new.source
      using errcode = 'check_violation', constraint = 'wagering_requirements_staked';
  end if;
  return null;
end $$;

create constraint trigger wagering_requirements_staked after update on wagering_requirements deferrable initially deferred
  -- The money of a frozen bonus is on hold: staked money belongs to other bonuses.
  for each row when (old.frozen_for is null
    and ((old.cancelled_at is null and new.cancelled_at is not null) or (old.finished_at is null and new.finished_at is not null)
      or new.frozen_for is not null))
  execute function wagering_requirements_staked();
