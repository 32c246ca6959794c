-- Types of movements as traders name them, and the changes of balances that the history shows. One file, because PostgreSQL binds the
-- function when it creates the view.

create or replace function find_movement_type(kind text, is_bonus boolean) returns text
  language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select case
    when kind like 'trade.%' then 'trade'
    when kind in ('deposit.refunded', 'deposit.late_returned') then 'refund'
    when kind in ('deposit.reversed', 'deposit.taken_back') then 'correction'
    when kind like 'deposit.%' then case when is_bonus then 'bonus' else 'deposit' end
    when kind like 'withdrawal.%' or kind like 'payout.%' then 'withdrawal'
    when kind like 'promo.%' or kind like 'bonus.%' or kind like 'offer.%' then 'bonus'
    when kind like 'prize.%' or kind like 'tournament.%' then 'prize'
    else 'correction' end
$$;

-- Changes of balances by the lines of an entry. Money that is only held for a withdrawal stays the trader's; what the trader owes is not part
-- of the balance. Bonus money that becomes cash changes nothing but the part of the bonus.
create or replace view balance_changes as
  select l.entry_id, l.user_id, l.account = 'practice' as practice, l.currency, e.kind, e.created_at,
         find_movement_type(e.kind, l.account in ('bonus', 'bonus_hold')) as tr_type,
         case when e.attempt_id is null then e.subject
              else 'deposit:' || (select a.deposit_id from attempts a where a.id = e.attempt_id) end as subject,
         sum(l.amount)::bigint as amount, coalesce(sum(l.amount) filter (where l.account in ('bonus', 'bonus_hold')), 0)::bigint as bonus
    from ledger_lines l join ledger_entries e on e.id = l.entry_id
   where l.user_id is not null and l.account <> 'debt'
   group by l.entry_id, l.user_id, l.account = 'practice', l.currency, e.kind, e.created_at, e.subject, e.attempt_id,
            find_movement_type(e.kind, l.account in ('bonus', 'bonus_hold'))
  having sum(l.amount) <> 0 or sum(l.amount) filter (where l.account in ('bonus', 'bonus_hold')) <> 0;
