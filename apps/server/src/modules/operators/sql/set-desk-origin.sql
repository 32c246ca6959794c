-- Sets the address of the desk, which only the owner of the tables can. @param hours for which a new operator or passkey signs nothing
create or replace function set_desk_origin(new_origin text, hours integer) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from desk_origins where origin <> new_origin;
  insert into desk_origins (origin, wait_hours) values (new_origin, hours)
    on conflict (origin) do update set wait_hours = excluded.wait_hours;
end $$;
