-- Ends an invoice with its deposit. It is watched for a day more, but not on another network. Called by the statement that ends the
-- deposit.
create or replace function end_crypto_invoice(ended_deposit uuid, is_paid boolean, ended_time timestamptz) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update crypto_invoices i
     set ended_at = ended_time, paid = is_paid, slot = null,
         watch_until = case when i.derivation_index < c.first_index then ended_time
                            else greatest(i.watch_until, ended_time + interval '24 hours') end
    from crypto_chains c
   where i.deposit_id = ended_deposit and i.ended_at is null and c.coin = i.coin;
end $$;
