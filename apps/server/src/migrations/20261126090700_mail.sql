-- Outgoing mail: a row is written in the transaction that causes the mail, and a job sends it.

-- owner: mail
create table mails (
  id uuid primary key,
  template text not null check (length(template) <= 40),
  -- Encrypted address and text, because a link in it may give access to an account. Deleted when the mail is done.
  sealed bytea,
  -- Keyed hash of an address that is not proved, to limit the mails to it.
  unproved_hash bytea check (length(unproved_hash) = 32),
  state text not null default 'due' check (state in ('due', 'sent', 'failed', 'expired')),
  attempt_count integer not null default 0 check (attempt_count >= 0),
  -- When to try next. While a server is sending the mail, the time after which another server may take over.
  due_at timestamptz not null,
  -- The mail is not sent after this time, e.g. because its link has expired.
  valid_until timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- Code of the mail server's last reply, which contains no addresses.
  last_error text check (length(last_error) <= 60),
  check ((state = 'due') = (sealed is not null)),
  check ((state = 'due') = (finished_at is null))
);
create index mails_due on mails (due_at) where state = 'due';
create index mails_unproved on mails (unproved_hash, created_at) where unproved_hash is not null;
create index mails_finished on mails (finished_at) where state <> 'due';

-- owner: mail
create table mail_stops (
  user_id bigint not null references users on delete cascade,
  -- The topics of packages/rules/src/mail/topics.ts. All mails about other topics are needed and cannot be stopped.
  topic text not null check (topic in ('tickets', 'withdrawals')),
  stopped_at timestamptz not null,
  primary key (user_id, topic)
);

-- Texts that operators have written to replace those of the product. What was written before is in the audit trail.
-- owner: mail
create table mail_texts (
  template text not null check (template ~ '^[a-z_]{2,40}$'),
  language text not null check (length(language) between 2 and 10),
  subject text not null check (length(subject) between 1 and 200),
  -- Blank lines separate paragraphs.
  body text not null check (length(body) between 1 and 5000),
  -- Of the button.
  action text not null check (length(action) between 1 and 60),
  changed_at timestamptz not null,
  primary key (template, language)
);
