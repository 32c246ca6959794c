-- Withdrawals, their payouts, and where the money is sent. The database enforces that each payout is booked once, that the money on hold
-- of a withdrawal is what has not left it, and that a card never gets back more than it has paid.

-- The account of a trader at a method. It never changes: another account is another row.
-- owner: withdrawal
create table withdrawal_destinations (
  id uuid primary key,
  user_id bigint not null references users,
  method text not null check (method in ('bitcoin', 'eth', 'skrill', 'neteller', 'paypal', 'perfect', 'yandex', 'qiwi', 'okpay',
    'webmoney', 'bank')),
  account text not null check (length(account) between 3 and 190),
  -- unproved: the code that was mailed has not been entered.
  state text not null check (state in ('unproved', 'proved', 'removed')),
  -- Keyed hash of the code.
  code_hash bytea not null,
  wrong_codes smallint not null default 0 check (wrong_codes between 0 and 5),
  created_at timestamptz not null,
  usable_from timestamptz not null,
  constraint withdrawal_destinations_delay check (usable_from >= created_at + interval '24 hours'),
  proved_at timestamptz,
  removed_at timestamptz,
  constraint withdrawal_destinations_times
    check ((removed_at is not null) = (state = 'removed') and (state <> 'proved' or proved_at is not null))
);
-- A trader has one account at each method.
create unique index withdrawal_destinations_current on withdrawal_destinations (user_id, method) where state <> 'removed';
-- Bounds the mails with codes.
create index withdrawal_destinations_user on withdrawal_destinations (user_id, created_at);
create trigger withdrawal_destinations_fixed
  before update of id, user_id, method, account, code_hash, created_at, usable_from on withdrawal_destinations
  for each statement execute function refuse_fixed();
create trigger withdrawal_destinations_steps before update of state on withdrawal_destinations for each row
  when (old.state <> new.state and not case old.state
    when 'unproved' then new.state in ('proved', 'removed')
    when 'proved' then new.state = 'removed'
    else false end)
  execute function refuse_step();
-- After a change of the e-mail, the code goes to the new address: a new account can be used when the change can't be undone any more.
create function withdrawal_destinations_after_change() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from users where id = new.user_id and email_changed_at + interval '72 hours' > new.usable_from) then
    raise exception 'the e-mail of user % was changed', new.user_id
      using errcode = 'check_violation', constraint = 'withdrawal_destinations_after_change';
  end if;
  return new;
end $$;
create trigger withdrawal_destinations_after_change before insert on withdrawal_destinations
  for each row execute function withdrawal_destinations_after_change();
create trigger withdrawal_destinations_no_delete before delete or truncate on withdrawal_destinations
  for each statement execute function refuse_change();

-- owner: withdrawal
create table withdrawals (
  id uuid primary key,
  user_id bigint not null references users,
  method text not null check (method in ('card', 'bitcoin', 'eth', 'skrill', 'neteller', 'paypal', 'perfect', 'yandex', 'qiwi', 'okpay',
    'webmoney', 'bank')),
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'RUB')),
  -- In minor units, like all amounts here. The payouts sum to the amount less the fee.
  amount bigint not null check (amount > 0),
  fee bigint not null,
  constraint withdrawals_fee check (fee >= 0 and fee < amount),
  -- spec: account 4
  case_name text not null check (case_name in ('one', 'two', 'three', 'four')),
  -- Derived from what the trader saw: fee, case, places, and the bonus that is given up. Nothing else can be confirmed.
  preview_id uuid not null,
  -- The transitions are in packages/rules/src/withdrawal/withdrawal-states.ts.
  state text not null check (state in ('unconfirmed', 'waiting_documents', 'waiting_approval', 'approved', 'paying', 'paid', 'paid_part',
    'returned', 'cancelled', 'rejected', 'given_up', 'expired')),
  -- Parts of the amount, which is all cash: `bonus` is what finished bonuses had released. Null before the confirmation.
  cash bigint check (cash >= 0),
  bonus bigint check (bonus >= 0),
  confirmed_at timestamptz,
  constraint withdrawals_confirmed check (num_nonnulls(cash, bonus, confirmed_at) =
    case when state in ('unconfirmed', 'given_up', 'expired') then 0 else 3 end),
  constraint withdrawals_parts check (cash + bonus = amount),
  -- Came back to cash at the end.
  returned bigint not null default 0 check (returned >= 0),
  constraint withdrawals_returned check (returned <= amount),
  -- What the trader reads about the end.
  reason text check (length(reason) between 3 and 300),
  created_at timestamptz not null,
  -- Until when it can be confirmed.
  expires_at timestamptz not null,
  constraint withdrawals_in_time check (confirmed_at <= expires_at),
  updated_at timestamptz not null,
  ended_at timestamptz,
  constraint withdrawals_ended check ((ended_at is not null) =
    (state in ('paid', 'paid_part', 'returned', 'cancelled', 'rejected', 'given_up', 'expired')))
);
-- A trader confirms the only unconfirmed request.
create unique index withdrawals_one_unconfirmed on withdrawals (user_id) where state = 'unconfirmed';
create index withdrawals_expiry on withdrawals (expires_at) where state = 'unconfirmed';
create index withdrawals_user on withdrawals (user_id, confirmed_at desc, id desc) where confirmed_at is not null;
create index withdrawals_waiting on withdrawals (user_id)
  where state in ('waiting_documents', 'waiting_approval', 'approved', 'paying');
