-- What only operators change, and no server by itself: settings, rights, approvals and gifts.
create or replace function refuse_server() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not can_act_in_emergency() then
    raise exception 'only operators change %', tg_table_name using errcode = 'restrict_violation', constraint = tg_name;
  end if;
  return null;
end $$;
