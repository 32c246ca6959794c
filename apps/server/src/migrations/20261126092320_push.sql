-- Notifications to browsers whose page is closed.

-- The key by which push services know this server. Subscriptions of browsers depend on it, so it never changes.
-- owner: push
create table push_keys (
  id smallint primary key check (id = 1),
  -- A point of P-256, uncompressed.
  public_key bytea not null check (length(public_key) = 65),
  -- The private key, encrypted.
  sealed bytea not null,
  created_at timestamptz not null
);

-- owner: push
create table push_subscriptions (
  id uuid primary key,
  user_id bigint not null references users on delete cascade,
  -- The log-in on the device: the subscription ends with it.
  session_hash bytea not null references sessions on delete cascade,
  -- Address at the push service of the browser.
  endpoint text not null check (endpoint ~ '^https?://' and length(endpoint) <= 1000),
  -- Keys of the browser, with which it reads messages (RFC 8291).
  public_key bytea not null check (length(public_key) = 65),
  auth_secret bytea not null check (length(auth_secret) = 16),
  -- One of ten places of a trader: two devices cannot take the same one.
  slot smallint not null check (slot between 0 and 9),
  created_at timestamptz not null,
  constraint push_subscriptions_slot unique (user_id, slot),
  -- A browser belongs to the trader who logged in last.
  constraint push_subscriptions_endpoint unique (endpoint)
);
create index push_subscriptions_session on push_subscriptions (session_hash);

-- Messages that are not delivered yet.
-- owner: push
create table push_messages (
  id uuid primary key,
  subscription_id uuid not null references push_subscriptions on delete cascade,
  -- Host of the push service: one that does not answer delays only its own messages.
  service text not null,
  -- What the browser shows, as the contract describes it.
  content text not null check (length(content) between 1 and 1000),
  try_count smallint not null default 0 check (try_count between 0 and 6),
  due_at timestamptz not null,
  -- After this time the message is neither sent nor shown.
  valid_until timestamptz not null,
  created_at timestamptz not null
);
create index push_messages_due on push_messages (service, due_at);
create index push_messages_subscription on push_messages (subscription_id);
