-- Returns whether the user has claimed the gift, and no other account has claimed it for one of the user's marks.
create or replace function is_gift_claimed(claimant bigint, claimed_gift text) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(bool_or(c.user_id = claimant), count(m.hash) = 0) and not coalesce(bool_or(c.user_id <> claimant), false)
    from user_marks m left join gift_claims c on c.gift = claimed_gift and c.kind = m.kind and c.hash = m.hash
   where m.user_id = claimant and m.kind <> 'address'
$$;
