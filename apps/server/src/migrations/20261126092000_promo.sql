-- Promo codes, who used them, the bonus that each use gave, and offers with a time limit.

-- The terms of a code never change: another bonus is another code.
-- owner: promo
create table promo_codes (
  code text primary key check (code ~ '^[A-Z0-9-]{3,40}$'),
  -- This name is reserved for an offer that has no code of an operator.
  constraint promo_codes_reserved check (code <> 'RISK-FREE'),
  -- Traders who can use it. An offer's code is only for the traders who accept the offer.
  audience text not null check (audience in ('everyone', 'new_account', 'offer')),
  -- The bonus: percent of the deposit, or an amount in minor units of the base currency.
  percent integer check (percent between 1 and 100),
  amount bigint check (amount > 0),
  constraint promo_codes_bonus check (num_nonnulls(percent, amount) = 1),
  -- Minimum deposit in minor units of the base currency. Null: the code needs no deposit.
  min_deposit bigint check (min_deposit >= 100),
  constraint promo_codes_percent check (percent is null or min_deposit is not null),
  starts_at timestamptz not null,
  -- End of the code. Null: it is valid until an operator ends it.
  ends_at timestamptz check (ends_at >= starts_at),
  max_uses integer check (max_uses > 0),
  max_uses_per_trader integer not null check (max_uses_per_trader between 1 and 1000),
  -- A code without a deposit is a gift, which a person gets once.
  constraint promo_codes_gift_once check (min_deposit is not null or max_uses_per_trader = 1),
  uses integer not null default 0,
  constraint promo_codes_uses check (uses between 0 and coalesce(max_uses, uses)),
  created_at timestamptz not null
);
-- The first code, for new accounts. Operators can end it.
insert into promo_codes (code, audience, amount, starts_at, max_uses_per_trader, created_at)
  values ('WELCOME', 'new_account', 2000, '2026-01-01Z', 1, now());

-- owner: promo
create table promo_redemptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  code text not null references promo_codes,
  -- stored: waits for a deposit; used: its bonus is credited; refused: the code no longer fitted the deposit; removed: the trader removed
  -- it.
  state text not null check (state in ('stored', 'used', 'refused', 'removed')),
  -- Terms that the trader was shown. Amounts are in minor units of the account's currency.
  currency text not null,
  percent integer,
  amount bigint,
  constraint promo_redemptions_terms check (num_nonnulls(percent, amount) = 1),
  min_deposit bigint,
  turnover_factor integer not null check (turnover_factor > 0),
  -- The bonus releases at most this many times its amount when its turnover is done.
  release_factor numeric not null check (release_factor > 0),
  created_at timestamptz not null,
  decided_at timestamptz,
  constraint promo_redemptions_decided check ((state = 'stored') = (decided_at is null)),
  -- Time at which a used code had to be valid: when it was entered, or when its deposit was opened.
  valid_at timestamptz,
  -- The deposit that the code was used with, or that it did not fit.
  deposit_id uuid references deposits,
  -- Number of this use of the code by this trader. Set by the trigger.
  number integer check (number > 0),
  bonus bigint check (bonus > 0),
  required bigint check (required > 0),
  constraint promo_redemptions_used
    check (num_nonnulls(number, bonus, required, valid_at) = case when state = 'used' then 4 else 0 end),
  -- Text key of why the code was refused.
  reason text,
  constraint promo_redemptions_reason check ((state = 'refused') = (reason is not null)),
  unique (code, user_id, number)
);
create unique index promo_redemptions_stored on promo_redemptions (user_id) where state = 'stored';
create unique index promo_redemptions_deposit on promo_redemptions (deposit_id) where state = 'used';
create index promo_redemptions_user on promo_redemptions (user_id, id);

-- Bonuses of promo codes that traders entered when they opened an account.
-- owner: promo
create table signup_bonuses (
  user_id bigint primary key references users,
  code text not null check (length(code) between 3 and 40),
  state text not null default 'waiting' check (state in ('waiting', 'credited', 'refused')),
  created_at timestamptz not null,
  decided_at timestamptz,
  -- Text key of why the bonus was refused.
  reason text,
  constraint signup_bonuses_decided check ((state = 'waiting') = (decided_at is null)),
  constraint signup_bonuses_reason check ((state = 'refused') = (reason is not null))
);

-- Offers that traders have opened or dismissed.
-- owner: offers
create table offers (
  user_id bigint not null references users on delete cascade,
  name text not null check (name in ('limited', 'risk_free')),
  -- Bonus in percent of the deposit, or percent of the loss that can come back.
  percent integer not null,
  constraint offers_percent_check check (percent between 1 and case name when 'risk_free' then 20 else 100 end),
  -- Code of the bonus.
  promo text references promo_codes check (length(promo) between 3 and 40),
  constraint offers_bonus check ((promo is null) = (name = 'risk_free')),
  -- End of the offer. Its time begins when the trader opens it. Null: it was dismissed before.
  ends_at timestamptz,
  -- When the trader accepted or dismissed the offer.
  decided_at timestamptz,
  decision text check (decision in ('accepted', 'ignored')),
  constraint offers_decided check ((decision is null) = (decided_at is null)),
  constraint offers_opened check (ends_at is not null or decision is not distinct from 'ignored'),
  primary key (user_id, name)
);

-- Notices that a trader has closed, e.g. the suggestion to pay by bitcoin, which stays away after the second day.
-- owner: offers
create table dismissed_notices (
  user_id bigint not null references users on delete cascade,
  name text not null check (name in ('bitcoin', 'first_steps', 'trade_guide', 'weekend', 'promo_refusal')),
  times smallint not null check (times between 1 and 2),
  dismissed_at timestamptz not null,
  primary key (user_id, name)
);

-- Notices that each user has closed, for other modules.
-- owner: offers
create view closed_notices as select user_id, name, times, dismissed_at from dismissed_notices;

-- Bonuses that promo codes have added to deposits, for other modules.
-- owner: promo
create view promo_deposit_bonuses as
  select deposit_id, code, bonus, required, floor(bonus * release_factor)::bigint as release_max
    from promo_redemptions where state = 'used' and deposit_id is not null;

-- Turnover that the bonuses of stored codes will ask for, as a multiple of what they release at most. For other modules.
-- owner: promo
create view stored_code_ratios as select turnover_factor / release_factor as ratio from promo_redemptions where state = 'stored';
