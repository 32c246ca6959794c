-- What is kept of a void trade is written when it is voided.
create or replace function trade_voids_inserted() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from trades where id = new.trade_id and voided_at = new.voided_at) then
    raise exception 'trade % is not void', new.trade_id using errcode = 'check_violation', constraint = 'trade_voids_inserted';
  end if;
  return null;
end $$;

create trigger trade_voids_inserted after insert on trade_voids for each row execute function trade_voids_inserted();
