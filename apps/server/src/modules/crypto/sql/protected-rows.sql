-- The terms of an invoice and the payments that have arrived never change, and a credited output stays credited.

-- The terms of an invoice never change. The trigger runs only for statements that name these columns.
create trigger crypto_invoices_fixed
  before update of guid, deposit_id, user_id, coin, derivation_index, address, amount_due, tolerance, currency, rate, market_rate,
    spread_percent, locked_max, block_until, expires_at, created_at on crypto_invoices
  for each statement execute function refuse_fixed();
create trigger crypto_invoices_no_delete before delete or truncate on crypto_invoices
  for each statement execute function refuse_change();

create trigger crypto_receipts_fixed
  before update of guid, coin, txid, output, token, value, created_at on crypto_receipts
  for each statement execute function refuse_fixed();
-- A credited output stays credited, also if its block disappears.
create trigger crypto_receipts_steps before update of state on crypto_receipts for each row
  when (old.state <> new.state and not case old.state
    when 'seen' then new.state in ('credited', 'orphaned', 'dust')
    when 'orphaned' then new.state in ('seen', 'credited')
    else false end)
  execute function refuse_step('id', 'state');
create trigger crypto_receipts_no_delete before delete or truncate on crypto_receipts
  for each statement execute function refuse_change();
