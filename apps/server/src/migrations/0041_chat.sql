-- The conversation with support that a trader has, at the chat's vendor.
-- Up Migration

create table chats (
  user_id bigint primary key references users on delete cascade,
  -- All that the vendor knows the trader by.
  conversation uuid not null unique,
  opened_at timestamptz not null,
  -- When the vendor was last told the balance.
  told_at timestamptz
);

-- Down Migration
drop table chats;
