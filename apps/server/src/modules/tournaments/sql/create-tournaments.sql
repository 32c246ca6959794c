-- Adds the two tournaments of the week of `at`, unless they exist.
create or replace function create_tournaments(at timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with week as (select date_bin('7 days', at, '2001-01-01 00:00Z') as monday),
  created as (
    insert into tournaments (type, starts_at, ends_at)
    select 'weekly', monday, monday + interval '117 hours' from week
    union all select 'weekend', monday + interval '117 hours', monday + interval '165 hours' from week
    on conflict (type, starts_at) do nothing
    returning id
  )
  insert into tournament_ranges (tournament_id, ranking, reached_at, user_id, number)
  select id, -9223372036854775808, '-infinity', 0, 0 from created
$$;
