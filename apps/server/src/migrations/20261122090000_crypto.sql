-- Invoices in coins, and what arrived at their addresses. An invoice is a deposit of the method crypto with one attempt.

-- How far each chain has been read, and which server reads it.
-- owner: crypto
create table crypto_chains (
  coin text primary key check (coin in ('BTC', 'ETH')),
  -- Index of the next address below the extended public key. Locking the row also orders the invoices.
  next_index integer not null default 0 check (next_index >= 0),
  -- The last block that has been read. Null before the first one; the hash is null if any block can follow.
  height bigint check (height >= 0),
  hash text,
  -- Start of the last complete reading of blocks and unconfirmed transactions.
  scanned_at timestamptz,
  lease_id uuid,
  lease_until timestamptz
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
  -- Also the reference of the attempt.
  guid uuid primary key,
  deposit_id uuid not null unique references deposits,
  user_id bigint not null references users,
  coin text not null references crypto_chains,
  derivation_index integer not null check (derivation_index >= 0),
  address text not null unique,
  -- In satoshi or wei, like all amounts here.
  amount_due numeric(40) not null check (amount_due > 0),
  -- Paid less by up to this, the invoice is paid.
  tolerance numeric(40) not null check (tolerance >= 0),
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'RUB')),
  -- Minor units of the currency per whole coin, after the spread, and before it.
  rate bigint not null check (rate > 0),
  market_rate bigint not null,
  constraint crypto_invoices_spread check (market_rate >= rate),
  spread_percent numeric(5, 3) not null check (spread_percent >= 0),
  -- The rate holds for so many coins, in blocks before this time.
  locked_max numeric(40) not null,
  constraint crypto_invoices_lock check (locked_max >= amount_due),
  block_until timestamptz not null,
  -- Grows if more arrives than was asked.
  confirmations smallint not null check (confirmations >= 1),
  -- What the trader says to send.
  expected numeric(40) check (expected > 0),
  expires_at timestamptz not null,
  constraint crypto_invoices_late_block check (block_until >= expires_at),
  -- The deposit has ended. Set by a trigger of deposits.
  ended_at timestamptz,
  paid boolean check ((paid is null) = (ended_at is null)),
  -- An open invoice is watched without end.
  watch_until timestamptz not null,
  -- Of amount, bonus, fixed and coin, to recognize a repeated request.
  request_hash text not null,
  -- Limits the open invoices of a trader. Null after the end.
  slot smallint check (slot between 1 and 3),
  check ((slot is null) = (ended_at is not null)),
  created_at timestamptz not null,
  unique (coin, derivation_index)
);
create unique index crypto_invoices_open on crypto_invoices (user_id, slot) where slot is not null;
create index crypto_invoices_due on crypto_invoices (coin, expires_at) where ended_at is null;
create index crypto_invoices_watched on crypto_invoices (coin, watch_until);
create index crypto_invoices_user on crypto_invoices (user_id, created_at desc);

-- What was asked never changes. The trigger runs only for statements that name these columns.
create trigger crypto_invoices_fixed
  before update of guid, deposit_id, user_id, coin, derivation_index, address, amount_due, tolerance, currency, rate, market_rate,
    spread_percent, locked_max, block_until, expires_at, created_at on crypto_invoices
  for each statement execute function refuse_fixed();
create trigger crypto_invoices_no_delete before delete or truncate on crypto_invoices
  for each statement execute function refuse_change();

-- An invoice ends with its deposit, whichever statement ends it, and is watched for a day more.
create function end_crypto_invoice() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update crypto_invoices
     set ended_at = new.updated_at, paid = new.state = 'succeeded', slot = null,
         watch_until = greatest(watch_until, new.updated_at + interval '24 hours')
   where deposit_id = new.id and ended_at is null;
  return null;
end $$;
create trigger deposits_end_invoice after update of state on deposits for each row
  when (new.method = 'crypto' and old.state <> new.state and new.state in ('succeeded', 'failed'))
  execute function end_crypto_invoice();

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
  -- When we saw it first, or its block if that is earlier.
  arrived_at timestamptz not null,
  -- When we read its block first; where our reader had a gap, the time of the block itself within that gap. It decides whether the
  -- payment is in time, and its rate. Of a credited payment it never changes.
  mined_at timestamptz,
  constraint crypto_receipts_mined check (block_height is null or mined_at is not null),
  -- Minor units per coin when it was mined, before the spread; null until there is a rate.
  market_rate bigint check (market_rate > 0),
  constraint crypto_receipts_priced check (market_rate is null or mined_at is not null),
  changed_at timestamptz not null,
  created_at timestamptz not null,
  -- An output is one receipt, however often it is read.
  unique (coin, txid, output, token)
);
create index crypto_receipts_invoice on crypto_receipts (guid);
create index crypto_receipts_waiting on crypto_receipts (coin, block_height) where state = 'seen';
create index crypto_receipts_block on crypto_receipts (coin, block_height) where block_height is not null;
create index crypto_receipts_orphaned on crypto_receipts (coin, changed_at) where state = 'orphaned';
create index crypto_receipts_lost on crypto_receipts (coin) where state = 'credited' and block_height is null;

create trigger crypto_receipts_fixed
  before update of guid, coin, txid, output, token, value, created_at on crypto_receipts
  for each statement execute function refuse_fixed();
-- A credited output stays credited, also if its block disappears.
create trigger crypto_receipts_steps before update of state on crypto_receipts for each row
  when (old.state <> new.state and not case old.state
    when 'seen' then new.state in ('credited', 'orphaned', 'dust')
    when 'orphaned' then new.state in ('seen', 'credited')
    else false end)
  execute function refuse_step();
create trigger crypto_receipts_no_delete before delete or truncate on crypto_receipts
  for each statement execute function refuse_change();

-- Adds payments in parts: the amount of a deposit is their sum.
create or replace view deposit_totals as
  select user_id, currency, sum(amount)::bigint as total,
         (array_agg(amount order by created_at))[1] as first_amount,
         (array_agg(amount order by created_at desc))[1] as last_amount,
         bool_or(method = 'crypto') as has_crypto,
         count(*)::integer as count, min(first_at) as first_at,
         bool_or(is_bitcoin) as has_bitcoin
    from (
      select d.user_id, d.currency, d.created_at, d.method, sum(c.amount)::bigint as amount, min(c.created_at) as first_at,
             bool_or(c.processor = 'BTC') as is_bitcoin
        from deposits d, lateral (
               -- Apart, because each has an index of its own.
               select amount, created_at, processor from captures
                where deposit_id = d.id and status in ('credited', 'credited_late')
               union all
               select amount, created_at, processor from captures where deposit_id = d.id and status = 'credited_part') c
       group by d.id) as one
   group by user_id, currency;
