-- Checks that a bonus is decided once, and credited only to a user with a proved address.
create or replace function signup_bonuses_claim() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state <> 'waiting' or (new.user_id, new.code) is distinct from (old.user_id, old.code) then
    raise exception 'the sign-up bonus of user % is decided', old.user_id
      using errcode = 'restrict_violation', constraint = 'signup_bonuses_once';
  end if;
  if new.state = 'credited' then
    if not exists (select from users where id = new.user_id and email_proved_at is not null) then
      raise exception 'the address of user % is not proved', new.user_id
        using errcode = 'restrict_violation', constraint = 'signup_bonuses_proved';
    end if;
  end if;
  return new;
end $$;

create trigger signup_bonuses_claim before update on signup_bonuses for each row execute function signup_bonuses_claim();
