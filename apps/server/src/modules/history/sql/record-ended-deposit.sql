-- Adds a deposit that failed to the history, which shows it at its own time although no money moves. Called by the statement that ends the
-- deposit.
create or replace function record_ended_deposit(ended_deposit uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into balance_movements (user_id, practice, booked_at, tr_type, status, currency, amount, bonus, kind, subject)
  select d.user_id, false, coalesce(d.ended_at, d.updated_at), 'deposit',
         case when d.reason in ('deposits.canceled', 'deposits.superseded', 'deposits.not_continued', 'crypto.canceled')
              then 'cancelled' else 'failed' end,
         d.currency, d.amount, 0, 'deposit.ended', 'deposit:' || d.id
    from deposits d where d.id = ended_deposit and d.state = 'failed';
end $$;
