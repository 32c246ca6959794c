-- Mails that a trader has stopped.

-- owner: mail
create table mail_stops (
  user_id bigint not null references users on delete cascade,
  -- As in packages/rules/src/mail/topics.ts. All other mails are needed and cannot be stopped.
  topic text not null check (topic in ('tickets', 'withdrawals')),
  stopped_at timestamptz not null,
  primary key (user_id, topic)
);
