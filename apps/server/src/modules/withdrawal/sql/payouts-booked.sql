-- Checks that a payout is booked with its end, by an entry of two lines: from hold to the account of its sender.
create or replace function payouts_booked() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  if (select array_agg(row(l.account, l.user_id, l.currency, l.amount)::text order by l.amount)
        from ledger_entries e join ledger_lines l on l.entry_id = e.id
       where e.kind = 'payout.paid' and e.subject = 'payout:' || new.id)
     is distinct from array[
       row('withdrawal_hold'::varchar(40), new.user_id, new.currency::char(3), -new.amount)::text,
       row((case when new.destination_id is null then 'clearing:' || new.processor else 'payout' end)::varchar(40), null::bigint, new.currency::char(3), new.amount)::text] then
    raise exception 'payout % without its ledger entry', new.id using errcode = 'check_violation', constraint = 'payouts_booked';
  end if;
  return null;
end $$;

create constraint trigger payouts_booked after update of state on payouts deferrable initially deferred
  for each row when (new.state = 'paid') execute function payouts_booked();
