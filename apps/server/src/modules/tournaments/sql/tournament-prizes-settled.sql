-- Checks that a prize is settled once, for a verified winner, and that its money is in the ledger. A prize that no operator can refuse
-- lapses only if its winner was not verified in time, or another account of the person has one.
create or replace function tournament_prizes_settled() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.settled_at is not null or old.lapsed_at is not null then
    raise exception 'prize % is decided already', old.id
      using errcode = 'restrict_violation', constraint = 'tournament_prizes_settled';
  end if;
  if new.lapsed_at is not null then
    if not (new.needs_approval and new.approved_at is null)
       and not (new.lapsed_at >= new.verify_until
                and exists (select from users where id = new.user_id and verification <> 'Full'))
       and not exists (select from same_person_users l join tournament_prizes o on o.user_id = l.same_id
                        where l.user_id = new.user_id and o.tournament_id = new.tournament_id
                          and (o.settled_at is not null or o.lapsed_at is null and o.rank < new.rank))
    then
      raise exception 'prize % has no reason to lapse', new.id
        using errcode = 'check_violation', constraint = 'tournament_prizes_lapsed';
    end if;
    return null;
  end if;
  if exists (select from same_person_users l join tournament_prizes o on o.user_id = l.same_id
              where l.user_id = new.user_id and o.tournament_id = new.tournament_id and o.settled_at is not null)
  then
    raise exception 'an account of the same person has had a prize of tournament %', new.tournament_id
      using errcode = 'check_violation', constraint = 'tournament_prizes_person';
  end if;
  if not exists (select from users where id = new.user_id and verification = 'Full') then
    raise exception 'the winner of prize % is not verified', new.id
      using errcode = 'check_violation', constraint = 'tournament_prizes_verified';
  end if;
  if exists (
    select from (values (1)) as one left join lateral (
      select sum(abs(l.amount)) as total,
             sum(l.amount) filter (where l.account = new.kind and l.user_id = new.user_id and l.currency = new.currency) as gained
        from ledger_entries e join ledger_lines l on l.entry_id = e.id
       where e.kind = 'prize.paid' and e.subject = 'tournament:' || new.tournament_id || '/' || new.rank) booked on true
     where (booked.gained, booked.total) is distinct from (new.paid::numeric, 2 * new.paid::numeric)
        or (select array[w.required, w.release_max] from wagering_requirements w
             where w.source = 'tournament:' || new.tournament_id || '/' || new.rank
               and w.user_id = new.user_id and w.currency = new.currency and w.bonus = new.paid)
           is distinct from case new.kind when 'bonus' then array[new.required, new.release_max] end)
  then
    raise exception 'a prize was settled without its payment'
      using errcode = 'check_violation', constraint = 'tournament_prizes_booked';
  end if;
  return null;
end $$;

create trigger tournament_prizes_settled after update of settled_at, lapsed_at on tournament_prizes for each row
  when (new.settled_at is distinct from old.settled_at or new.lapsed_at is distinct from old.lapsed_at)
  execute function tournament_prizes_settled();