-- Lists of operators.
create index withdrawals_confirmed_order on withdrawals (confirmed_at desc, id desc) where confirmed_at is not null;
create index withdrawals_state on withdrawals (state, confirmed_at desc, id desc) where confirmed_at is not null;
create index withdrawals_number on withdrawals (right(id::text, 12));

create trigger withdrawals_fixed
  before update of id, user_id, method, currency, amount, fee, case_name, preview_id, created_at, expires_at on withdrawals
  for each statement execute function refuse_fixed();
-- The same transitions as in the state machine.
create trigger withdrawals_steps before update of state on withdrawals for each row
  when (old.state <> new.state and not case old.state
    when 'unconfirmed' then new.state in ('waiting_documents', 'waiting_approval', 'given_up', 'expired')
    when 'waiting_documents' then new.state in ('waiting_approval', 'cancelled', 'rejected')
    when 'waiting_approval' then new.state in ('approved', 'cancelled', 'rejected')
    when 'approved' then new.state in ('paying', 'returned')
    when 'paying' then new.state in ('paid', 'paid_part', 'returned')
    else false end)
  execute function refuse_step();
-- What was held never changes.
create trigger withdrawals_held_fixed before update on withdrawals for each row
  when (old.confirmed_at is not null
    and (new.cash, new.bonus, new.confirmed_at) is distinct from (old.cash, old.bonus, old.confirmed_at))
  execute function refuse_fixed();
create trigger withdrawals_no_delete before delete or truncate on withdrawals
  for each statement execute function refuse_change();

