-- The public log: an append-only Merkle tree of entries, and its signed checkpoints.

-- The name and the key that sign checkpoints. The log is known by both, so neither changes.
-- owner: log
create table log_keys (
  -- The table has one row.
  id integer primary key check (id = 1),
  origin text not null check (origin ~ '^[^\s+]{1,200}$'),
  -- Public key of Ed25519.
  public_key bytea not null check (length(public_key) = 32),
  -- The secret key, sealed with SECRET_KEY.
  sealed bytea not null,
  created_at timestamptz not null
);

-- Leaves of the tree.
-- owner: log
create table log_entries (
  index bigint primary key check (index >= 0),
  kind text not null check (length(kind) between 1 and 20),
  -- What the entry is about, e.g. the start of five minutes.
  subject text not null check (length(subject) between 1 and 80),
  -- JSON in UTF-8.
  entry bytea not null check (length(entry) between 1 and 65535),
  -- Hash of the entry by RFC 6962.
  leaf bytea not null generated always as (sha256('\x00'::bytea || entry)) stored,
  appended_at timestamptz not null,
  -- Nothing can be logged twice.
  constraint log_entries_subject unique (kind, subject)
);

-- Root of each full tile, which is a hash of a tile one level above.
-- owner: log
create table log_nodes (
  level smallint not null check (level between 1 and 7),
  index bigint not null check (index >= 0),
  hash bytea not null check (length(hash) = 32),
  primary key (level, index)
);

-- Signed states of the tree.
-- owner: log
create table log_checkpoints (
  size bigint primary key check (size > 0),
  root bytea not null check (length(root) = 32),
  -- The signed note.
  note text not null,
  signed_at timestamptz not null
);

-- Signatures of witnesses under a checkpoint.
-- owner: log
create table log_cosignatures (
  size bigint not null references log_checkpoints,
  -- Name of the witness's key.
  witness text not null check (length(witness) between 1 and 200),
  -- Line of the note with the signature.
  line text not null check (length(line) between 1 and 1000),
  cosigned_at timestamptz not null,
  primary key (size, witness)
);

-- Totals of a day. The log has the hash of both values, so anyone who gets them can check them against it.
-- owner: log
create table log_totals (
  day date primary key,
  -- Random bytes, so that the hash reveals nothing.
  salt bytea not null check (length(salt) = 32),
  -- Totals as JSON.
  totals text not null
);
