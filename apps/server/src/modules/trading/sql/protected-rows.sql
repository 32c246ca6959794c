-- Terms and results of trades, returns of losses, and prices that trades were closed at never change.

create trigger trades_fixed
  before update of id, user_id, practice, symbol, direction, currency, stake, bonus_stake, payout_percent, rate, house_loss_max,
    simulated, digits, open_points, strike_points, quoted_at, opened_at, expires_at, request_hash on trades
  for each statement execute function refuse_fixed();
-- An open trade ends once. Nothing of it changes later.
create trigger trades_steps before update on trades for each row
  when (old.state <> 'open' or new.state = 'open') execute function refuse_step('id', 'state');
create trigger trades_no_delete before delete or truncate on trades
  for each statement execute function refuse_change();

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
