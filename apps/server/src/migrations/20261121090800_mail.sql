-- Outgoing mail: a row is written in the transaction that causes the mail, and a job sends it.

-- owner: mail
create table mails (
  id uuid primary key,
  letter text not null check (length(letter) <= 40),
  -- Encrypted address and text, because a link in it may give access to an account. Deleted when the mail is done.
  sealed bytea,
  state text not null default 'due' check (state in ('due', 'sent', 'failed', 'expired')),
  tries integer not null default 0 check (tries >= 0),
  -- When to try next. While a server is sending the mail, when another may take over.
  due_at timestamptz not null,
  -- Not sent after this time, e.g. because its link has expired.
  valid_until timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- Last reply of the mail server, as a code without addresses.
  last_error text check (length(last_error) <= 60),
  check ((state = 'due') = (sealed is not null)),
  check ((state = 'due') = (ended_at is null))
);
create index mails_due on mails (due_at) where state = 'due';
create index mails_ended on mails (ended_at) where state <> 'due';
