-- Documents that users upload for verification. The encrypted files are in the table blobs or in an S3 bucket.

-- owner: documents
create table documents (
  id uuid primary key,
  user_id bigint not null references users,
  kind text not null check (kind in ('passport', 'card', 'sign')),
  -- Position among the user's files of this kind. The kind passport includes identity cards, which have two sides.
  position smallint not null check (position >= 0 and position < case kind when 'passport' then 2 else 1 end),
  -- uploading: upload not yet confirmed by the store; deleting: removal not yet confirmed by the store;
  -- superseded: replaced by a newer decision.
  state text not null check (state in ('uploading', 'sent', 'approved', 'refused', 'superseded', 'deleting')),
  -- Type, size and name of the uploaded file. Only pictures of its pages are stored, 10 MB in all.
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'application/pdf')),
  bytes integer not null check (bytes between 1 and 10485760),
  title text check (length(title) between 1 and 120),
  pages smallint not null check (pages between 1 and 10),
  store text not null check (store in ('database', 's3')),
  sent_at timestamptz not null,
  decided_at timestamptz,
  reason text check (length(reason) <= 40),
  check (state <> 'refused' or reason is not null),
  check (state not in ('approved', 'refused') or decided_at is not null)
);
-- Two concurrent uploads cannot take the same position.
create unique index documents_pending on documents (user_id, kind, position) where state in ('uploading', 'sent');
create index documents_user on documents (user_id, sent_at);
create index documents_queue on documents (sent_at) where state = 'sent';
-- Used to measure how long checks take.
create index documents_decided on documents (decided_at) where decided_at is not null;
create index documents_unfinished on documents (sent_at) where state in ('uploading', 'deleting');

-- State of each file that was sent and not replaced, for other modules.
-- owner: documents
create view document_states as
  select user_id, kind, state from documents where state in ('sent', 'approved', 'refused');

-- What operators see of a file beside other events of its trader.
-- owner: documents
create view document_facts as
  select id, user_id, kind, state, sent_at, decided_at, reason, media_type, pages from documents;
