-- Whether a time is the start of the first epoch of 3 s after the margin of 3 s that a round has, and the round is not out.
create or replace function is_sealed(entry_round bigint, entry_at timestamptz) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from beacon_chains c,
           lateral (select c.genesis_seconds + 3 * (entry_round - 1) + 3 as seconds) ready
     where extract(epoch from entry_at) = ceil(ready.seconds / 3.0) * 3)
    and not exists (select from beacon_rounds r where r.round >= entry_round)
$$;

-- Whoever knows the round could compute the price: an order whose round is out is not accepted, whatever the clock of the server says.
create or replace function check_sealed_trade() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not new.simulated or new.open_points is not null or not is_sealed(new.entry_round, new.opened_at) then
    raise exception 'the round % of trade % is out', new.entry_round, new.id
      using errcode = 'check_violation', constraint = 'trades_sealed';
  end if;
  return new;
end $$;

create trigger trades_sealed before insert on trades
  for each row when (new.entry_round is not null) execute function check_sealed_trade();

create or replace function check_sealed_sale() returns trigger
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
  for each row execute function check_sealed_sale();

-- A sale is carried out as ordered: at its price, and for its value.
create or replace function check_sale_carried_out() returns trigger
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
  for each row when (new.state = 'sold') execute function check_sale_carried_out();
