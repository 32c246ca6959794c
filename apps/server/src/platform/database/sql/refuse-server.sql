-- Refuses a change that only operators can make, and no server by itself: rights and gifts. Functions that have checked what operators have
-- signed write as the owner.
create or replace function refuse_server() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not can_act_in_emergency()
     and current_user is distinct from (select tableowner from pg_tables where schemaname = 'public' and tablename = tg_table_name) then
    raise exception 'only operators change %', tg_table_name using errcode = 'restrict_violation', constraint = tg_name;
  end if;
  return null;
end $$;
