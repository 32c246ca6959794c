-- What traders draw on charts, and how they have arranged them.

-- owner: charts
create table drawings (
  user_id bigint not null references users on delete cascade,
  -- Id that the browser has made. Ids of different traders can be the same.
  id uuid not null,
  symbol text not null check (symbol ~ '^[A-Z0-9]{3,12}$'),
  kind text not null check (kind in ('line', 'level', 'rectangle', 'fibonacci')),
  -- One of the places of a trader on a symbol: two devices that draw at once cannot take the same one.
  slot smallint not null check (slot between 0 and 99),
  first_at timestamptz not null check (first_at between '1970-01-01 00:00:00+00' and '2200-01-01 00:00:00+00'),
  first_price double precision not null check (first_price > 0 and first_price <= 1000000000),
  -- Null for a level, which has one point.
  second_at timestamptz check (second_at between '1970-01-01 00:00:00+00' and '2200-01-01 00:00:00+00'),
  second_price double precision check (second_price > 0 and second_price <= 1000000000),
  constraint drawings_points check (num_nulls(second_at, second_price) = case kind when 'level' then 2 else 0 end),
  created_at timestamptz not null,
  primary key (user_id, id),
  constraint drawings_slot unique (user_id, symbol, slot)
);

-- owner: charts
create table chart_layouts (
  user_id bigint not null references users on delete cascade,
  -- Id that the browser has made. Ids of different traders can be the same.
  id uuid not null,
  name text not null check (length(name) between 1 and 40),
  -- One of the places of a trader: two devices cannot take the same one.
  slot smallint not null check (slot between 0 and 19),
  -- How many charts are side by side.
  arrangement text not null check (arrangement in ('one', 'two', 'four')),
  -- The four charts, as the contract describes them.
  charts jsonb not null check (jsonb_typeof(charts) = 'array' and length(charts::text) <= 8000),
  primary key (user_id, id),
  constraint chart_layouts_slot unique (user_id, slot),
  constraint chart_layouts_name unique (user_id, name)
);
