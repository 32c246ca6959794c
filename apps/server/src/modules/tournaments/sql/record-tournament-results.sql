-- Adds participants and results, given as an array: userId, symbol, at, isResult, profit, ownStake, ownEdge, the last three in minor units of
-- base currency. `at` decides for which tournament a result counts; without `isResult` it only makes the user a participant. The
-- transaction has locked the users.
create or replace function record_tournament_results(results jsonb) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  given jsonb;
  missing timestamptz;
  changed record;
begin
  select jsonb_agg(to_jsonb(g)) into given from (
    select tournament_type_for(r.symbol, r.at) as type, tournament_start_at(r.at) as start, r."userId" as user_id,
           bool_or(r."isResult") as is_result, sum(r.profit)::bigint as profit, sum(r."ownStake")::bigint as own_stake,
           sum(r."ownEdge")::bigint as own_edge,
           coalesce(max(r.at) filter (where r."isResult"), min(r.at)) as at
      from jsonb_to_recordset(results) as r("userId" bigint, symbol text, at timestamptz, "isResult" boolean, profit bigint,
                                            "ownStake" bigint, "ownEdge" bigint)
     where tournament_type_for(r.symbol, r.at) is not null
     group by 1, 2, 3) g;
  if given is null then
    return;
  end if;
  -- If the job that creates tournaments has not run for a week.
  for missing in
    select distinct r.start from jsonb_to_recordset(given) as r(type text, start timestamptz)
     where not exists (select from tournaments t where t.type = r.type and t.starts_at = r.start) order by 1
  loop
    perform create_tournaments(missing);
  end loop;
  -- The ranges stay as they are until the end of the transaction, and the tournament cannot be finished.
  perform from tournaments t
    where (t.type, t.starts_at) in (select r.type, r.start from jsonb_to_recordset(given) as r(type text, start timestamptz))
    order by t.id for key share;
  for changed in
    with result as (
      select t.id, g.*
        from jsonb_to_recordset(given) as g(type text, start timestamptz, user_id bigint, is_result boolean, profit bigint,
                                            own_stake bigint, own_edge bigint, at timestamptz)
        join tournaments t on t.type = g.type and t.starts_at = g.start
       where t.finished_at is null
    ),
    old as (
      -- A first trade that is recorded later can have been opened earlier, by a server with another clock.
      select s.tournament_id, s.user_id, s.ranking, s.reached_at, g.is_result or not s.has_result and g.at < s.reached_at as changes
        from result g join tournament_scores s on s.tournament_id = g.id and s.user_id = g.user_id
    ),
    new as (
      insert into tournament_scores as s (tournament_id, user_id, score, has_result, reached_at, own_stakes, own_edge)
      select g.id, g.user_id, g.profit, g.is_result, g.at, g.own_stake, g.own_edge from result g
       where not exists (select from old o where o.tournament_id = g.id and o.user_id = g.user_id and not o.changes)
       order by g.id, g.user_id
      on conflict (tournament_id, user_id) do update
         set score = s.score + excluded.score, has_result = excluded.has_result,
             reached_at = case when s.has_result then greatest(s.reached_at, excluded.reached_at) else excluded.reached_at end,
             own_stakes = s.own_stakes + excluded.own_stakes, own_edge = s.own_edge + excluded.own_edge
      returning s.tournament_id, s.user_id, s.ranking, s.reached_at
    ),
    moved as (
      select o.tournament_id, o.user_id, o.ranking, o.reached_at, -1 as change from old o where o.changes
      union all select n.*, 1 from new n
    )
    select m.tournament_id, r.number as range, (m.user_id % 8)::smallint as shard, sum(m.change)::integer as participants
      from moved m, lateral (
        select number from tournament_ranges r
         where r.tournament_id = m.tournament_id and (r.ranking, r.reached_at, r.user_id) <= (m.ranking, m.reached_at, m.user_id)
         order by r.ranking desc, r.reached_at desc, r.user_id desc limit 1) r
     group by 1, 2, 3 having sum(m.change) <> 0
     -- All transactions lock them in the same order.
     order by 1, 2, 3
  loop
    update tournament_counts c set participants = c.participants + changed.participants
     where c.tournament_id = changed.tournament_id and c.range = changed.range and c.shard = changed.shard;
    continue when found;
    insert into tournament_counts as c (tournament_id, range, shard, participants)
      values (changed.tournament_id, changed.range, changed.shard, changed.participants)
      on conflict (tournament_id, range, shard) do update set participants = c.participants + excluded.participants;
  end loop;
  insert into tournament_edges as e (tournament_id, shard, own_edge)
  select t.id, g.user_id % 8, sum(g.own_edge)
    from jsonb_to_recordset(given) as g(type text, start timestamptz, user_id bigint, own_edge bigint)
    join tournaments t on t.type = g.type and t.starts_at = g.start
   where t.finished_at is null and g.own_edge > 0
   group by 1, 2 order by 1, 2
  on conflict (tournament_id, shard) do update set own_edge = e.own_edge + excluded.own_edge;
end $$;