-- A part of a withdrawal that is sent to one place.
-- owner: withdrawal
create table payouts (
  id uuid primary key,
  withdrawal_id uuid not null references withdrawals,
  number smallint not null check (number >= 1),
  unique (withdrawal_id, number),
  user_id bigint not null references users,
  method text not null,
  -- Either the trader's account, or a charge of a card or wallet that is refunded. Coins that go back have both.
  destination_id uuid references withdrawal_destinations,
  attempt_id bigint,
  capture_number smallint,
  -- Of the charge.
  processor text,
  constraint payouts_capture_fkey foreign key (attempt_id, capture_number) references captures (attempt_id, number),
  constraint payouts_one_place check (num_nonnulls(destination_id, attempt_id) = case when processor in ('BTC', 'ETH') then 2 else 1 end
    and num_nonnulls(attempt_id, capture_number, processor) in (0, 3) and (method <> 'card' or attempt_id is not null)),
  amount bigint not null check (amount > 0),
  -- The part of the charge that goes back untraded, with its fee, which the charge does not get. Coins only go back untraded.
  untraded bigint not null check (untraded >= 0),
  constraint payouts_untraded check ((untraded = 0 or attempt_id is not null) and (processor not in ('BTC', 'ETH') or untraded >= amount)),
  currency text not null,
  state text not null check (state in ('waiting', 'due', 'sent', 'in_doubt', 'paid', 'refused', 'dropped')),
  -- The last one that was used; it is derived from the payout and the try. A channel pays each reference once.
  tries smallint not null default 0 check (tries >= 0),
  reference uuid unique,
  constraint payouts_reference check ((reference is null) = (tries = 0) and (tries > 0 or state in ('waiting', 'due', 'dropped'))),
  -- Of who sent it: theirs, and what arrives in another currency.
  sent_reference varchar(200),
  sent_as varchar(60),
  -- Why it was refused.
  reason varchar(200),
  -- Number of status inquiries of this try, and when the next one, or the sending, is due.
  inquiry_count integer not null default 0,
  next_check_at timestamptz,
  constraint payouts_due check ((next_check_at is not null) = (state in ('due', 'sent', 'in_doubt'))),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- The due payouts of each channel are read separately.
create index payouts_due_at on payouts (method, next_check_at) where next_check_at is not null;
create index payouts_capture on payouts (attempt_id, capture_number) where attempt_id is not null;
create index payouts_user on payouts (user_id, method);
-- For the nightly comparison.
create index payouts_ended on payouts (updated_at, id) where state in ('paid', 'refused', 'dropped') and tries > 0;
create index payouts_destination on payouts (destination_id) where destination_id is not null;

create trigger payouts_fixed
  before update of id, withdrawal_id, number, user_id, method, destination_id, attempt_id, capture_number, processor, amount, untraded,
    currency, created_at on payouts
  for each statement execute function refuse_fixed();
-- The same transitions as in the state machine.
create trigger payouts_steps before update of state on payouts for each row
  when (old.state <> new.state and not case old.state
    when 'waiting' then new.state in ('due', 'dropped')
    when 'due' then new.state in ('sent', 'dropped')
    when 'sent' then new.state in ('in_doubt', 'paid', 'refused', 'due')
    when 'in_doubt' then new.state in ('paid', 'refused', 'due')
    else false end)
  execute function refuse_step();
-- Each sending has a reference of its own, so that two sendings of one payout cannot both count.
create trigger payouts_tries before update of tries, reference on payouts for each row
  when ((new.tries, new.reference) is distinct from (old.tries, old.reference)
    and not (old.state = 'due' and new.state = 'sent' and new.tries = old.tries + 1 and new.reference is distinct from old.reference))
  execute function refuse_fixed();
create trigger payouts_no_delete before delete or truncate on payouts
  for each statement execute function refuse_change();

-- A payout belongs to the trader of its withdrawal, and goes to an account that was proved and has waited, or back to a card or wallet:
-- together never more than its charge. Nothing is paid to a trader who owes money.
create function payouts_place() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  charge record;
begin
  if new.state <> 'waiting' or not exists (
    select from withdrawals where id = new.withdrawal_id and user_id = new.user_id and currency = new.currency) then
    raise exception 'payout % does not fit its withdrawal', new.id using errcode = 'check_violation', constraint = 'payouts_owner';
  end if;
  if exists (select from ledger_balances where user_id = new.user_id and account = 'debt' and amount < 0) then
    raise exception 'user % owes money', new.user_id using errcode = 'check_violation', constraint = 'payouts_debt';
  end if;
  if new.destination_id is not null then
    if not exists (select from withdrawal_destinations where id = new.destination_id and user_id = new.user_id
                      and method = new.method and state = 'proved' and usable_from <= new.created_at) then
      raise exception 'the destination of payout % cannot be used', new.id
        using errcode = 'check_violation', constraint = 'payouts_destination_usable';
    end if;
    if new.attempt_id is null then
      return null;
    end if;
  end if;
  -- Two payouts of one charge wait for each other.
  select c.amount, c.currency, c.status, c.processor, d.user_id into charge
    from captures c join deposits d on d.id = c.deposit_id
   where c.attempt_id = new.attempt_id and c.number = new.capture_number for no key update of c;
  if charge.user_id is distinct from new.user_id or charge.currency <> new.currency or charge.processor <> new.processor
     or charge.status not in ('credited', 'credited_late', 'credited_part') then
    raise exception 'payout % cannot refund this charge', new.id
      using errcode = 'check_violation', constraint = 'payouts_capture_owner';
  end if;
  if charge.amount < (select sum(greatest(amount, untraded)) from payouts
                       where attempt_id = new.attempt_id and capture_number = new.capture_number and state not in ('refused', 'dropped')) then
    raise exception 'payout % is more than is left of its charge', new.id
      using errcode = 'check_violation', constraint = 'payouts_within_capture';
  end if;
  return null;
end $$;
create trigger payouts_place after insert on payouts for each row execute function payouts_place();

-- Time has passed since the plan: the charge can have been taken back. Approving and sending check again under its lock.
create function payouts_sendable() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.attempt_id is not null then
    perform from captures where attempt_id = new.attempt_id and number = new.capture_number
      and status in ('credited', 'credited_late', 'credited_part') for no key update;
    if not found then
      raise exception 'the charge of payout % is not on the account any more', new.id
        using errcode = 'restrict_violation', constraint = 'payouts_capture_gone';
    end if;
  end if;
  if new.destination_id is not null
     and not exists (select from withdrawal_destinations where id = new.destination_id and state = 'proved') then
    raise exception 'the destination of payout % was removed', new.id
      using errcode = 'restrict_violation', constraint = 'payouts_destination_gone';
  end if;
  if exists (select from ledger_balances where user_id = new.user_id and account = 'debt' and amount < 0) then
    raise exception 'user % owes money', new.user_id using errcode = 'restrict_violation', constraint = 'payouts_debt';
  end if;
  return new;
end $$;
create trigger payouts_sendable before update of state on payouts for each row
  when (old.state = 'waiting' and new.state = 'due' or old.state = 'due' and new.state = 'sent') execute function payouts_sendable();

-- A charge of which a part was paid out is not refunded as a whole.
create function captures_paid_out() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from payouts where attempt_id = new.attempt_id and capture_number = new.number
                and state not in ('refused', 'dropped')) then
    raise exception 'capture % was refunded by a withdrawal', new.attempt_id
      using errcode = 'restrict_violation', constraint = 'captures_paid_out';
  end if;
  return new;
