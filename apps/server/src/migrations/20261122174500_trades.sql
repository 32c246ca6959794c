-- Options that traders buy. A trade is inserted and closed by one statement each, together with its ledger entry.

-- owner: trading
create table trades (
  -- Derived from the trader and the Idempotency-Key.
  id uuid primary key,
  user_id bigint not null references users,
  -- Bought with practice money.
  practice boolean not null,
  symbol text not null check (symbol ~ '^[A-Z0-9]{3,12}$'),
  direction text not null check (direction in ('up', 'down')),
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'RUB')),
  -- In minor units, like all amounts here. What is not bonus is cash, or practice money.
  stake bigint not null check (stake > 0),
  bonus_stake bigint not null,
  constraint trades_bonus_stake check (bonus_stake between 0 and case when practice then 0 else stake end),
  -- Won in addition to the stake.
  payout_percent smallint not null check (payout_percent between 1 and 200),
  -- Units of the currency per unit of base currency.
  rate numeric not null check (rate > 0),
  -- What the house loses if the trade wins, in base currency. Practice money costs nothing.
  house_loss bigint not null
    generated always as (case when practice then 0 else ceil((stake * payout_percent / 100) / rate)::bigint end) stored,
  -- Limit of the sum of these, as set at the purchase.
  house_loss_max bigint not null,
  -- Whether prices are computed, so that they can be computed again.
  simulated boolean not null,
  -- Decimals of the prices, which are in the smallest steps of the symbol.
  digits smallint not null check (digits between 0 and 8),
  open_points bigint not null check (open_points > 0),
  -- Time of the opening price.
  quoted_at timestamptz not null,
  opened_at timestamptz not null,
  constraint trades_quote_age check (quoted_at between opened_at - interval '2 s' and opened_at + interval '2 s'),
  expires_at timestamptz not null,
  constraint trades_expiry check (expires_at > opened_at),
  -- Of the purchase, to detect that its key is used for another one.
  request_hash bytea not null,
  state text not null check (state in ('open', 'won', 'lost', 'tie', 'sold', 'void')),
  close_points bigint check (close_points > 0),
  -- Time of the closing price. Of a void trade: its end.
  closed_at timestamptz,
  returned bigint,
  -- Decided when it closes: the account whose trade on the same symbol was open in the other direction meanwhile. It is the trader's own,
  -- or a linked one.
  opposite_user_id bigint,
  -- It counts for no turnover and no score.
  is_opposite boolean not null generated always as (opposite_user_id is not null) stored,
  constraint trades_opposite check (opposite_user_id is null or state <> 'open'),
  constraint trades_closed_whole check (
    num_nonnulls(closed_at, returned) = case when state = 'open' then 0 else 2 end
    and (close_points is null) = (state in ('open', 'void'))),
  constraint trades_outcome check (case state
    when 'won' then (close_points > open_points) = (direction = 'up') and close_points <> open_points
    when 'lost' then (close_points > open_points) <> (direction = 'up') and close_points <> open_points
    when 'tie' then close_points = open_points
    else true end),
  constraint trades_returned check (case state
    when 'won' then returned = stake + stake * payout_percent / 100
    when 'lost' then returned = 0
    when 'sold' then returned between 0 and stake + stake * payout_percent / 100
    else returned = stake end),
  constraint trades_closed_at check (case state
    -- Practice trades also end with the practice account.
    when 'void' then closed_at = expires_at + interval '1 minute' or (practice and closed_at < expires_at + interval '1 minute')
    when 'sold' then closed_at >= quoted_at and closed_at < expires_at
    else closed_at between expires_at and expires_at + interval '1 minute' end)
);
create index trades_due on trades (expires_at, id) where state = 'open';
create index trades_user_open on trades (user_id) where state = 'open';
create index trades_user on trades (user_id, practice, opened_at desc, id desc);
-- For opposite trades: those that have closed since a time.
create index trades_overlapping on trades (user_id, symbol, direction, closed_at) where state <> 'open' and not practice;
-- For the results of a day.
create index trades_closed on trades using brin (closed_at) with (pages_per_range = 16, autosummarize = on);

create trigger trades_fixed
  before update of id, user_id, practice, symbol, direction, currency, stake, bonus_stake, payout_percent, rate, house_loss_max,
    simulated, digits, open_points, quoted_at, opened_at, expires_at, request_hash on trades
  for each statement execute function refuse_fixed();
-- An open trade ends once. Nothing of it changes later.
create trigger trades_steps before update on trades for each row
  when (old.state <> 'open' or new.state = 'open') execute function refuse_step();
create trigger trades_no_delete before delete or truncate on trades
  for each statement execute function refuse_change();

-- What the house loses at most if all open trades on a symbol that expire within a minute win, by direction. In base currency.
-- Only triggers of trades write here.
-- owner: trading
create table trade_exposures (
  symbol text not null,
  minute timestamptz not null,
  direction text not null,
  loss bigint not null,
  -- As set at the latest purchase. Kept in the row so that a check can enforce it.
  loss_max bigint not null,
  constraint trade_exposures_limit check (loss between 0 and loss_max),
  primary key (symbol, minute, direction)
);

