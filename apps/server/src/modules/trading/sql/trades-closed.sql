-- Checks that a trade is closed together with its ledger entry and its turnover, and takes it out of what the house can lose. `closed` also
-- has trades that got their opening price.
create or replace function trades_closed() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  exposed record;
begin
  if find_unbooked_trade('trade.closed', (select array_agg(id) from closed where state <> 'open')) is not null then
    raise exception 'a trade was closed without its ledger entry' using errcode = 'check_violation', constraint = 'trades_booked';
  end if;
  -- A stake of own cash counts as turnover once. Ties, void trades and opposite trades do not count.
  if exists (
    select from closed c left join lateral (
      select e.amount from turnover_events e
       where e.source = 'trade:' || c.id and e.user_id = c.user_id and e.currency = c.currency) counted on true
     where c.state <> 'open' and counted.amount is distinct from
           case when not c.practice and c.state in ('won', 'lost', 'sold') and not c.is_opposite then nullif(c.stake - c.bonus_stake, 0) end)
  then
    raise exception 'a trade was closed without its turnover' using errcode = 'check_violation', constraint = 'trades_turnover';
  end if;
  -- On the ladder, the payout follows from the opening price, and with it what the house can lose. All transactions lock exposures in the
  -- same order.
  for exposed in
    select c.symbol, date_bin('1 minute', c.expires_at, '2000-01-01Z') as minute, c.direction,
           sum(case when c.state = 'open' then c.house_loss else 0 end - b.house_loss) as change
      from before b join closed c using (id) where not c.practice group by 1, 2, 3 order by 1, 2, 3
  loop
    update trade_exposures set loss = loss + exposed.change
     where symbol = exposed.symbol and minute = exposed.minute and direction = exposed.direction;
    if not found then
      raise exception 'the exposure of a trade is missing' using errcode = 'check_violation', constraint = 'trades_exposed';
    end if;
    delete from trade_exposures
     where symbol = exposed.symbol and minute = exposed.minute and direction = exposed.direction and loss = 0;
  end loop;
  -- A refused purchase is no trade.
  update trade_totals t set count = t.count - r.count
    from (select user_id, practice, count(*)::integer as count from closed where state = 'refused' group by 1, 2) r
   where t.user_id = r.user_id and t.practice = r.practice;
  return null;
end $$;

create trigger trades_closed after update on trades
  referencing old table as before new table as closed for each statement execute function trades_closed();