end $$;
create trigger captures_paid_out before update of status on captures for each row
  when (old.status <> new.status and new.status = 'refund_due') execute function captures_paid_out();

-- Documents are approved before money leaves.
create function withdrawals_verified() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from users where id = new.user_id and verification = 'Full') then
    raise exception 'user % is not verified', new.user_id
      using errcode = 'restrict_violation', constraint = 'withdrawals_verified';
  end if;
  return new;
end $$;
create trigger withdrawals_verified before insert or update of state on withdrawals for each row
  when (new.state in ('waiting_approval', 'approved')) execute function withdrawals_verified();

-- The name of what is wrong with the entries or payouts of a withdrawal; null if nothing is. Sequential scans are off, because the plan
-- that a session keeps can be from a time when the tables were small.
create function find_withdrawal_fault(of uuid) returns text
  language plpgsql stable set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  w withdrawals;
  p record;
  booked record;
begin
  select * into w from withdrawals where id = of;
  select count(*) as count, coalesce(sum(amount), 0) as total, coalesce(sum(amount) filter (where state = 'paid'), 0) as paid,
         bool_and(state = 'waiting') as waiting, bool_and(state = 'due') as due, bool_and(state = 'paid') as all_paid,
         bool_and(state in ('refused', 'dropped')) as none_paid, bool_and(state = 'dropped') as all_dropped,
         bool_and(state in ('paid', 'refused', 'dropped')) as ended, bool_or(state = 'waiting') as undecided,
         coalesce(bool_or(state in ('sent', 'in_doubt', 'paid', 'refused')), false) as sent
    into p from payouts where withdrawal_id = of;
  select coalesce(sum(l.amount) filter (where l.account = 'withdrawal_hold'), 0) as hold,
         coalesce(sum(l.amount) filter (where l.account = 'withdrawal_hold' and e.kind = 'withdrawal.held'), 0) as held,
         coalesce(-sum(l.amount) filter (where l.account = 'cash' and e.kind = 'withdrawal.held'), 0) as cash,
         coalesce(sum(l.amount) filter (where l.account = 'cash' and e.kind = 'withdrawal.returned'), 0) as returned,
         coalesce(sum(l.amount) filter (where l.account = 'fees'), 0) as fee,
         coalesce(bool_and(l.currency = w.currency and coalesce(l.user_id, w.user_id) = w.user_id), true) as is_own
    into booked
    from (select id, kind from ledger_entries
           where subject = 'withdrawal:' || of and kind in ('withdrawal.held', 'withdrawal.returned', 'withdrawal.fee')
          union all
          select e.id, e.kind from payouts o join ledger_entries e on e.kind = 'payout.paid' and e.subject = 'payout:' || o.id
           where o.withdrawal_id = of) e
    join ledger_lines l on l.entry_id = e.id;
  if not booked.is_own then return 'withdrawals_own_money'; end if;
  if w.confirmed_at is null then
    return case when p.count > 0 or booked.held <> 0 or booked.hold <> 0 then 'withdrawals_unconfirmed' end;
  end if;
  if (booked.held, booked.cash) is distinct from (w.amount, w.amount) then return 'withdrawals_held'; end if;
  if p.total <> w.amount - w.fee then return 'withdrawals_payouts_sum'; end if;
  if booked.returned <> w.returned then return 'withdrawals_returned_booked'; end if;
  if booked.hold <> (case when w.ended_at is null then w.amount - p.paid else 0 end) then return 'withdrawals_hold'; end if;
  if booked.fee <> (case w.state when 'paid' then w.fee else 0 end) then return 'withdrawals_fee_booked'; end if;
  -- What was sent has taken the bonuses that it gave up, and what ends otherwise has given them back.
  if (p.sent or w.ended_at is not null)
     and exists (select from wagering_requirements where frozen_for = w.id) then
    return 'withdrawals_frozen_bonus';
  end if;
  return case when not case w.state
      when 'approved' then p.due
      when 'paying' then not p.undecided
      when 'paid' then p.all_paid
      when 'paid_part' then p.ended and p.paid > 0 and not p.all_paid
      when 'returned' then p.none_paid
      when 'cancelled' then p.all_dropped
      when 'rejected' then p.all_dropped
      else p.waiting end
    then 'withdrawals_payout_states' end;
