-- Finds a trade of these whose ledger entry is missing or has other lines. Sequential scans are off, because the plan that a session keeps
-- can be from a time when the tables were small.
create or replace function find_unbooked_trade(entry_kind text, ids uuid[]) returns uuid
  language plpgsql stable set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  return (
    select t.id
      from unnest(ids) as given(id) join trades t using (id),
           lateral (select case when entry_kind = 'trade.opened' then -t.stake else t.returned end as amount) moved,
           -- Parts of cash and bonus. What returns is shared in proportion to the stakes; the bonus part is rounded down.
           lateral (select case when entry_kind = 'trade.opened' then -t.bonus_stake
                                else div(moved.amount::numeric * t.bonus_stake, t.stake)::bigint end as bonus) part,
           lateral (select coalesce(sum(l.amount) filter (where l.account = 'cash'), 0) as cash,
                           coalesce(sum(l.amount) filter (where l.account = 'bonus'), 0) as bonus,
                           coalesce(sum(l.amount) filter (where l.account = 'practice'), 0) as practice,
                           coalesce(sum(l.amount) filter (where l.account = 'trade_house'), 0) as house,
                           coalesce(sum(l.amount) filter (where l.account = 'practice_house'), 0) as practice_house,
                           coalesce(sum(abs(l.amount)), 0) as total,
                           bool_and(l.currency = t.currency and (l.user_id is null or l.user_id = t.user_id)) as is_own
                      from ledger_entries e join ledger_lines l on l.entry_id = e.id
                     where e.kind = entry_kind and e.subject = 'trade:' || t.id) booked
     where booked.is_own is false
        or (booked.cash, booked.bonus, booked.practice, booked.house, booked.practice_house, booked.total)
           is distinct from
           (case when t.practice then 0 else moved.amount - part.bonus end, part.bonus,
            case when t.practice then moved.amount else 0 end,
            case when t.practice then 0 else -moved.amount end,
            case when t.practice then -moved.amount else 0 end, 2 * abs(moved.amount))
     limit 1);
end $$;
