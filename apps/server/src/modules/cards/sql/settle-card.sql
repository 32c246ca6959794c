-- Keeps a new card after its payment only if the payment succeeded and the user chose to save it. It then replaces an earlier entry of the
-- same card. Called by the statement that ends a deposit.
create or replace function settle_card(used_card bigint, is_paid boolean, settled_time timestamptz) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update cards c set removed_at = settled_time
    from cards used
   where used.id = used_card and used.removed_at is null and c.user_id = used.user_id and c.removed_at is null
     and case when is_paid and used.save_slot is not null
         then c.id <> used.id and c.number_hash = used.number_hash
         else c.id = used.id and (c.save_slot is null or c.charged_at is null) end;
end $$;
