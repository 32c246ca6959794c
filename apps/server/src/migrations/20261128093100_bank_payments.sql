-- Money that has arrived on our bank accounts, by the statements that operators import. It is matched with what traders report.

-- owner: deposits
create table bank_payments (
  id bigint generated always as identity primary key,
  -- The number of our account, an IBAN where it has one.
  account text not null check (length(account) between 4 and 40),
  -- Reference of the bank for the entry, or a hash of the row.
  entry_key text not null check (length(entry_key) between 5 and 200),
  -- An entry is imported once, even if its statement is imported several times.
  constraint bank_payments_entry unique (account, entry_key),
  booked_on date not null,
  -- Minor units.
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  payer text not null,
  -- Text that the payer wrote.
  words text not null,
  imported_at timestamptz not null
);
create index bank_payments_booked on bank_payments (booked_on);

-- How the columns of an account's CSV files are named, as in the last one that was imported.
-- owner: deposits
create table bank_formats (
  account text primary key,
  format jsonb not null,
  changed_at timestamptz not null
);

-- A payment is credited once.
create unique index operator_commands_bank_payment on operator_commands ((input::jsonb ->> 'payment'))
  where action = 'claim.accept' and outcome = 'done';

-- Which payments were credited, for other modules.
-- owner: operators
create view accepted_bank_payments as
  select input::jsonb ->> 'payment' as payment_id, (input::jsonb ->> 'deposit')::uuid as deposit_id
    from operator_commands where action = 'claim.accept' and outcome = 'done' and input::jsonb ->> 'payment' is not null;
