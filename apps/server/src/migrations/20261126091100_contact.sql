-- Messages and call requests from the contact forms.

-- owner: contact
create table contact_requests (
  id uuid primary key,
  kind text not null check (kind in ('message', 'call')),
  created_at timestamptz not null,
  user_id bigint references users on delete set null,
  language text not null check (length(language) between 2 and 10),
  -- Encrypted name, e-mail address, phone and text.
  sealed bytea not null check (length(sealed) <= 32768),
  -- Keyed hashes of the sender's IP address, the phone and the whole text, to limit floods and detect duplicates.
  address_hash bytea not null check (length(address_hash) = 32),
  phone_hash bytea check (length(phone_hash) = 32),
  -- Null for a call request, which has no e-mail address.
  email_hash bytea check (length(email_hash) = 32),
  content_hash bytea not null check (length(content_hash) = 32)
);
create index contact_requests_created on contact_requests (created_at);
