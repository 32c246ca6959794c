-- Checks that prizes are inserted at once and in the order of the places, and cost less than the participants' trades have brought in.
create or replace function tournament_prizes_checked() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  if exists (
    select from inserted p join tournaments t on t.id = p.tournament_id
      left join tournament_scores s on s.tournament_id = p.tournament_id and s.user_id = p.user_id
     where t.finished_at is null or s.score is distinct from p.score
        or exists (select from tournament_prizes o join tournament_scores b on b.tournament_id = o.tournament_id and b.user_id = o.user_id
                    where o.tournament_id = p.tournament_id and o.rank < p.rank
                      and (b.ranking, b.reached_at, b.user_id) > (s.ranking, s.reached_at, s.user_id)))
  then
    raise exception 'a prize does not belong to the place' using errcode = 'check_violation', constraint = 'tournament_prizes_place';
  end if;
  if exists (
    select from inserted p join tournaments t on t.id = p.tournament_id
      join tournament_scores s on s.tournament_id = p.tournament_id and s.user_id = p.user_id
     where t.fund is not null
       and (p.amount > s.own_edge or (select sum(o.amount) from tournament_prizes o where o.tournament_id = t.id) > t.fund))
  then
    raise exception 'prizes cost more than the fund' using errcode = 'check_violation', constraint = 'tournament_prizes_fund';
  end if;
  return null;
end $$;

create trigger tournament_prizes_checked after insert on tournament_prizes
  referencing new table as inserted for each statement execute function tournament_prizes_checked();
