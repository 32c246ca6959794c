-- The prizes of a tournament are inserted at once, after its end: those that its list, its scores and the settings give, at a rate that was read, and
-- with the turnover of the settings. Cash above the approval limit waits for operators.
create or replace function tournament_prizes_checked() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  if exists (
    with winner as materialized (
      select t.id, w.* from tournaments t, list_tournament_winners(t) w
       where t.id in (select tournament_id from inserted) and t.finished_at is not null
    )
    select from inserted p left join winner w on w.id = p.tournament_id and w.rank = p.rank
     where (p.user_id, p.score, p.kind, p.amount, p.item) is distinct from (w.user_id, w.score, w.kind, w.amount, w.item))
  then
    raise exception 'a prize does not belong to the place' using errcode = 'check_violation', constraint = 'tournament_prizes_place';
  end if;
  if exists (
    select from inserted p join users u on u.id = p.user_id, find_prize_terms() terms
     where p.kind <> 'item'
       and (p.currency <> u.currency
            or p.currency = 'USD' and p.rate <> 1
            -- Servers read rates twice a minute, also between the award and its row.
            or p.currency <> 'USD' and not exists (
                 select from exchange_rates r
                  where r.code = p.currency and r.rate = p.rate
                    and r.at > (select max(l.at) from exchange_rates l where l.code = p.currency) - interval '10 minutes')
            or p.kind = 'bonus' and (p.required, p.release_max) is distinct from
                 (round(p.paid * terms.turnover_factor)::bigint, floor(p.paid * terms.release_factor)::bigint)))
  then
    raise exception 'a prize has other terms than those of the site' using errcode = 'check_violation', constraint = 'tournament_prizes_terms';
  end if;
  if exists (select from inserted where kind = 'cash' and amount > find_approval_limit() and not needs_approval) then
    raise exception 'cash above the approval limit needs an approval'
      using errcode = 'check_violation', constraint = 'tournament_prizes_approval';
  end if;
  return null;
end $$;

create trigger tournament_prizes_checked after insert on tournament_prizes
  referencing new table as inserted for each statement execute function tournament_prizes_checked();
