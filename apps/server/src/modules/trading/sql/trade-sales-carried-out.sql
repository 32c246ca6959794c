-- Checks that a sale is carried out as ordered: at its price, and for its value.
create or replace function trade_sales_carried_out() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from trades where id = new.trade_id and state = 'sold' and closed_at = new.sale_at and returned = new.value) then
    raise exception 'trade % was not sold as ordered', new.trade_id
      using errcode = 'check_violation', constraint = 'trade_sales_carried_out';
  end if;
  return null;
end $$;

create trigger trade_sales_carried_out after update on trade_sales
  for each row when (new.state = 'sold') execute function trade_sales_carried_out();
