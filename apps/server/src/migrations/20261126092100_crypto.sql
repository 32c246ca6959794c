-- Invoices in coins, and what arrived at their addresses. An invoice is a deposit of the method crypto with one attempt.

-- How far each chain has been read, and which server reads it.
-- owner: crypto
create table crypto_chains (
  coin text primary key check (coin in ('BTC', 'ETH')),
  -- Index of the next address below the extended public key. Locking the row also orders the invoices.
  next_index integer not null default 0,
  -- The last block that has been read. Null before the first one; the hash is null if any block can follow.
  height bigint check (height >= 0),
  hash text,
  -- Start of the last complete reading of blocks and unconfirmed transactions.
  scanned_at timestamptz,
  lease_id uuid,
  lease_until timestamptz,
  -- The network that the chain was read from, as it names itself. Null before the first reading. A node of another network ends the
  -- invoices of the one before.
  network text,
  -- Addresses with a lower index belong to an earlier network: they are not watched.
  first_index integer not null default 0,
  constraint crypto_chains_first_index_check check (first_index between 0 and next_index)
);
insert into crypto_chains (coin) values ('BTC'), ('ETH');

-- The latest blocks, to find where a reorganised chain leaves the one that we know.
-- owner: crypto
create table crypto_blocks (
  coin text not null references crypto_chains,
  height bigint not null,
  hash text not null,
  primary key (coin, height)
);

-- owner: crypto
create table crypto_invoices (
  -- Id of the invoice, which is also the reference of the attempt.
  guid uuid primary key,
  deposit_id uuid not null unique references deposits,
  user_id bigint not null references users,
  coin text not null references crypto_chains,
  derivation_index integer not null check (derivation_index >= 0),
  address text not null unique,
  -- In satoshi or wei, like all amounts here.
  amount_due numeric(40) not null check (amount_due > 0),
  -- If up to this is missing, the invoice still counts as paid.
  tolerance numeric(40) not null check (tolerance >= 0),
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'RUB')),
  -- Minor units of the currency per whole coin: `rate` after the spread, `market_rate` before it.
  rate bigint not null check (rate > 0),
  market_rate bigint not null,
  constraint crypto_invoices_spread check (market_rate >= rate),
  spread_percent numeric(5, 3) not null check (spread_percent >= 0),
  -- The rate holds for this many coins, in blocks before `block_until`.
  locked_max numeric(40) not null,
  constraint crypto_invoices_lock check (locked_max >= amount_due),
  block_until timestamptz not null,
  -- Confirmations that a payment needs. They grow if more arrives than was asked.
  confirmations smallint not null check (confirmations >= 1),
  -- Amount that the trader says to send.
  expected numeric(40) check (expected > 0),
  expires_at timestamptz not null,
  constraint crypto_invoices_late_block check (block_until >= expires_at),
  -- When the deposit ended. Set by a trigger of deposits.
  ended_at timestamptz,
  paid boolean check ((paid is null) = (ended_at is null)),
  -- Time until which an ended invoice is watched. An open invoice is always watched.
  watch_until timestamptz not null,
  -- Hash of amount, bonus, fixed and coin, to recognize a repeated request.
  request_hash text not null,
  -- One of three places, which limits the open invoices of a trader. Null after the end.
  slot smallint check (slot between 1 and 3),
  check ((slot is null) = (ended_at is not null)),
  created_at timestamptz not null,
  unique (coin, derivation_index)
);
create unique index crypto_invoices_open on crypto_invoices (user_id, slot) where slot is not null;
create index crypto_invoices_due on crypto_invoices (coin, expires_at) where ended_at is null;
create index crypto_invoices_watched on crypto_invoices (coin, watch_until);
create index crypto_invoices_user on crypto_invoices (user_id, created_at desc);
create index crypto_invoices_open_index on crypto_invoices (coin, derivation_index) where ended_at is null;

-- One output of a transaction, or one transfer, to the address of an invoice.
-- owner: crypto
create table crypto_receipts (
  id bigint generated always as identity primary key,
  guid uuid not null references crypto_invoices,
  coin text not null references crypto_chains,
  txid varchar(150) not null,
  output integer not null check (output >= 0),
  -- Contract of a token; empty for coins.
  token varchar(42) not null default '',
  value numeric(80) not null check (value > 0),
  -- The meaning of the states is in packages/rules/src/crypto/invoice-state.ts.
  state text not null check (state in ('seen', 'credited', 'orphaned', 'dust', 'token')),
  check ((state = 'token') = (token <> '')),
  block_height bigint,
  block_hash text,
  check ((block_height is null) = (block_hash is null)),
  -- When we first saw the payment, or its block if that is earlier.
  arrived_at timestamptz not null,
  -- When we first read its block; where our reader had a gap, the time of the block itself within that gap. It decides whether the payment
  -- is in time, and its rate. It never changes for a credited payment.
  mined_at timestamptz,
  constraint crypto_receipts_mined check (block_height is null or mined_at is not null),
  -- Minor units per coin when the payment was mined, before the spread; null until there is a rate.
  market_rate bigint check (market_rate > 0),
  constraint crypto_receipts_priced check (market_rate is null or mined_at is not null),
  changed_at timestamptz not null,
  created_at timestamptz not null,
  -- An output is one receipt, however often it is read.
  unique (coin, txid, output, token)
);
create index crypto_receipts_invoice on crypto_receipts (guid);
create index crypto_receipts_txid on crypto_receipts (txid);
create index crypto_receipts_waiting on crypto_receipts (coin, block_height) where state = 'seen';
create index crypto_receipts_block on crypto_receipts (coin, block_height) where block_height is not null;
create index crypto_receipts_orphaned on crypto_receipts (coin, changed_at) where state = 'orphaned';
create index crypto_receipts_lost on crypto_receipts (coin) where state = 'credited' and block_height is null;

-- Average rate at which payments were credited, in minor units per coin, where the locked rate does not cover all of them, for the mails
-- about them. A credit is rounded, so that it can differ by one from that at the locked rate.
-- owner: crypto
create view average_coin_rates as
  select r.guid, c.output, (c.amount * unit / r.value)::bigint as average_rate
    from crypto_receipts r join crypto_invoices i using (guid)
    join captured_outputs c on c.coin = r.coin and c.output = concat(r.txid, ':', r.output),
         lateral (select 10::numeric ^ case r.coin when 'ETH' then 18 else 8 end as unit) u
   where r.token = '' and c.amount + 1 < floor(r.value * i.rate / unit);

-- The coins that came for each credited payment, in satoshi or wei, unless it was taken back. At most as many can go back.
-- owner: crypto
create view coin_deposits as
  select i.user_id, r.coin, r.value as units, c.amount, c.currency, c.attempt_id, c.number, r.mined_at
    from crypto_receipts r join crypto_invoices i using (guid)
    join captured_outputs c on c.coin = r.coin and c.output = concat(r.txid, ':', r.output)
   where r.token = '' and c.status in ('credited', 'credited_late', 'credited_part');

-- Transactions and addresses of payments in coins, for the search of operators.
-- owner: crypto
create view crypto_transactions as
  select i.deposit_id, i.user_id, r.txid from crypto_receipts r join crypto_invoices i on i.guid = r.guid;
-- owner: crypto
create view invoice_addresses as select deposit_id, user_id, address from crypto_invoices;
