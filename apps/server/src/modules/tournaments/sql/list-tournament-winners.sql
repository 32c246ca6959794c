-- Lists what a finished tournament awards: the best accounts that meet the conditions, each person once, with the prize of the place in minor units of
-- base currency. It is a share of the fund and a part of the edge of the winner's own stakes; an item that this does not cover is paid as
-- cash. (packages/rules/src/tournaments/fund.ts)
create or replace function list_tournament_winners(given tournaments)
  returns table (rank bigint, user_id bigint, score bigint, kind text, amount bigint, item text)
  language sql stable set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
  with listed as materialized (
    select l.place, l.prize ->> 'kind' as kind, l.prize ->> 'item' as item, (l.prize ->> 'amount')::numeric * 100 as amount
      from jsonb_array_elements(find_listed_prizes(given)) with ordinality l(prize, place)
  ),
  candidate as materialized (
    select row_number() over (order by s.ranking, s.reached_at, s.user_id) as place, s.user_id, s.score, s.own_edge
      from (select s.* from tournament_scores s, find_prize_terms() terms
             where s.tournament_id = given.id and s.ranking < 0 and s.own_stakes >= terms.min_stakes
               and not exists (
                 select from same_person_users l join tournament_scores b on b.tournament_id = s.tournament_id and b.user_id = l.same_id
                  where l.user_id = s.user_id and b.ranking < 0 and b.own_stakes >= terms.min_stakes
                    and (b.ranking, b.reached_at, b.user_id) < (s.ranking, s.reached_at, s.user_id))
             order by s.ranking, s.reached_at, s.user_id limit (select count(*) from listed)) s
  ),
  won as (
    select c.*, l.kind, l.item, l.amount as listed,
           case when given.fund is null then l.amount
                else least(div(l.amount * given.fund, (select sum(a.amount) from listed a)), div(c.own_edge * terms.max_edge_percent, 100)) end as amount
      from candidate c join listed l using (place), find_prize_terms() terms
  )
  select place, user_id, score, case when kind = 'item' and amount < listed then 'cash' else kind end, amount::bigint,
         case when amount = listed then item end
    from won where amount > 0
$$;
