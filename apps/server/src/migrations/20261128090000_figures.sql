-- Views and indexes for the figures of a day. BRIN indexes suffice, because rows of one day lie near each other.

create index balance_days_day on balance_days using brin (day) with (pages_per_range = 16, autosummarize = on);
create index trade_days_day on trade_days using brin (day) with (pages_per_range = 16, autosummarize = on);
create index users_registered on users using brin (registered_at) with (pages_per_range = 16, autosummarize = on);
create index payouts_updated on payouts using brin (updated_at) with (pages_per_range = 16, autosummarize = on);
create index withdrawals_ended on withdrawals using brin (ended_at) with (pages_per_range = 16, autosummarize = on);

-- owner: history
create view money_days as
select user_id, day, tr_type, currency, received, paid from balance_days where not practice;

-- owner: trading
create view symbol_days as
select day, symbol, currency, count, stake, returned from trade_days where not practice and state <> 'refused';

-- What the house could lose on open trades, in minor units of the base currency.
-- owner: trading
create view open_exposures as
select symbol, minute, direction, loss, loss_max from trade_exposures;

-- owner: deposits
create view charge_attempts as
select a.processor, a.state, d.currency, a.created_at, a.updated_at
  from attempts a join deposits d on d.id = a.deposit_id where a.is_charging;

-- owner: withdrawal
create view paid_payouts as
select currency, amount, updated_at as paid_at from payouts where state = 'paid';
