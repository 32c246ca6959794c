-- What people wrote to us or asked us to call them about: kept until it has surely been read, and counted against floods.
-- Up Migration

create table contact_requests (
  id uuid primary key,
  kind text not null check (kind in ('message', 'call')),
  at timestamptz not null,
  user_id bigint references users on delete set null,
  language text not null check (length(language) between 2 and 10),
  -- Name, e-mail, phone and words, sealed.
  sealed bytea not null check (length(sealed) <= 32768),
  -- Keyed hashes: of the address it came from, of the phone, and of all that was written.
  address_hash bytea not null check (length(address_hash) = 32),
  phone_hash bytea not null check (length(phone_hash) = 32),
  words_hash bytea not null check (length(words_hash) = 32)
);
create index contact_requests_at on contact_requests (at);

-- Down Migration
drop table contact_requests;
