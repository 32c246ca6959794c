-- Notes of operators about a trader, for one another. The trader never sees them. Notes are kept, tags come and go.

-- owner: operators
create table trader_notes (
  id uuid primary key,
  user_id bigint not null references users,
  operator text not null check (length(operator) <= 40),
  words text not null check (length(words) between 1 and 2000),
  created_at timestamptz not null
);
create index trader_notes_user on trader_notes (user_id, created_at);

-- owner: operators
create table trader_tags (
  user_id bigint not null references users,
  tag text not null check (length(tag) between 2 and 30),
  primary key (user_id, tag)
);
create index trader_tags_tag on trader_tags (tag);
