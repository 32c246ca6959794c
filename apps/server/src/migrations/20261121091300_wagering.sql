-- Wagering, which is not money: the turnover that each bonus requires, and what each trade counts towards it.

-- owner: ledger
create table wagering_requirements (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  -- The deposit or promo code that gave the bonus. Unique, because each gives its bonus once.
  source varchar(80) not null unique,
  currency text not null,
  -- In minor units.
  bonus bigint not null check (bonus > 0),
  required bigint not null check (required > 0),
  done bigint not null default 0 check (done >= 0),
  created_at timestamptz not null,
  -- When the bonus was taken back. Its turnover is then no longer required.
  cancelled_at timestamptz
);
create index wagering_requirements_user on wagering_requirements (user_id);

-- owner: ledger
create table turnover_events (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  -- The trade. Unique, because each trade counts once.
  source text not null unique check (length(source) <= 80),
  currency text not null,
  -- In minor units.
  amount bigint not null check (amount > 0),
  created_at timestamptz not null
);
create index turnover_events_user on turnover_events (user_id, created_at);
create trigger turnover_events_append_only before update or delete or truncate on turnover_events
  for each statement execute function refuse_change();

-- Totals of a user, for other modules.
create view wagering_totals as
  select user_id, currency, sum(least(done, required))::bigint as done, sum(required)::bigint as required
    from wagering_requirements where cancelled_at is null group by user_id, currency;

-- Number of trades of a user, for other modules.
create view trade_counts as select user_id, count(*)::integer as count from turnover_events group by user_id;
