-- Each user's conversation with support at the chat vendor.

-- owner: chat
create table chat_conversations (
  user_id bigint primary key references users on delete cascade,
  -- This is the only identifier of the user that the vendor gets.
  conversation_id uuid not null unique,
  created_at timestamptz not null,
  -- When the balance was last sent to the vendor.
  balance_sent_at timestamptz
);

-- The conversation of a user, for other modules.
-- owner: chat
create view user_chats as select user_id, conversation_id from chat_conversations;
