-- Checks that a payout belongs to the trader of its withdrawal, and goes to an account that was proved and has waited, or back to a card or
-- wallet: together never more than its charge. Nothing is paid to a trader who owes money.
create or replace function payouts_place() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  charge record;
begin
  if new.state <> 'waiting' or not exists (
    select from withdrawals where id = new.withdrawal_id and user_id = new.user_id and currency = new.currency) then
    raise exception 'payout % does not fit its withdrawal', new.id using errcode = 'check_violation', constraint = 'payouts_owner';
  end if;
  if exists (select from ledger_balances where user_id = new.user_id and account = 'debt' and amount < 0) then
    raise exception 'user % owes money', new.user_id using errcode = 'check_violation', constraint = 'payouts_debt';
  end if;
  if new.destination_id is not null then
    if not exists (select from withdrawal_destinations where id = new.destination_id and user_id = new.user_id
                      and method = new.method and state = 'proved' and usable_from <= new.created_at) then
      raise exception 'the destination of payout % cannot be used', new.id
        using errcode = 'check_violation', constraint = 'payouts_destination_usable';
    end if;
    if new.attempt_id is null then
      return null;
    end if;
  end if;
  -- Two payouts of one charge wait for each other.
  select c.amount, c.currency, c.status, c.processor, d.user_id into charge
    from captures c join deposits d on d.id = c.deposit_id
   where c.attempt_id = new.attempt_id and c.number = new.capture_number for no key update of c;
  if charge.user_id is distinct from new.user_id or charge.currency <> new.currency or charge.processor <> new.processor
     or charge.status not in ('credited', 'credited_late', 'credited_part') then
    raise exception 'payout % cannot refund this charge', new.id
      using errcode = 'check_violation', constraint = 'payouts_capture_owner';
  end if;
  -- What went back untraded has gone with its fee, unless the fee came back: of a withdrawal that was paid in part.
  if charge.amount < (select sum(case w.state when 'paid_part' then p.amount else greatest(p.amount, p.untraded) end)
                        from payouts p join withdrawals w on w.id = p.withdrawal_id
                       where p.attempt_id = new.attempt_id and p.capture_number = new.capture_number
                         and p.state not in ('refused', 'dropped')) then
    raise exception 'payout % is more than is left of its charge', new.id
      using errcode = 'check_violation', constraint = 'payouts_within_capture';
  end if;
  return null;
end $$;

create trigger payouts_place after insert on payouts for each row execute function payouts_place();
