-- Marks that the accounts of one person have in common: browser, card, payee, phone and address.

-- owner: marks
create table user_marks (
  user_id bigint not null references users,
  kind text not null check (kind in ('device', 'card', 'payee', 'phone', 'address')),
  -- Keyed hash of the value, different for each kind. The value itself is not stored.
  hash bytea not null check (length(hash) = 32),
  -- True if the mark was not only typed: a browser's cookie, a card or payee that has paid, or a payee that was paid. Once true, it stays
  -- true.
  proved boolean not null default false,
  first_seen timestamptz not null,
  last_seen timestamptz not null check (last_seen >= first_seen),
  primary key (user_id, kind, hash)
);
create index user_marks_hash on user_marks (kind, hash, first_seen);
-- Used by the job that deletes marks that were not seen for long.
create index user_marks_last_seen on user_marks (kind, last_seen);

-- Gifts that were given. A gift is a bonus without a deposit. Each mark can have a gift once, whatever account it is on.
-- owner: marks
create table gift_claims (
  -- `signup` for the bonus of a new account, `code:<code>` for another code.
  gift text not null check (length(gift) between 1 and 60),
  kind text not null check (kind in ('device', 'card', 'payee', 'phone')),
  hash bytea not null check (length(hash) = 32),
  user_id bigint not null references users,
  claimed_at timestamptz not null,
  constraint gift_claims_pkey primary key (gift, kind, hash)
);
create index gift_claims_time on gift_claims (claimed_at);

-- Accounts that share a device, card, payee or phone, with the kind of the mark and the time since when, in both directions. A pair that
-- shares several marks comes several times. An address says too little: families, offices and mobile networks share it. Anyone can type the
-- phone or card of another person, so that related accounts may lose a gift or have a withdrawal reviewed, and nothing else.
-- owner: marks
create view related_users as
  select own.user_id, other.user_id as related_id, greatest(own.first_seen, other.first_seen) as since, own.kind
    from user_marks own join user_marks other on other.kind = own.kind and other.hash = own.hash and other.user_id <> own.user_id
   where own.kind <> 'address';

-- Pairs of accounts that have both proved the same mark: they count as one person in trades and tournaments.
-- owner: marks
create view linked_users as
  select own.user_id, other.user_id as linked_id
    from user_marks own join user_marks other on other.kind = own.kind and other.hash = own.hash and other.user_id <> own.user_id
   where own.kind <> 'address' and own.proved and other.proved;

-- Accounts of one person, for what a person gets once: linked, or both linked with a third account.
-- owner: marks
create view same_person_users as
  select user_id, linked_id as same_id from linked_users
  union all
  select one.user_id, other.linked_id from linked_users one join linked_users other on other.user_id = one.linked_id
   where other.linked_id <> one.user_id;
