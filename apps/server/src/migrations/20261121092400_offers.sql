-- Offers with a time limit, and the codes on card statements that traders confirm. Empty until these features write them.

-- A row when the trader opens or dismisses an offer.
-- owner: promo
create table offers (
  user_id bigint not null references users on delete cascade,
  name text not null check (name in ('limited', 'risk_free')),
  -- Bonus in percent of the deposit, or part of the loss that can come back.
  percent integer not null,
  constraint offers_percent_check check (percent between 1 and case name when 'risk_free' then 20 else 100 end),
  -- Of the bonus.
  promo text check (length(promo) between 3 and 40),
  constraint offers_bonus check ((promo is null) = (name = 'risk_free')),
  -- Its time begins when it is opened. Null: it was dismissed before.
  ends_at timestamptz,
  -- When the trader accepted or dismissed it.
  decided_at timestamptz,
  primary key (user_id, name)
);

-- Suggestions that a trader has dismissed, e.g. to pay by bitcoin. After the second time they stay away.
-- owner: promo
create table dismissed_suggestions (
  user_id bigint not null references users on delete cascade,
  name text not null check (name in ('bitcoin')),
  times smallint not null check (times between 1 and 2),
  dismissed_at timestamptz not null,
  primary key (user_id, name)
);

-- For other modules.
create view suggestion_states as select user_id, name, times, dismissed_at from dismissed_suggestions;

-- owner: profile
create table statement_codes (
  user_id bigint primary key references users on delete cascade,
  attempts_left integer not null default 5 check (attempts_left between 0 and 5),
  confirmed_at timestamptz
);
