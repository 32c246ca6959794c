-- Checks that nothing of a bonus is free, winnings included, before its turnover is done: a trader with money on `bonus` has an open
-- wagering requirement that counts turnover, and one with money on `bonus_hold` has an open requirement that is frozen for a withdrawal.
create or replace function ledger_balances_bonus_bound() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  if exists (
    select from ledger_balances b
     where b.user_id = new.user_id and b.account in ('bonus', 'bonus_hold') and b.currency = new.currency and b.amount > 0
       and not exists (
         select from wagering_requirements w
          where w.user_id = b.user_id and w.currency = b.currency and w.cancelled_at is null and w.finished_at is null
            and (w.frozen_for is not null) = (b.account = 'bonus_hold')))
  then
    raise exception 'user % has bonus money and no open wagering requirement', new.user_id
      using errcode = 'check_violation', constraint = 'ledger_balances_bonus_bound';
  end if;
  return null;
end $$;

create constraint trigger ledger_balances_bonus_bound after insert or update on ledger_balances deferrable initially deferred
  for each row when (new.account in ('bonus', 'bonus_hold') and new.amount > 0) execute function ledger_balances_bonus_bound();
create constraint trigger wagering_requirements_bonus_bound after update on wagering_requirements deferrable initially deferred
  for each row when ((old.cancelled_at, old.finished_at, old.frozen_for) is distinct from (new.cancelled_at, new.finished_at, new.frozen_for))
  execute function ledger_balances_bonus_bound();
