-- Returns the name of what is wrong with the entries or payouts of a withdrawal, or null. Sequential scans are off, because the plan
-- that a session keeps can be from a time when the tables were small.
create or replace function find_withdrawal_fault(of uuid) returns text
  language plpgsql stable set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  w withdrawals;
  p record;
  booked record;
begin
  select * into w from withdrawals where id = of;
  select count(*) as count, coalesce(sum(amount), 0) as total, coalesce(sum(amount) filter (where state = 'paid'), 0) as paid,
         bool_and(state = 'waiting') as waiting, bool_and(state = 'due') as due, bool_and(state = 'paid') as all_paid,
         bool_and(state in ('refused', 'dropped')) as none_paid, bool_and(state = 'dropped') as all_dropped,
         bool_and(state in ('paid', 'refused', 'dropped')) as ended, bool_or(state = 'waiting') as undecided,
         coalesce(bool_or(state in ('sent', 'in_doubt', 'paid', 'refused')), false) as sent
    into p from payouts where withdrawal_id = of;
  select coalesce(sum(l.amount) filter (where l.account = 'withdrawal_hold'), 0) as hold,
         coalesce(sum(l.amount) filter (where l.account = 'withdrawal_hold' and e.kind = 'withdrawal.held'), 0) as held,
         coalesce(-sum(l.amount) filter (where l.account = 'cash' and e.kind = 'withdrawal.held'), 0) as cash,
         coalesce(sum(l.amount) filter (where l.account = 'cash' and e.kind = 'withdrawal.returned'), 0) as returned,
         coalesce(sum(l.amount) filter (where l.account = 'fees'), 0) as fee,
         coalesce(bool_and(l.currency = w.currency and coalesce(l.user_id, w.user_id) = w.user_id), true) as is_own
    into booked
    from (select id, kind from ledger_entries
           where subject = 'withdrawal:' || of and kind in ('withdrawal.held', 'withdrawal.returned', 'withdrawal.fee')
          union all
          select e.id, e.kind from payouts o join ledger_entries e on e.kind = 'payout.paid' and e.subject = 'payout:' || o.id
           where o.withdrawal_id = of) e
    join ledger_lines l on l.entry_id = e.id;
  if not booked.is_own then return 'withdrawals_own_money'; end if;
  if w.confirmed_at is null then
    return case when p.count > 0 or booked.held <> 0 or booked.hold <> 0 then 'withdrawals_unconfirmed' end;
  end if;
  if (booked.held, booked.cash) is distinct from (w.amount, w.amount) then return 'withdrawals_held'; end if;
  if p.total <> w.amount - w.fee then return 'withdrawals_payouts_sum'; end if;
  if booked.returned <> w.returned then return 'withdrawals_returned_booked'; end if;
  if booked.hold <> (case when w.ended_at is null then w.amount - p.paid else 0 end) then return 'withdrawals_hold'; end if;
  if booked.fee <> (case w.state when 'paid' then w.fee else 0 end) then return 'withdrawals_fee_booked'; end if;
  -- A withdrawal that was sent has taken the bonuses that it gave up, and one that ends otherwise has given them back.
  if (p.sent or w.ended_at is not null)
     and exists (select from wagering_requirements where frozen_for = w.id) then
    return 'withdrawals_frozen_bonus';
  end if;
  return case when not case w.state
      when 'approved' then p.due
      when 'paying' then not p.undecided
      when 'paid' then p.all_paid
      when 'paid_part' then p.ended and p.paid > 0 and not p.all_paid
      when 'returned' then p.none_paid
      when 'cancelled' then p.all_dropped
      when 'rejected' then p.all_dropped
      else p.waiting end
    then 'withdrawals_payout_states' end;
end $$;
