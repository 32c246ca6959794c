-- Saved views of lists. Each operator has at most 30 of their own, and sees no others.

create or replace function list_operator_views(secret bytea) returns table (id uuid, name text, address text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select v.id, v.name, v.address from find_session_operator(secret) o join operator_views v on v.operator_id = o.id order by lower(v.name)
$$;

-- The same name again replaces the view.
create or replace function save_operator_view(secret bytea, view_id uuid, view_name text, view_address text) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  operator operators := require_session_operator(secret);
begin
  if (select count(*) from operator_views where operator_id = operator.id and lower(name) <> lower(view_name)) >= 30 then
    raise exception '% has 30 saved views', operator.name using errcode = 'restrict_violation', constraint = 'operator_views_many';
  end if;
  insert into operator_views (id, operator_id, name, address) values (view_id, operator.id, view_name, view_address)
    on conflict (operator_id, lower(name)) do update set name = excluded.name, address = excluded.address;
end $$;

create or replace function remove_operator_view(secret bytea, view_id uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  operator operators := require_session_operator(secret);
begin
  delete from operator_views where id = view_id and operator_id = operator.id;
end $$;
