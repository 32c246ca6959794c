-- Checks that only operators pay by hand: the part, the amount and the bank's reference that they have signed.
create or replace function payouts_by_hand() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not is_ordered('{withdrawal.pay_by_hand}', jsonb_build_object('withdrawal', new.withdrawal_id, 'part', new.number, 'trader', new.user_id,
    'amount', new.amount, 'currency', new.currency, 'reference', new.sent_reference)) then
    raise exception 'no operator has paid payout % by hand', new.id
      using errcode = 'restrict_violation', constraint = 'payouts_by_hand';
  end if;
  return null;
end $$;

create trigger payouts_by_hand after update on payouts for each row
  when (new.by_hand and not old.by_hand) execute function payouts_by_hand();
