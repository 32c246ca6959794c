-- Checks that the price of a sealed order follows from its round. An order whose round is already public is refused, whatever the server’s
-- clock says.
create or replace function trades_sealed() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not new.simulated or new.open_points is not null or not is_sealed(new.entry_round, new.opened_at) then
    raise exception 'the round % of trade % is out', new.entry_round, new.id
      using errcode = 'check_violation', constraint = 'trades_sealed';
  end if;
  return new;
end $$;

create trigger trades_sealed before insert on trades
  for each row when (new.entry_round is not null) execute function trades_sealed();
