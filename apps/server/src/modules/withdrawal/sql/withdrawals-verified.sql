-- Checks that documents are approved before money leaves.
create or replace function withdrawals_verified() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from users where id = new.user_id and verification = 'Full') then
    raise exception 'user % is not verified', new.user_id
      using errcode = 'restrict_violation', constraint = 'withdrawals_verified';
  end if;
  return new;
end $$;

create trigger withdrawals_verified before insert or update of state on withdrawals for each row
  when (new.state in ('waiting_approval', 'approved')) execute function withdrawals_verified();
