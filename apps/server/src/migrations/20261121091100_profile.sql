-- What a user's browser reports about visits, and whether the user wants to see tips.

-- owner: profile
create table visits (
  user_id bigint primary key references users on delete cascade,
  -- When the phone layout was last used; null if never.
  phone_at timestamptz,
  -- Host name of the latest visit.
  host text check (length(host) between 1 and 253),
  host_at timestamptz
);

-- owner: profile
create table tips (
  user_id bigint primary key references users on delete cascade,
  shown boolean not null,
  -- Host name where the user last changed this.
  host text not null check (length(host) between 1 and 253),
  changed_at timestamptz not null
);
