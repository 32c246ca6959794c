-- Saved cards, and reports of browsers about card payments.

-- owner: cards
create table cards (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  -- Encrypted with AES-256-GCM. The security code is never stored. Null when the number of a replaced card was deleted.
  number_sealed bytea,
  -- Keyed hash, to recognize a card without decrypting its number.
  number_hash bytea,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  brand text not null check (brand in ('visa', 'mastercard', 'maestro')),
  exp_month smallint not null check (exp_month between 1 and 12),
  exp_year smallint not null check (exp_year between 2000 and 2099),
  first_name text not null,
  last_name text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  state text check (state ~ '^[A-Z]{2}$'),
  created_at timestamptz not null,
  -- When the user replaced or removed the card. The row stays for the deposits that charged it.
  replaced_at timestamptz,
  constraint cards_number_present check (replaced_at is not null or (number_sealed is not null and number_hash is not null))
);
create unique index cards_one_per_user on cards (user_id) where replaced_at is null;
-- Finds the numbers that can be deleted.
create index cards_replaced on cards (replaced_at) where replaced_at is not null and number_sealed is not null;

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

-- Cards that can be charged until they expire, for other modules. expires_month is YYYY-MM.
create view active_cards as
  select user_id, to_char(make_date(exp_year, exp_month, 1), 'YYYY-MM') as expires_month
    from cards where replaced_at is null;
