-- The number of a card that is no longer used is deleted; the rest of the row stays for its deposits.
-- owner: cards
alter table cards
  alter column number_sealed drop not null,
  alter column number_hash drop not null,
  add constraint cards_number_present check (replaced_at is not null or (number_sealed is not null and number_hash is not null));
create index cards_replaced on cards (replaced_at) where replaced_at is not null and number_sealed is not null;

-- When cards were used, for other modules.
create view deposit_card_uses as select user_id, card_id, ended_at from deposits where card_id is not null;
