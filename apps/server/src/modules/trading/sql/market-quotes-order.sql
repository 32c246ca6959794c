-- Checks that quotes are recorded in the order of their times: no quote is added later before one at which servers have already settled.
create or replace function market_quotes_order() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from added a join market_quotes q on q.symbol = a.symbol and q.at > a.at
              where not exists (select 1 from added b where b.symbol = q.symbol and b.at = q.at)) then
    raise exception 'a later quote is already recorded'
      using errcode = 'restrict_violation', constraint = 'market_quotes_order';
  end if;
  return null;
end $$;

create trigger market_quotes_order after insert on market_quotes referencing new table as added
  for each statement execute function market_quotes_order();
