-- The history also shows the strike of an option of the ladder. Null: the closing price is compared with the opening price.
create or replace view trade_facts as
  select id, user_id, symbol, direction, state, opened_at, expires_at, closed_at, digits,
         nullif(strike_points, open_points) as strike_points
    from trades;
