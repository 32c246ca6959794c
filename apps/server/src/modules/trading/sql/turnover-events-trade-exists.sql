-- Checks that turnover is counted for closed trades only.
create or replace function turnover_events_trade_exists() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Selected, not conditions: else a session can keep a plan that reads the whole index of closed trades.
  if (select not practice and state in ('won', 'lost', 'sold') and not is_opposite from trades
       where id = substr(new.source, 7)::uuid and 'trade:' || id = new.source)
     is not true
  then
    raise exception 'no trade has ended for the turnover %', new.source
      using errcode = 'restrict_violation', constraint = 'turnover_events_trade_exists';
  end if;
  return null;
end $$;

create trigger turnover_events_trade_exists after insert on turnover_events for each row
  when (new.source like 'trade:%') execute function turnover_events_trade_exists();
