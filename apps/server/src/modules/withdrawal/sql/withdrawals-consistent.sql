-- Checks at the end of each transaction that the money of a withdrawal fits its state and its payouts.
create or replace function withdrawals_consistent() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  about uuid := case tg_table_name when 'withdrawals' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'withdrawal_id' end;
  fault text := find_withdrawal_fault(about);
begin
  if fault is not null then
    raise exception 'the money of withdrawal % does not fit its state', about using errcode = 'check_violation', constraint = fault;
  end if;
  return null;
end $$;

-- Nothing belongs to a request before it is confirmed: its first payout or entry is checked by the triggers of those.
create constraint trigger withdrawals_consistent after insert or update on withdrawals deferrable initially deferred
  for each row when (new.confirmed_at is not null) execute function withdrawals_consistent();
create constraint trigger payouts_consistent after insert or update on payouts deferrable initially deferred
  for each row execute function withdrawals_consistent();
