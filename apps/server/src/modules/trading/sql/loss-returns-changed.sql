-- Checks that a return of a loss goes to an Up/Down trade with own cash that was bought later, leaves it only for a tie, a void or a
-- refused trade, and ends with the trade and its entry.
create or replace function loss_returns_changed() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  decider trades;
  paid record;
begin
  if old.returned is not null then
    raise exception 'the return of trader % has ended', old.user_id
      using errcode = 'restrict_violation', constraint = 'loss_returns_final';
  end if;
  if old.trade_id is not null and new.trade_id is distinct from old.trade_id
     and (new.trade_id is not null
          or not exists (select from trades where id = old.trade_id and state in ('tie', 'void', 'refused'))) then
    raise exception 'the return of trader % belongs to a trade', old.user_id
      using errcode = 'restrict_violation', constraint = 'loss_returns_bound';
  end if;
  if new.trade_id is null then
    return null;
  end if;
  select * into decider from trades where id = new.trade_id;
  if old.trade_id is null and not (
       decider.user_id = new.user_id and decider.currency = new.currency and not decider.practice and decider.strike_points is null
       and decider.stake > decider.bonus_stake and decider.opened_at >= new.accepted_at and decider.state = 'open') then
    raise exception 'trade % cannot have the return', new.trade_id
      using errcode = 'check_violation', constraint = 'loss_returns_trade';
  end if;
  if new.returned is not null then
    select coalesce(sum(l.amount) filter (where l.account = 'cash' and l.user_id = new.user_id and l.currency = new.currency), 0) as gained,
           coalesce(sum(abs(l.amount)), 0) as total
      into paid
      from ledger_entries e join ledger_lines l on l.entry_id = e.id
     where e.kind = 'offer.returned' and e.subject = 'trade:' || new.trade_id;
    if decider.state not in ('won', 'lost', 'sold')
       or new.returned <> (case when decider.state = 'lost' and not decider.is_opposite
                                then least(new.amount, decider.stake - decider.bonus_stake) else 0 end)
       or (paid.gained, paid.total) is distinct from (new.returned::numeric, 2 * new.returned::numeric) then
      raise exception 'trade % does not return %', new.trade_id, new.returned
        using errcode = 'check_violation', constraint = 'loss_returns_booked';
    end if;
  end if;
  return null;
end $$;

create trigger loss_returns_changed after update on loss_returns
  for each row execute function loss_returns_changed();
