-- Checks a payout again, under the lock of its charge, when it is approved and when it is sent: the charge can have been taken back since
-- the plan.
create or replace function payouts_sendable() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.attempt_id is not null then
    perform from captures where attempt_id = new.attempt_id and number = new.capture_number
      and status in ('credited', 'credited_late', 'credited_part') for no key update;
    if not found then
      raise exception 'the charge of payout % is not on the account any more', new.id
        using errcode = 'restrict_violation', constraint = 'payouts_capture_gone';
    end if;
  end if;
  if new.destination_id is not null
     and not exists (select from withdrawal_destinations where id = new.destination_id and state = 'proved') then
    raise exception 'the destination of payout % was removed', new.id
      using errcode = 'restrict_violation', constraint = 'payouts_destination_gone';
  end if;
  if exists (select from withdrawal_destinations where id = new.destination_id and usable_from > clock_timestamp())
     and not can_act_in_emergency() then
    raise exception 'the destination of payout % cannot be used yet', new.id
      using errcode = 'restrict_violation', constraint = 'payouts_destination_waits';
  end if;
  if exists (select from ledger_balances where user_id = new.user_id and account = 'debt' and amount < 0) then
    raise exception 'user % owes money', new.user_id using errcode = 'restrict_violation', constraint = 'payouts_debt';
  end if;
  return new;
end $$;

create trigger payouts_sendable before update of state on payouts for each row
  when (old.state = 'waiting' and new.state = 'due' or old.state = 'due' and new.state = 'sent') execute function payouts_sendable();
