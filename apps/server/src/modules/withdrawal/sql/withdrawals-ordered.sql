-- Checks that only operators approve withdrawals, with the amount that they have signed.
create or replace function withdrawals_ordered() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not is_ordered('{withdrawal.approve}',
    jsonb_build_object('withdrawal', new.id, 'trader', new.user_id, 'amount', new.amount, 'currency', new.currency)) then
    raise exception 'no operator has approved withdrawal %', new.id
      using errcode = 'restrict_violation', constraint = 'withdrawals_ordered';
  end if;
  return null;
end $$;

-- A withdrawal begins with the request of a trader, and reaches no other state without the steps between.
create trigger withdrawals_begin after insert on withdrawals for each row
  when (new.state <> 'unconfirmed')
  execute function refuse_server();

create trigger withdrawals_ordered after update of state on withdrawals for each row
  when (old.state <> 'approved' and new.state = 'approved')
  execute function withdrawals_ordered();
