-- Returns the type of a movement as traders name it, by the kind of its ledger entry.
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
