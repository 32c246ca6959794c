-- Checks that the invoice of a deposit that has ended has ended too (`end_crypto_invoice`).
create or replace function deposits_invoice_ended() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from crypto_invoices where deposit_id = new.id and ended_at is null) then
    raise exception 'deposit % has ended, and its invoice has not', new.id
      using errcode = 'check_violation', constraint = 'deposits_invoice_ended';
  end if;
  return null;
end $$;

create constraint trigger deposits_invoice_ended after update of state on deposits deferrable initially deferred
  for each row when (new.method = 'crypto' and old.state <> new.state and new.state in ('succeeded', 'failed'))
  execute function deposits_invoice_ended();
