-- A card from which money was taken is kept longer, for refunds.
create or replace function captures_mark_card() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update cards set charged_at = new.created_at
   where id = (select card_id from deposits where id = new.deposit_id) and charged_at is null;
  return null;
end $$;

create trigger captures_mark_card after insert on captures for each row execute function captures_mark_card();
