-- Settings that operators have changed. A setting without a row has its default.

-- owner: settings
create table settings (
  name text primary key,
  value jsonb not null,
  changed_at timestamptz not null
);
