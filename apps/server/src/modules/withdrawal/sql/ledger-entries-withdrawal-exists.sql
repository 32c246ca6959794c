-- Checks that money on hold moves only with a withdrawal.
create or replace function ledger_entries_withdrawal_exists() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not (case new.kind
      when 'payout.paid' then exists (select from payouts where id = substr(new.subject, 8)::uuid and state = 'paid')
      when 'withdrawal.held' then exists (select from withdrawals where id = substr(new.subject, 12)::uuid and confirmed_at is not null)
      else exists (select from withdrawals where id = substr(new.subject, 12)::uuid and confirmed_at is not null and ended_at is not null)
      end) then
    raise exception 'no withdrawal moves money for %', new.subject
      using errcode = 'restrict_violation', constraint = 'ledger_entries_withdrawal_exists';
  end if;
  return null;
end $$;

create constraint trigger ledger_entries_withdrawal_exists after insert on ledger_entries deferrable initially deferred for each row
  when (new.kind in ('payout.paid', 'withdrawal.held', 'withdrawal.returned', 'withdrawal.fee'))
  execute function ledger_entries_withdrawal_exists();
