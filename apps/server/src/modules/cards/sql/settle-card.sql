-- A new card stays after its payment only if the payment succeeded and the user chose to save it. It then replaces an earlier
-- entry of the same card. A payment that the user replaced by another one leaves its card to that one.
create or replace function settle_card() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update cards c set removed_at = new.ended_at
    from cards used
   where used.id = new.card_id and used.removed_at is null and c.user_id = used.user_id and c.removed_at is null
     and case when new.state = 'succeeded' and used.save_slot is not null
         then c.id <> used.id and c.number_hash = used.number_hash
         else c.id = used.id and (c.save_slot is null or c.charged_at is null) end;
  return null;
end $$;

create trigger deposits_settle_card after update of state on deposits for each row
  when (new.card_id is not null and new.ended_at is not null and old.ended_at is null
    and new.state in ('succeeded', 'failed') and new.reason is distinct from 'deposits.superseded')
  execute function settle_card();
