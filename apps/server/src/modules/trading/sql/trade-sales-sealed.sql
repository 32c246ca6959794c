-- Checks that the price of a sealed sale follows from its round. A sale whose round is already public is refused, like a purchase
-- (`trades_sealed`).
create or replace function trade_sales_sealed() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.state <> 'waiting' or not is_sealed(new.entry_round, new.sale_at)
     or (select state = 'open' and open_points is not null from trades where id = new.trade_id) is not true then
    raise exception 'the round % of a sale of trade % is out', new.entry_round, new.trade_id
      using errcode = 'check_violation', constraint = 'trade_sales_sealed';
  end if;
  return new;
end $$;

create trigger trade_sales_sealed before insert on trade_sales
  for each row execute function trade_sales_sealed();
