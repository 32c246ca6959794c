-- Divides ranges that have grown, so that counting within one stays short. Trades of the tournament wait for the end of the transaction.
create or replace function split_tournament_ranges(tournament integer, max_participants integer) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  part constant integer := max_participants / 2;
  highest integer;
  large record;
  following record;
begin
  perform from tournaments where id = tournament for update;
  select max(number) into highest from tournament_ranges where tournament_id = tournament;
  for large in
    select r.* from tournament_ranges r
     where r.tournament_id = tournament
       and (select sum(participants) from tournament_counts c where c.tournament_id = tournament and c.range = r.number) > max_participants
  loop
    select * into following from tournament_ranges r
     where r.tournament_id = tournament
       and (r.ranking, r.reached_at, r.user_id) > (large.ranking, large.reached_at, large.user_id)
     order by r.ranking, r.reached_at, r.user_id limit 1;
    delete from tournament_counts where tournament_id = tournament and range = large.number;
    with member as (
      select s.ranking, s.reached_at, s.user_id,
             (row_number() over (order by s.ranking, s.reached_at, s.user_id) - 1)::integer as place
        from tournament_scores s
       where s.tournament_id = tournament
         and (s.ranking, s.reached_at, s.user_id) >= (large.ranking, large.reached_at, large.user_id)
         and (s.ranking, s.reached_at, s.user_id)
               < (coalesce(following.ranking, 9223372036854775807), coalesce(following.reached_at, 'infinity'), coalesce(following.user_id, 0))
    ),
    added as (
      insert into tournament_ranges (tournament_id, ranking, reached_at, user_id, number)
      select tournament, ranking, reached_at, user_id, highest + place / part from member where place > 0 and place % part = 0
    )
    insert into tournament_counts (tournament_id, range, shard, participants)
    select tournament, case when place < part then large.number else highest + place / part end, user_id % 8, count(*)
      from member group by 1, 2, 3;
    select max(number) into highest from tournament_ranges where tournament_id = tournament;
  end loop;
end $$;
