-- Filters of lists at the desk that operators have saved by a name.
-- owner: operators
create table operator_views (
  id uuid primary key,
  operator_id bigint not null references operators,
  name text not null check (length(btrim(name)) between 1 and 40),
  -- The screen and its filter, e.g. `/deposits?queue=claims`.
  address text not null check (address ~ '^/[a-z]+\?' and length(address) <= 500),
  created_at timestamptz not null default clock_timestamp()
);
create unique index operator_views_name on operator_views (operator_id, lower(name));
