-- Marks a card from which money was taken, so that it is kept longer, for refunds. Called by the statement that inserts a capture.
create or replace function mark_card_charged(charged_deposit uuid, charged_time timestamptz) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update cards set charged_at = charged_time
   where id = (select card_id from deposits where id = charged_deposit) and charged_at is null;
end $$;
