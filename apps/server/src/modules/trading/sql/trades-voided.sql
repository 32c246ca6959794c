-- Two operators void a trade of a real market that has ended at wrong prices, once. Its stake comes back instead of what it had returned, in the
-- same parts of cash and bonus, and nothing else of it changes. How it had ended is kept, with the reason. A trade that the risk-free offer has
-- counted, in the loss of its day or as the one that decides, is not voided once the trader has accepted it. Until then the day is counted again.
create or replace function trades_voided() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  wrong uuid;
begin
  if not exists (select from voided where voided_at is not null) then
    return null;
  end if;
  select v.id into wrong
    from voided v join before b using (id) left join trade_voids k on k.trade_id = v.id,
         lateral (select div(b.returned::numeric * b.bonus_stake, b.stake)::bigint as bonus) had,
         lateral (select v.stake - v.bonus_stake - (b.returned - had.bonus) as cash, v.bonus_stake - had.bonus as bonus) change,
         lateral (select coalesce(sum(l.amount) filter (where l.account = 'cash'), 0) as cash,
                         coalesce(sum(l.amount) filter (where l.account = 'bonus'), 0) as bonus,
                         coalesce(sum(l.amount) filter (where l.account = 'trade_house'), 0) as house,
                         count(*) filter (where l.currency <> v.currency or l.user_id <> v.user_id) as foreign_lines
                    from ledger_entries e join ledger_lines l on l.entry_id = e.id
                   where e.kind = 'trade.voided' and e.subject = 'trade:' || v.id) booked
   where v.voided_at is not null
     and ((k.state, k.close_points, k.returned, k.voided_at) is distinct from (b.state, b.close_points, b.returned, v.voided_at)
          or (v.closed_at, v.opposite_user_id, v.refusal) is distinct from (b.closed_at, b.opposite_user_id, b.refusal)
          or (booked.cash, booked.bonus, booked.house, booked.foreign_lines)
             is distinct from (change.cash::numeric, change.bonus::numeric, -(change.cash + change.bonus)::numeric, 0::bigint)
          or exists (select from loss_returns r join first_losing_days d on d.user_id = r.user_id
                      where r.trade_id = v.id or r.user_id = v.user_id and d.day = (v.closed_at at time zone 'UTC')::date)
          or is_ordered('{trade.void}', jsonb_build_object('trade', v.id, 'trader', v.user_id, 'change', change.cash,
               'bonusChange', change.bonus, 'currency', v.currency, 'fault', k.fault, 'words', k.words)) is not true)
   limit 1;
  if wrong is not null then
    raise exception 'no operator has ordered to void trade %, or it was not done as ordered', wrong
      using errcode = 'restrict_violation', constraint = 'trades_voided';
  end if;
  with changed as (
    select d.user_id, d.day, s.gain
      from first_losing_days d left join lateral sum_own_day(d.user_id, d.day) s on s.currency = d.currency
     where exists (select from voided v where v.voided_at is not null and v.user_id = d.user_id
                                          and d.day = (v.closed_at at time zone 'UTC')::date)
  ),
  gone as (
    delete from first_losing_days d using changed c where d.user_id = c.user_id and coalesce(c.gain, 0) >= 0
  )
  update first_losing_days d set loss = -c.gain from changed c where d.user_id = c.user_id and c.gain < 0;
  return null;
end $$;

create trigger trades_voided after update on trades
  referencing old table as before new table as voided for each statement execute function trades_voided();
