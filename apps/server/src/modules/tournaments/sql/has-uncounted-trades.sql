-- Returns whether a trade would still change the scores of a tournament that ends at this time.
create or replace function has_uncounted_trades(until timestamptz) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from trades t where t.state = 'open' and not t.practice and t.opened_at < until
       and (t.expires_at < until
            or not exists (select from tournament_trade_values v where v.trade_id = t.id and v.at = until)))
$$;