end $$;

create function withdrawals_consistent() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  about uuid := case tg_table_name when 'withdrawals' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'withdrawal_id' end;
  fault text := find_withdrawal_fault(about);
begin
  if fault is not null then
    raise exception 'the money of withdrawal % does not fit its state', about using errcode = 'check_violation', constraint = fault;
  end if;
  return null;
end $$;
-- Nothing belongs to a request before it is confirmed: its first payout or entry is checked by the triggers of those.
create constraint trigger withdrawals_consistent after insert or update on withdrawals deferrable initially deferred
  for each row when (new.confirmed_at is not null) execute function withdrawals_consistent();
create constraint trigger payouts_consistent after insert or update on payouts deferrable initially deferred
  for each row execute function withdrawals_consistent();

-- A payout is booked with its end, by an entry of two lines: from hold to who has sent it.
create function payouts_booked() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  if (select array_agg(row(l.account, l.user_id, l.currency, l.amount)::text order by l.amount)
        from ledger_entries e join ledger_lines l on l.entry_id = e.id
       where e.kind = 'payout.paid' and e.subject = 'payout:' || new.id)
     is distinct from array[
       row('withdrawal_hold'::varchar(40), new.user_id, new.currency::char(3), -new.amount)::text,
       row((case when new.destination_id is null then 'clearing:' || new.processor else 'payout' end)::varchar(40), null::bigint, new.currency::char(3), new.amount)::text] then
    raise exception 'payout % without its ledger entry', new.id using errcode = 'check_violation', constraint = 'payouts_booked';
  end if;
  return null;
