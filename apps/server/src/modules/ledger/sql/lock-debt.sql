-- Returns what the trader owes, in minor units, under the locks of the history, of the cash and of the debt, in this order as in all
-- transactions: another credit that pays the same debt is seen. A statement of its own would see the debt of its beginning.
create or replace function lock_debt(owner bigint, unit text) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  if not exists (select from ledger_balances where user_id = owner and account = 'debt' and currency = unit and amount < 0) then
    return 0;
  end if;
  perform from balance_heads where user_id = owner and not practice for no key update;
  perform from ledger_balances where user_id = owner and account in ('cash', 'debt') and currency = unit
    order by account for no key update;
  return (select -amount from ledger_balances where user_id = owner and account = 'debt' and currency = unit);
end $$;
