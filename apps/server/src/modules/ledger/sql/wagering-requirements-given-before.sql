-- Checks that a gift is released once to a person.
create or replace function wagering_requirements_given_before() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if find_gift_holder(new.id) is not null then
    raise exception 'the gift % of user % was given before to the same person', new.gift, new.user_id
      using errcode = 'check_violation', constraint = 'wagering_requirements_given_before';
  end if;
  return new;
end $$;

create trigger wagering_requirements_given_before before update on wagering_requirements for each row
  when (old.finished_at is null and new.gift is not null and new.released > 0) execute function wagering_requirements_given_before();
