-- Checks that the card of a capture is marked as charged (`mark_card_charged`), so that what a refund needs is not deleted early.
create or replace function captures_card_charged() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from deposits d join cards c on c.id = d.card_id where d.id = new.deposit_id and c.charged_at is null) then
    raise exception 'capture of attempt % from a card that is not marked as charged', new.attempt_id
      using errcode = 'check_violation', constraint = 'captures_card_charged';
  end if;
  return null;
end $$;

create constraint trigger captures_card_charged after insert on captures deferrable initially deferred
  for each row execute function captures_card_charged();
