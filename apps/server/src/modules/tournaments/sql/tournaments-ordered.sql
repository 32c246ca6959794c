-- Checks that operators change the prizes of a tournament only until it begins, and cancel it until it ends. Nothing else of it changes
-- before that.
create or replace function tournaments_ordered() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  is_right boolean;
begin
  if (new.cancelled_at, new.cancel_words) is not distinct from (old.cancelled_at, old.cancel_words) then
    -- Lists must be equal: `is_ordered` would take a part of one for the whole.
    is_right := clock_timestamp() < new.starts_at and new.cancelled_at is null
      and is_ordered('{tournament.change}', jsonb_build_object('tournament', new.id))
      and (can_act_in_emergency() or exists (
        select from operator_commands c
         where c.done_in = pg_current_xact_id() and c.action = 'tournament.change'
           and (c.input::jsonb ->> 'tournament')::integer = new.id and c.input::jsonb -> 'prizes' = new.prizes));
  else
    is_right := clock_timestamp() < new.ends_at and old.cancelled_at is null and new.prizes is not distinct from old.prizes
      and is_ordered('{tournament.cancel}', jsonb_build_object('tournament', new.id, 'words', new.cancel_words));
  end if;
  if is_right is not true then
    raise exception 'no operator has ordered this for tournament %, or it is too late', new.id
      using errcode = 'restrict_violation', constraint = 'tournaments_ordered';
  end if;
  return null;
end $$;

create trigger tournaments_ordered after update of prizes, cancelled_at, cancel_words on tournaments
  for each row execute function tournaments_ordered();
create trigger tournaments_begin after insert on tournaments for each row
  when (num_nonnulls(new.prizes, new.begun_prizes, new.cancelled_at, new.finished_at) > 0) execute function refuse_server();
