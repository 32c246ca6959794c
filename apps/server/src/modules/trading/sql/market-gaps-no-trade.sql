-- Checks that no trade depends on a price that the market skips: none was open then, and gaps do not overlap.
create or replace function market_gaps_no_trade() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from market_gaps g
              where g.from_at <> new.from_at and g.from_at < new.to_at and new.from_at < g.to_at)
     or exists (select from trades t where t.simulated and t.state = 'open' and t.expires_at >= new.from_at) then
    raise exception 'a trade is open in the gap, or another gap is'
      using errcode = 'restrict_violation', constraint = 'market_gaps_no_trade';
  end if;
  return new;
end $$;

create trigger market_gaps_no_trade before insert on market_gaps
  for each row execute function market_gaps_no_trade();
