-- Only operators approve cash above the approval limit, and say that a prize was sent.
create or replace function tournament_prizes_ordered() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.approved_at is distinct from old.approved_at and not is_ordered('{prize.pay}',
       jsonb_build_object('prize', new.id, 'trader', new.user_id, 'amount', new.paid, 'currency', new.currency))
     or new.sent_at is distinct from old.sent_at
       and not is_ordered('{prize.note_sent}', jsonb_build_object('prize', new.id)) then
    raise exception 'no operator has decided this about prize %', new.id
      using errcode = 'restrict_violation', constraint = 'tournament_prizes_ordered';
  end if;
  return null;
end $$;

create trigger tournament_prizes_ordered after update of approved_at, sent_at on tournament_prizes
  for each row execute function tournament_prizes_ordered();
