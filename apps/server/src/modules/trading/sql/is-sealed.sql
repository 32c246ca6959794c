-- Returns whether a time is the start of the first epoch of 3 s after the margin of 3 s that a round has, and the round is not out.
create or replace function is_sealed(entry_round bigint, entry_at timestamptz) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from beacon_chains c,
           lateral (select c.genesis_seconds + 3 * (entry_round - 1) + 3 as seconds) ready
     where extract(epoch from entry_at) = ceil(ready.seconds / 3.0) * 3)
    and not exists (select from beacon_rounds r where r.round >= entry_round)
$$;
