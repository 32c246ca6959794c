-- Checks that a return has the terms of its loss, and that each person gets one.
create or replace function loss_returns_inserted() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.trade_id is not null or not exists (
    select from first_losing_days d join users u on u.id = d.user_id
     where d.user_id = new.user_id and d.currency = new.currency and d.loss * new.percent / 100 = new.amount
       and u.currency = d.currency)
  then
    raise exception 'the return of trader % is not the part of a loss', new.user_id
      using errcode = 'check_violation', constraint = 'loss_returns_terms';
  end if;
  if not is_gift_claimed(new.user_id, 'loss_return') then
    raise exception 'the person of account % has had a return before', new.user_id
      using errcode = 'check_violation', constraint = 'loss_returns_claimed';
  end if;
  return null;
end $$;

create trigger loss_returns_inserted after insert on loss_returns
  for each row execute function loss_returns_inserted();
