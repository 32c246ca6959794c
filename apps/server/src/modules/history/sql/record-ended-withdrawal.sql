-- Adds a withdrawal that failed to the history, which shows it although no money moves. Called by the statement that ends the withdrawal.
create or replace function record_ended_withdrawal(ended_withdrawal uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into balance_movements (user_id, practice, booked_at, tr_type, status, currency, amount, bonus, kind, subject)
  select w.user_id, false, w.ended_at, 'withdrawal', case w.state when 'cancelled' then 'cancelled' else 'failed' end,
         w.currency, -w.amount, 0, 'withdrawal.ended', 'withdrawal:' || w.id
    from withdrawals w where w.id = ended_withdrawal and w.state in ('cancelled', 'rejected', 'returned');
end $$;
