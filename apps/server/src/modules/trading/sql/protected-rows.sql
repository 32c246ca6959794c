-- Terms and results of trades and sales, returns of losses, and prices that trades were closed at never change.

create trigger trades_fixed
  before update of id, user_id, practice, symbol, direction, currency, stake, bonus_stake, rate, house_loss_max, simulated, digits,
    strike_points, arrived_at, entry_round, least_payout_percent, opened_at, expires_at, request_hash on trades
  for each statement execute function refuse_fixed();
-- A trade gets its opening price once, and on the ladder its payout with it.
create trigger trades_opening_fixed before update of open_points, quoted_at, payout_percent on trades for each row
  when (old.open_points is not null or (old.payout_percent <> new.payout_percent and old.least_payout_percent is null)
    or new.payout_percent < old.least_payout_percent)
  execute function refuse_fixed();
-- An open trade ends once, and never changes after that.
create trigger trades_steps before update on trades for each row
  when (old.state <> 'open' or (new.state = 'open' and (old.open_points is not null or new.open_points is null))
    or (old.open_points is null and new.state not in ('open', 'refused')))
  execute function refuse_step('id', 'state');
create trigger trades_no_delete before delete or truncate on trades
  for each statement execute function refuse_change();

create trigger trade_sales_fixed before update of trade_id, arrived_at, sale_at, entry_round, least, fee_percent on trade_sales
  for each statement execute function refuse_fixed();
create trigger trade_sales_steps before update on trade_sales for each row
  when (old.state <> 'waiting') execute function refuse_step('trade_id', 'state');
create trigger trade_sales_no_delete before delete or truncate on trade_sales
  for each statement execute function refuse_change();

create trigger trade_refusals_fixed before update of id, user_id, symbol, direction, code, refused_at, entry_at, expires_at, strike_points
  on trade_refusals for each statement execute function refuse_fixed();
create trigger trade_refusals_steps before update on trade_refusals for each row
  when (old.outcome is not null) execute function refuse_step('id', 'outcome');

create trigger loss_returns_fixed before update of user_id, currency, percent, amount, accepted_at on loss_returns
  for each statement execute function refuse_fixed();
create trigger loss_returns_no_delete before delete or truncate on loss_returns
  for each statement execute function refuse_change();

-- Only the encryption of the secret can change.
create trigger market_secrets_fixed before update of id, created_at on market_secrets
  for each row when ((new.id, new.created_at) is distinct from (old.id, old.created_at)) execute function refuse_fixed();
create trigger market_secrets_not_deleted before delete on market_secrets
  for each statement execute function refuse_change();
create trigger market_secrets_no_truncate before truncate on market_secrets
  for each statement execute function refuse_change();
create trigger market_starts_append_only before update or delete on market_starts
  for each statement execute function refuse_change();
create trigger market_starts_no_truncate before truncate on market_starts
  for each statement execute function refuse_change();

create trigger market_days_append_only before update or delete on market_days
  for each statement execute function refuse_change();
create trigger market_days_no_truncate before truncate on market_days
  for each statement execute function refuse_change();

create trigger beacon_chains_append_only before update or delete on beacon_chains
  for each statement execute function refuse_change();
create trigger beacon_chains_no_truncate before truncate on beacon_chains
  for each statement execute function refuse_change();

create trigger beacon_rounds_append_only before update or delete on beacon_rounds
  for each statement execute function refuse_change();
create trigger beacon_rounds_no_truncate before truncate on beacon_rounds
  for each statement execute function refuse_change();

create trigger market_states_append_only before update or delete on market_states
  for each statement execute function refuse_change();
create trigger market_states_no_truncate before truncate on market_states
  for each statement execute function refuse_change();

create trigger market_gaps_append_only before update or delete on market_gaps
  for each statement execute function refuse_change();
create trigger market_gaps_no_truncate before truncate on market_gaps
  for each statement execute function refuse_change();

-- Recorded prices do not change, because trades were closed at these prices.
create trigger market_quotes_fixed before update on market_quotes
  for each statement execute function refuse_change();
