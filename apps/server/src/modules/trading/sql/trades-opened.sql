-- Checks that a trade is bought together with its ledger entry, and only as long as the house can bear the loss. Also counts the trades of
-- each trader.
create or replace function trades_opened() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  exposed record;
begin
  if exists (select from inserted where state <> 'open') then
    raise exception 'a trade begins open' using errcode = 'check_violation', constraint = 'trades_begin_open';
  end if;
  if find_unbooked_trade('trade.opened', (select array_agg(id) from inserted)) is not null then
    raise exception 'a trade was bought without its ledger entry' using errcode = 'check_violation', constraint = 'trades_booked';
  end if;
  -- All transactions lock exposures in the same order.
  for exposed in
    select symbol, date_bin('1 minute', expires_at, '2000-01-01Z') as minute, direction, sum(house_loss) as loss,
           min(house_loss_max) as loss_max
      from inserted where not practice group by 1, 2, 3 order by 1, 2, 3
  loop
    insert into trade_exposures as e (symbol, minute, direction, loss, loss_max)
      values (exposed.symbol, exposed.minute, exposed.direction, exposed.loss, exposed.loss_max)
      on conflict (symbol, minute, direction) do update set loss = e.loss + excluded.loss, loss_max = excluded.loss_max;
  end loop;
  insert into trade_totals as t (user_id, practice, count)
    select user_id, practice, count(*) from inserted group by 1, 2 order by 1, 2
    on conflict (user_id, practice) do update set count = t.count + excluded.count;
  return null;
end $$;

create trigger trades_opened after insert on trades
  referencing new table as inserted for each statement execute function trades_opened();