end $$;
create constraint trigger payouts_booked after update of state on payouts deferrable initially deferred
  for each row when (new.state = 'paid') execute function payouts_booked();

-- Money on hold moves with a withdrawal only.
create function ledger_withdrawal_exists() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not (case new.kind
      when 'payout.paid' then exists (select from payouts where id = substr(new.subject, 8)::uuid and state = 'paid')
      when 'withdrawal.held' then exists (select from withdrawals where id = substr(new.subject, 12)::uuid and confirmed_at is not null)
      else exists (select from withdrawals where id = substr(new.subject, 12)::uuid and confirmed_at is not null and ended_at is not null)
      end) then
    raise exception 'no withdrawal moves money for %', new.subject
      using errcode = 'restrict_violation', constraint = 'ledger_withdrawal_exists';
  end if;
  return null;
end $$;
create constraint trigger ledger_withdrawal_exists after insert on ledger_entries deferrable initially deferred for each row
  when (new.kind in ('payout.paid', 'withdrawal.held', 'withdrawal.returned', 'withdrawal.fee'))
  execute function ledger_withdrawal_exists();

-- When the tab of a method was opened, for the operator.
-- owner: withdrawal
create table withdrawal_tab_views (
  user_id bigint not null references users,
  method text not null check (length(method) <= 60),
  count integer not null default 1,
  last_at timestamptz not null,
  primary key (user_id, method)
);

-- Money that deposits have put on the account and that was not taken from it again, charge by charge. For other modules.
create view credited_charges as
  select d.user_id, d.currency, c.attempt_id, c.number, c.processor, c.amount, c.created_at, d.id as deposit_id,
         d.instrument_kind, d.instrument_hint
    from deposits d, lateral (
      -- Apart, because each has an index of its own.
      select attempt_id, number, processor, amount, created_at from captures
       where deposit_id = d.id and status in ('credited', 'credited_late')
      union all
      select attempt_id, number, processor, amount, created_at from captures
       where deposit_id = d.id and status = 'credited_part') c;

-- All charges, whatever has become of them, for other modules.
create view charges as select attempt_id, number, deposit_id, amount, status from captures;

-- What an attempt has charged, for other modules.
create view attempt_instruments as
  select a.id as attempt_id, a.reference, d.instrument_kind, d.instrument_hint
    from attempts a join deposits d on d.id = a.deposit_id;

-- Lists of operators.
create index deposits_created on deposits (created_at desc, id desc);
create index deposits_state on deposits (state, created_at desc, id desc);

-- The entries of payouts that refund charges, for the comparison with statements.
create view payout_refunds as
  select id as payout_id, 'payout:' || id as subject, attempt_id, reference from payouts where state = 'paid' and attempt_id is not null;

-- Confirmed withdrawals, for other modules. Amounts in minor units.
create view confirmed_withdrawals as
  select id, user_id, method, currency, amount, fee, returned, state, confirmed_at, ended_at
    from withdrawals where confirmed_at is not null;

-- For the history: withdrawals under way, and those that came to nothing, which move no money of the trader.
create or replace view waiting_payments as
  select user_id, 'deposit' as tr_type, created_at as at, amount, currency, 'deposit:' || id as subject
    from deposits where state in ('open', 'processing', 'review')
  union all
  select user_id, 'withdrawal', confirmed_at, -amount, currency, 'withdrawal:' || id
    from withdrawals where state in ('waiting_documents', 'waiting_approval', 'approved', 'paying');

create function withdrawal_end_noted() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into balance_movements (user_id, practice, booked_at, tr_type, status, currency, amount, bonus, kind, subject)
  values (new.user_id, false, new.ended_at, 'withdrawal', case new.state when 'cancelled' then 'cancelled' else 'failed' end,
          new.currency, -new.amount, 0, 'withdrawal.ended', 'withdrawal:' || new.id);
  return null;
end $$;
create trigger withdrawals_end_noted after update of state on withdrawals for each row
  when (old.state <> new.state and new.state in ('cancelled', 'rejected', 'returned')) execute function withdrawal_end_noted();
