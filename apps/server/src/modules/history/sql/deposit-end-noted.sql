-- A deposit that came to nothing moves no money, and is shown in the history all the same, at its own time.
create or replace function deposit_end_noted() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into balance_movements (user_id, practice, booked_at, tr_type, status, currency, amount, bonus, kind, subject)
  values (new.user_id, false, coalesce(new.ended_at, new.updated_at), 'deposit',
          case when new.reason in ('deposits.canceled', 'deposits.superseded', 'deposits.not_continued', 'crypto.canceled')
               then 'cancelled' else 'failed' end,
          new.currency, new.amount, 0, 'deposit.ended', 'deposit:' || new.id);
  return null;
end $$;

create trigger deposits_end_noted after update of state on deposits for each row
  when (new.state = 'failed' and old.state <> 'failed') execute function deposit_end_noted();
create trigger deposits_failed_noted after insert on deposits for each row
  when (new.state = 'failed') execute function deposit_end_noted();
