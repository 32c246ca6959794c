-- Offers with a time limit, and the codes on card statements that traders confirm. Empty until these features write them.

-- owner: promo
create table offers (
  user_id bigint not null references users on delete cascade,
  name text not null check (name in ('limited', 'risk_free')),
  -- Bonus in percent of the deposit.
  percent integer not null check (percent between 1 and 100),
  promo text not null check (length(promo) between 3 and 40),
  ends_at timestamptz not null,
  -- When the trader accepted or dismissed it.
  decided_at timestamptz,
  primary key (user_id, name)
);

-- owner: profile
create table statement_codes (
  user_id bigint primary key references users on delete cascade,
  attempts_left integer not null default 5 check (attempts_left between 0 and 5),
  confirmed_at timestamptz
);
