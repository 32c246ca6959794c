-- Checks that no trade ends without deciding the return of a loss that it has.
create or replace function trades_loss_returned() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  if exists (select from closed c join loss_returns r on r.trade_id = c.id where c.state <> 'open' and r.returned is null) then
    raise exception 'a trade was closed without the return of a loss'
      using errcode = 'check_violation', constraint = 'trades_loss_returned';
  end if;
  return null;
end $$;

create trigger trades_loss_returned after update on trades
  referencing new table as closed for each statement execute function trades_loss_returned();
