-- Checks that scores become final once, after the last trade of the tournament has closed, with the fund that the prizes share then.
create or replace function tournaments_finished() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.finished_at is not null then
    raise exception 'tournament % has finished already', old.id
      using errcode = 'restrict_violation', constraint = 'tournaments_finished';
  end if;
  if has_uncounted_trades(old.ends_at) then
    raise exception 'tournament % waits for open trades', old.id
      using errcode = 'restrict_violation', constraint = 'tournaments_finished';
  end if;
  if new.fund is distinct from find_tournament_fund(new) then
    raise exception 'tournament % has another fund', old.id
      using errcode = 'check_violation', constraint = 'tournaments_fund_share';
  end if;
  return new;
end $$;

create trigger tournaments_finished before update of finished_at, fund on tournaments
  for each row execute function tournaments_finished();
