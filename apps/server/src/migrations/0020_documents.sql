-- What traders prove who they are with. The files themselves are sealed, here or in another store; a row says whose and where.
-- Up Migration

create table documents (
  id uuid primary key,
  user_id bigint not null references users,
  kind text not null check (kind in ('passport', 'card', 'sign')),
  -- Place among the files that may wait at a time: an identity card has two sides.
  slot smallint not null check (slot >= 0 and slot < case kind when 'passport' then 2 else 1 end),
  -- arriving: the store has not said yes yet; leaving: the store has not let go of it yet; superseded: a newer decision stands.
  state text not null check (state in ('arriving', 'sent', 'approved', 'refused', 'superseded', 'leaving')),
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'application/pdf')),
  bytes integer not null check (bytes between 1 and 20971520),
  store text not null check (store in ('database', 's3')),
  sent_at timestamptz not null,
  decided_at timestamptz,
  reason text check (length(reason) <= 40),
  check (state <> 'refused' or reason is not null),
  check (state not in ('approved', 'refused') or decided_at is not null)
);
-- Two uploads at once cannot both have the last place.
create unique index documents_waiting on documents (user_id, kind, slot) where state in ('arriving', 'sent');
create index documents_user on documents (user_id, sent_at);
create index documents_queue on documents (sent_at) where state = 'sent';
create index documents_unsettled on documents (sent_at) where state in ('arriving', 'leaving');

create table blobs (
  key text primary key check (length(key) between 1 and 200),
  data bytea not null
);
-- Sealed bytes do not get smaller.
alter table blobs alter column data set storage external;

-- Down Migration
drop table blobs, documents;
