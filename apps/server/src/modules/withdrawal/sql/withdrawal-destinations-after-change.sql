-- Checks that a new account can be used only after the time in which a change of the e-mail can be undone: after the change, codes go to
-- the new address.
create or replace function withdrawal_destinations_after_change() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from users where id = new.user_id and email_changed_at + interval '72 hours' > new.usable_from) then
    raise exception 'the e-mail of user % was changed', new.user_id
      using errcode = 'check_violation', constraint = 'withdrawal_destinations_after_change';
  end if;
  return new;
end $$;

create trigger withdrawal_destinations_after_change before insert on withdrawal_destinations
  for each row execute function withdrawal_destinations_after_change();
