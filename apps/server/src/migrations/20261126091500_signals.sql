-- Signals: crossings of two averages, found by every server alike. Each is kept for 30 days.

-- owner: signals
create table signals (
  id bigint generated always as identity primary key,
  symbol text not null check (symbol ~ '^[A-Z0-9]{3,12}$'),
  direction text not null check (direction in ('up', 'down')),
  -- End of the candle whose close made the averages cross.
  at timestamptz not null,
  digits smallint not null check (digits between 0 and 8),
  -- First price at or after that time, in the smallest steps of the symbol, like all prices here.
  points bigint not null check (points > 0),
  -- Minutes of the latest result that is known.
  noted_minutes smallint not null default 0 check (noted_minutes in (0, 5, 15)),
  -- First price 5 and 15 minutes later. Null: not known yet, or there was none within a minute.
  points_5 bigint check (points_5 > 0),
  points_15 bigint check (points_15 > 0),
  constraint signals_noted check ((points_5 is null or noted_minutes >= 5) and (points_15 is null or noted_minutes = 15)),
  constraint signals_once unique (symbol, at)
);
create index signals_at on signals (at desc, id desc);
create index signals_due on signals (at, id) where noted_minutes < 15;
