-- Returns the account of the same person that has had the gift of a bonus, or null: it got the gift earlier, or the gift was released to it.
-- Accounts share no proved mark when they use a code; a card or payee is proved by a deposit, which the turnover of a gift needs.
create or replace function find_gift_holder(requirement_id bigint) returns bigint
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  requirement wagering_requirements;
begin
  select * into requirement from wagering_requirements where id = requirement_id;
  return (
    select o.user_id from same_person_users s join wagering_requirements o on o.user_id = s.same_id
     where s.user_id = requirement.user_id and o.gift = requirement.gift
       and (o.released > 0 or (o.created_at, o.id) < (requirement.created_at, requirement.id))
     limit 1);
end $$;