-- Number of trades, because counting the trades of a busy trader takes too long. Only a trigger of trades writes here.
-- owner: trading
create table trade_totals (
  user_id bigint not null references users,
  practice boolean not null,
  count integer not null,
  primary key (user_id, practice)
);

-- The first day (UTC) on which a trader has lost own cash, by the end of the trades. What trades have won counts; losses on the ladder and of
-- opposite trades do not.
-- owner: trading
create table first_losing_days (
  user_id bigint primary key references users,
  day date not null,
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'RUB')),
  -- In minor units.
  loss bigint not null check (loss > 0)
);

-- The risk-free offer, once a trader has accepted it: a part of that loss comes back as cash if the next Up/Down trade with own cash loses.
-- owner: trading
create table loss_returns (
  user_id bigint primary key references first_losing_days,
  currency text not null,
  -- Of the loss.
  percent smallint not null check (percent between 1 and 20),
  -- What comes back at most. In minor units.
  amount bigint not null check (amount > 0),
  accepted_at timestamptz not null,
  -- The trade that decides. A tie or a void trade decides nothing, and gives way to the next one.
  trade_id uuid unique references trades,
  -- What came back when it ended.
  returned bigint,
  constraint loss_returns_ended check (returned is null or (trade_id is not null and returned between 0 and amount))
);
create trigger loss_returns_fixed before update of user_id, currency, percent, amount, accepted_at on loss_returns
  for each statement execute function refuse_fixed();
create trigger loss_returns_no_delete before delete or truncate on loss_returns
  for each statement execute function refuse_change();

-- Of the kind of account that the user has now, for other modules.
drop view trade_counts;
create view trade_counts as
  select t.user_id, t.count from trade_totals t join users u on u.id = t.user_id and u.practice = t.practice;

-- Bonus money in open trades, for other modules.
create view staked_bonuses as
  select user_id, sum(bonus_stake)::bigint as amount from trades where state = 'open' group by user_id;

-- Who has lost on a day, for other modules.
create view losing_traders as select user_id, day, currency, loss from first_losing_days;

-- The trades of a statement whose ledger entry is missing or has other lines. Sequential scans are off, because the plan that a session
-- keeps can be from a time when the tables were small.
create function find_unbooked_trade(entry_kind text, ids uuid[]) returns uuid
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

create function trades_opened() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  exposed record;
begin
  if exists (select from inserted where state <> 'open') then
    raise exception 'a trade begins open' using errcode = 'check_violation', constraint = 'trades_begin_open';
  end if;
  if find_unbooked_trade('trade.opened', (select array_agg(id) from inserted)) is not null then
    raise exception 'a trade was bought without its ledger entry' using errcode = 'check_violation', constraint = 'trades_booked';
  end if;
  -- All transactions lock exposures in the same order.
  for exposed in
    select symbol, date_bin('1 minute', expires_at, '2000-01-01Z') as minute, direction, sum(house_loss) as loss,
           min(house_loss_max) as loss_max
      from inserted where not practice group by 1, 2, 3 order by 1, 2, 3
  loop
    insert into trade_exposures as e (symbol, minute, direction, loss, loss_max)
      values (exposed.symbol, exposed.minute, exposed.direction, exposed.loss, exposed.loss_max)
      on conflict (symbol, minute, direction) do update set loss = e.loss + excluded.loss, loss_max = excluded.loss_max;
  end loop;
  insert into trade_totals as t (user_id, practice, count)
    select user_id, practice, count(*) from inserted group by 1, 2 order by 1, 2
    on conflict (user_id, practice) do update set count = t.count + excluded.count;
  return null;
end $$;
create trigger trades_opened after insert on trades
  referencing new table as inserted for each statement execute function trades_opened();

create function trades_closed() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  exposed record;
begin
  if find_unbooked_trade('trade.closed', (select array_agg(id) from closed)) is not null then
    raise exception 'a trade was closed without its ledger entry' using errcode = 'check_violation', constraint = 'trades_booked';
  end if;
  -- What was staked of the trader's own cash counts as turnover once. Ties, void trades and opposite trades do not count.
  if exists (
    select from closed c left join lateral (
      select e.amount from turnover_events e
       where e.source = 'trade:' || c.id and e.user_id = c.user_id and e.currency = c.currency) counted on true
     where counted.amount is distinct from
           case when not c.practice and c.state in ('won', 'lost', 'sold') and not c.is_opposite then nullif(c.stake - c.bonus_stake, 0) end)
  then
    raise exception 'a trade was closed without its turnover' using errcode = 'check_violation', constraint = 'trades_turnover';
  end if;
  for exposed in
    select symbol, date_bin('1 minute', expires_at, '2000-01-01Z') as minute, direction, sum(house_loss) as loss
      from closed where not practice group by 1, 2, 3 order by 1, 2, 3
  loop
    update trade_exposures set loss = loss - exposed.loss
     where symbol = exposed.symbol and minute = exposed.minute and direction = exposed.direction;
    if not found then
      raise exception 'the exposure of a closed trade is missing' using errcode = 'check_violation', constraint = 'trades_exposed';
    end if;
    delete from trade_exposures
     where symbol = exposed.symbol and minute = exposed.minute and direction = exposed.direction and loss = 0;
  end loop;
  return null;
