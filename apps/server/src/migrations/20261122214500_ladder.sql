-- Options on a ladder of strikes: a trade can be compared with another price than the one at which it was bought.

-- Null: it is compared with the opening price. In the smallest steps of the symbol.
alter table trades add column strike_points bigint constraint trades_strike_points_check check (strike_points > 0);

-- The less likely a strike is reached, the more it pays.
alter table trades
  drop constraint trades_payout_percent_check,
  add constraint trades_payout_percent_check
    check (payout_percent between 1 and case when strike_points is null then 200 else 500 end),
  drop constraint trades_outcome,
  add constraint trades_outcome check (case state
    when 'won' then (close_points > coalesce(strike_points, open_points)) = (direction = 'up')
      and close_points <> coalesce(strike_points, open_points)
    when 'lost' then (close_points > coalesce(strike_points, open_points)) <> (direction = 'up')
      and close_points <> coalesce(strike_points, open_points)
    when 'tie' then close_points = coalesce(strike_points, open_points)
    else true end);

drop trigger trades_fixed on trades;
create trigger trades_fixed
  before update of id, user_id, practice, symbol, direction, currency, stake, bonus_stake, payout_percent, rate, house_loss_max,
    simulated, digits, open_points, strike_points, quoted_at, opened_at, expires_at, request_hash on trades
  for each statement execute function refuse_fixed();
