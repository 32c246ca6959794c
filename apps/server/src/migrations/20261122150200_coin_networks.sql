-- The network that each chain was read from. A node of another network ends the invoices of the one before.
alter table crypto_chains
  -- As the chain names itself. Null before the first reading.
  add column network text,
  -- Addresses with a lower index belong to an earlier network: they are not watched.
  add column first_index integer not null default 0,
  add constraint crypto_chains_first_index_check check (first_index between 0 and next_index),
  drop constraint crypto_chains_next_index_check;

create index crypto_invoices_open_index on crypto_invoices (coin, derivation_index) where ended_at is null;

-- An invoice ends with its deposit, whichever statement ends it, and is watched for a day more, but not on another network.
create or replace function end_crypto_invoice() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update crypto_invoices i
     set ended_at = new.updated_at, paid = new.state = 'succeeded', slot = null,
         watch_until = case when i.derivation_index < c.first_index then new.updated_at
                            else greatest(i.watch_until, new.updated_at + interval '24 hours') end
    from crypto_chains c
   where i.deposit_id = new.id and i.ended_at is null and c.coin = i.coin;
  return null;
end $$;