end $$;
create trigger trades_closed after update on trades
  referencing new table as closed for each statement execute function trades_closed();

-- Money of trades moves with a trade only. What a closed trade returned has been booked with its end.
create function ledger_trade_exists() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from trades where id = substr(new.subject, 7)::uuid and (new.kind = 'trade.opened' or returned > 0))
  then
    raise exception 'no trade moves money for %', new.subject
      using errcode = 'restrict_violation', constraint = 'ledger_trade_exists';
  end if;
  return null;
end $$;
create trigger ledger_trade_exists after insert on ledger_entries for each row
  when (new.kind in ('trade.opened', 'trade.closed')) execute function ledger_trade_exists();

-- Turnover is counted for closed trades only.
create function turnover_trade_exists() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from trades where id = substr(new.source, 7)::uuid and not practice and state in ('won', 'lost', 'sold') and not is_opposite)
  then
    raise exception 'no trade has ended for the turnover %', new.source
      using errcode = 'restrict_violation', constraint = 'turnover_trade_exists';
  end if;
  return null;
end $$;
create trigger turnover_trade_exists after insert on turnover_events for each row
  when (new.source like 'trade:%') execute function turnover_trade_exists();

-- A return has the terms of its loss, and each person gets one.
create function loss_returns_inserted() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.trade_id is not null or not exists (
    select from first_losing_days d join users u on u.id = d.user_id
     where d.user_id = new.user_id and d.currency = new.currency and d.loss * new.percent / 100 = new.amount
       and not u.practice and u.currency = d.currency)
  then
    raise exception 'the return of trader % is not the part of a loss', new.user_id
      using errcode = 'check_violation', constraint = 'loss_returns_terms';
  end if;
  if not is_gift_claimed(new.user_id, 'loss_return') then
    raise exception 'the person of account % has had a return before', new.user_id
      using errcode = 'check_violation', constraint = 'loss_returns_claimed';
  end if;
  return null;
end $$;
create trigger loss_returns_inserted after insert on loss_returns
  for each row execute function loss_returns_inserted();

-- It goes to an Up/Down trade with own cash that was bought later, leaves it only for a tie or a void trade, and ends with it and its entry.
create function loss_returns_changed() returns trigger
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
          or not exists (select from trades where id = old.trade_id and state in ('tie', 'void'))) then
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

-- Its money moves with it only.
create function ledger_loss_return_exists() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from loss_returns where trade_id = substr(new.subject, 7)::uuid and returned > 0) then
    raise exception 'no return of a loss moves money for %', new.subject
      using errcode = 'restrict_violation', constraint = 'ledger_loss_return_exists';
  end if;
  return null;
end $$;
create trigger ledger_loss_return_exists after insert on ledger_entries for each row
  when (new.kind = 'offer.returned') execute function ledger_loss_return_exists();

-- No trade ends without deciding the return that it has.
create function trades_loss_returned() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  if exists (select from closed c join loss_returns r on r.trade_id = c.id where r.returned is null) then
    raise exception 'a trade was closed without the return of a loss'
      using errcode = 'check_violation', constraint = 'trades_loss_returned';
  end if;
  return null;
end $$;
create trigger trades_loss_returned after update on trades
  referencing new table as closed for each statement execute function trades_loss_returned();

-- What an open trade returns belongs to the kind of account and the currency that bought it.
create function users_open_trades() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from trades where user_id = old.id and state = 'open') then
    raise exception 'account % has open trades', old.id
      using errcode = 'restrict_violation', constraint = 'users_open_trades';
  end if;
  return new;
end $$;
create trigger users_open_trades before update of practice, currency on users for each row
  when (old.practice <> new.practice or old.currency <> new.currency) execute function users_open_trades();

-- No bonus is given up, frozen or finished while bonus money is staked: what the trade returns would be free of the turnover. Money that is
-- taken back takes its bonuses along all the same: what those trades return then goes to the house.
create function wagering_requirements_staked() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  if exists (select from trades where user_id = new.user_id and state = 'open' and bonus_stake > 0)
     and not (new.cancelled_at is not null
              and exists (select from captures where deposit_id = new.deposit_id and status in ('reversed', 'taken_back'))) then
    raise exception 'bonus % has ended while bonus money is staked', new.source
      using errcode = 'check_violation', constraint = 'wagering_requirements_staked';
  end if;
  return null;
end $$;
create constraint trigger wagering_requirements_staked after update on wagering_requirements deferrable initially deferred
  -- The money of a frozen one is on hold: what is staked is of others.
  for each row when (old.frozen_for is null
    and ((old.cancelled_at is null and new.cancelled_at is not null) or (old.finished_at is null and new.finished_at is not null)
      or new.frozen_for is not null))
  execute function wagering_requirements_staked();
