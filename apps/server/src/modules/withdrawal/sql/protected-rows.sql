-- Where money goes, how much was asked for and what was held never change, and nothing is deleted.

create trigger withdrawal_destinations_fixed
  before update of id, user_id, method, account, code_hash, created_at, usable_from on withdrawal_destinations
  for each statement execute function refuse_fixed();
create trigger withdrawal_destinations_steps before update of state on withdrawal_destinations for each row
  when (old.state <> new.state and not case old.state
    when 'unproved' then new.state in ('proved', 'removed')
    when 'proved' then new.state = 'removed'
    else false end)
  execute function refuse_step('id', 'state');
create trigger withdrawal_destinations_no_delete before delete or truncate on withdrawal_destinations
  for each statement execute function refuse_change();

create trigger withdrawals_fixed
  before update of id, user_id, method, currency, amount, fee, case_name, preview_id, created_at, expires_at on withdrawals
  for each statement execute function refuse_fixed();
-- The money on hold never changes.
create trigger withdrawals_held_fixed before update on withdrawals for each row
  when (old.confirmed_at is not null
    and (new.cash, new.bonus, new.confirmed_at) is distinct from (old.cash, old.bonus, old.confirmed_at))
  execute function refuse_fixed();
create trigger withdrawals_no_delete before delete or truncate on withdrawals
  for each statement execute function refuse_change();

create trigger payouts_fixed
  before update of id, withdrawal_id, number, user_id, method, destination_id, attempt_id, capture_number, processor, amount, untraded,
    currency, created_at on payouts
  for each statement execute function refuse_fixed();
-- Each sending has a reference of its own, so that two sendings of one payout cannot both count.
create trigger payouts_tries before update of tries, reference on payouts for each row
  when ((new.tries, new.reference) is distinct from (old.tries, old.reference)
    and not (old.state = 'due' and new.state = 'sent' and new.tries = old.tries + 1 and new.reference is distinct from old.reference))
  execute function refuse_fixed();
create trigger payouts_no_delete before delete or truncate on payouts
  for each statement execute function refuse_change();

-- The wait of a new account cannot be passed by a payout from the future.
create trigger payouts_begin after insert on payouts for each row
  when (new.created_at > clock_timestamp() + interval '1 minute') execute function refuse_server();

-- An account that money can go to begins unproved and new, by the clock of the database.
create trigger withdrawal_destinations_begin after insert on withdrawal_destinations for each row
  when (new.state <> 'unproved' or new.created_at < clock_timestamp() - interval '1 hour')
  execute function refuse_server();
