-- Mails on their way out: written in the transaction of what they tell, sent by a job.
-- Up Migration

create table mails (
  id uuid primary key,
  letter text not null check (length(letter) <= 40),
  -- Address and words, sealed: a mail may carry a link that opens an account. Gone once the mail is.
  sealed bytea,
  state text not null default 'due' check (state in ('due', 'sent', 'failed', 'expired')),
  tries integer not null default 0 check (tries >= 0),
  -- When it is tried next; while it is being sent, when somebody else may try.
  due_at timestamptz not null,
  -- After this it would help nobody.
  valid_until timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- What the mail server said last, a code without any address.
  last_error text check (length(last_error) <= 60),
  check ((state = 'due') = (sealed is not null)),
  check ((state = 'due') = (ended_at is null))
);
create index mails_due on mails (due_at) where state = 'due';
create index mails_ended on mails (ended_at) where state <> 'due';

-- Down Migration
drop table mails;
