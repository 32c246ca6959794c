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

create trigger deposits_end_invoice after update of state on deposits for each row
  when (new.method = 'crypto' and old.state <> new.state and new.state in ('succeeded', 'failed'))
  execute function end_crypto_invoice();
