-- Saved cards, and reports of browsers about card payments.

-- owner: cards
create table cards (
  id bigint generated always as identity primary key,
  -- Id of the card in requests and replies.
  public_id uuid not null default gen_random_uuid() unique,
  user_id bigint not null references users,
  -- Encrypted with AES-256-GCM. The security code is never stored. Null after the card was erased, like the columns below.
  number_sealed bytea,
  -- Keyed hash, by which a card is recognized without decrypting its number.
  number_hash bytea,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  brand text not null check (brand in ('visa', 'mastercard', 'maestro')),
  exp_month smallint check (exp_month between 1 and 12),
  exp_year smallint check (exp_year between 2000 and 2099),
  first_name text,
  last_name text,
  country text check (country ~ '^[A-Z]{2}$'),
  state text check (state ~ '^[A-Z]{2}$'),
  created_at timestamptz not null,
  -- When the user last entered or chose the card. A payment that names no card charges the latest one.
  selected_at timestamptz not null,
  -- One of five places for cards that the user chose to save; null for a card that is used for one payment.
  save_slot smallint check (save_slot between 1 and 5),
  -- When a processor first took money from the card. A card with a slot is saved from then on.
  charged_at timestamptz,
  -- When the card was removed. The row stays for the deposits of the card, and the card itself as long as refunds can need it.
  removed_at timestamptz,
  constraint cards_details_present check (removed_at is not null or (number_sealed is not null and number_hash is not null
    and exp_month is not null and exp_year is not null and first_name is not null and last_name is not null and country is not null))
);
-- Bounds the cards of a user: five to be saved and one for the next payment.
create unique index cards_slots on cards (user_id, coalesce(save_slot, 0)) where removed_at is null;
create index cards_user on cards (user_id);
-- Used by the search of operators.
create index cards_last4 on cards (last4, id desc);
-- Used to find the cards that can be erased.
create index cards_waiting on cards (selected_at) where removed_at is null and charged_at is null;
create index cards_removed on cards (removed_at) where removed_at is not null and number_sealed is not null;

-- Reports of browsers about card payments.
-- owner: cards
create table card_client_logs (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  kind text not null,
  detail jsonb not null,
  created_at timestamptz not null
);
create index card_client_logs_user on card_client_logs (user_id, id);

-- For other modules: the month until which a saved card is valid (YYYY-MM), and whether any card was ever charged.
-- owner: cards
create view user_cards as
  select user_id, bool_or(charged_at is not null) as has_paid,
         max(to_char(make_date(exp_year, exp_month, 1), 'YYYY-MM'))
           filter (where removed_at is null and save_slot is not null and charged_at is not null) as expires_month
    from cards group by user_id;

-- The part of cards that receipts show, for the search of operators.
-- owner: cards
create view card_hints as select id, user_id, brand, last4 from cards;
