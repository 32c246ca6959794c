-- Reports of a user's browser about visits, and whether the user wants to see tips.

-- owner: profile
create table user_visits (
  user_id bigint primary key references users on delete cascade,
  -- When the phone layout was last used. Null if never.
  mobile_seen_at timestamptz,
  -- Host name of the latest visit.
  host text check (length(host) between 1 and 253),
  host_seen_at timestamptz
);

-- owner: profile
create table user_tip_settings (
  user_id bigint primary key references users on delete cascade,
  shown boolean not null,
  -- Host name where the user last changed this.
  host text not null check (length(host) between 1 and 253),
  changed_at timestamptz not null
);
