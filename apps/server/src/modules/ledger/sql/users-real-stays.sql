-- A real account stays open.
create or replace function users_real_stays() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'the real account of user % stays open', old.id
    using errcode = 'restrict_violation', constraint = 'users_real_stays';
end $$;

create trigger users_real_stays before update of real_opened_at on users for each row
  when (old.real_opened_at is not null and new.real_opened_at is distinct from old.real_opened_at)
  execute function users_real_stays();
