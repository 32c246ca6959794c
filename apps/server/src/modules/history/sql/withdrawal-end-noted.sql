-- A withdrawal that came to nothing moves no money of the trader, and is shown in the history all the same.
create or replace function withdrawal_end_noted() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into balance_movements (user_id, practice, booked_at, tr_type, status, currency, amount, bonus, kind, subject)
  values (new.user_id, false, new.ended_at, 'withdrawal', case new.state when 'cancelled' then 'cancelled' else 'failed' end,
          new.currency, -new.amount, 0, 'withdrawal.ended', 'withdrawal:' || new.id);
  return null;
end $$;

create trigger withdrawals_end_noted after update of state on withdrawals for each row
  when (old.state <> new.state and new.state in ('cancelled', 'rejected', 'returned')) execute function withdrawal_end_noted();
