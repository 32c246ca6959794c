-- Each user's conversation with support at the chat vendor.

-- owner: chat
create table chats (
  user_id bigint primary key references users on delete cascade,
  -- The only identifier of the user that the vendor gets.
  conversation uuid not null unique,
  opened_at timestamptz not null,
  -- When the balance was last sent to the vendor.
  told_at timestamptz
);
