-- Codes that are printed on the card statements of traders, who enter them to prove that the card is theirs.

-- One code per trader, on all charges until it is confirmed.
-- owner: validation
create table statement_codes (
  user_id bigint primary key references users on delete cascade,
  code text not null check (code ~ '^[0-9]{6}$'),
  attempts_left integer not null default 5 check (attempts_left between 0 and 5),
  created_at timestamptz not null,
  confirmed_at timestamptz,
  confirmed_by text check (confirmed_by in ('trader', 'operator')),
  constraint statement_codes_confirmed check ((confirmed_at is null) = (confirmed_by is null)),
  -- A code that is right after the last attempt does not count.
  constraint statement_codes_no_attempts check (confirmed_by is distinct from 'trader' or attempts_left > 0)
);

-- Deposits that make the code necessary once one of them is credited. Written before the card is charged.
-- owner: validation
create table statement_code_charges (
  deposit_id uuid primary key references deposits,
  user_id bigint not null references statement_codes on delete cascade,
  created_at timestamptz not null
);
create index statement_code_charges_user on statement_code_charges (user_id);

-- State of each user's code, for the user record. A deposit that was taken back or reversed no longer requires the code.
-- owner: validation
create view statement_code_states as
  select s.user_id, s.attempts_left, s.confirmed_at is not null as is_confirmed,
         s.confirmed_at is null and exists (
           select from statement_code_charges c join credited_card_deposits d on d.deposit_id = c.deposit_id
            where c.user_id = s.user_id) as is_required
    from statement_codes s;
