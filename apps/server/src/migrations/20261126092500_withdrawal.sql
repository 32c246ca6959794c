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
-- Used to limit the mails with codes.
create index withdrawal_destinations_user on withdrawal_destinations (user_id, created_at);

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
  -- Derived from what the trader saw: fee, case, places, and the bonus that is given up. Only that can be confirmed.
  preview_id uuid not null,
  -- The steps are in packages/rules/src/withdrawal/withdrawal-states.ts.
  state text not null check (state in ('unconfirmed', 'waiting_documents', 'waiting_approval', 'approved', 'paying', 'paid', 'paid_part',
    'returned', 'cancelled', 'rejected', 'given_up', 'expired')),
  -- Parts of the amount, which is all cash: `bonus` is what finished bonuses had released. Null before the confirmation.
  cash bigint check (cash >= 0),
  bonus bigint check (bonus >= 0),
  confirmed_at timestamptz,
  constraint withdrawals_confirmed check (num_nonnulls(cash, bonus, confirmed_at) =
    case when state in ('unconfirmed', 'given_up', 'expired') then 0 else 3 end),
  constraint withdrawals_parts check (cash + bonus = amount),
  -- Amount that came back to cash at the end.
  returned bigint not null default 0 check (returned >= 0),
  constraint withdrawals_returned check (returned <= amount),
  -- Text that tells the trader why the withdrawal ended so.
  reason text check (length(reason) between 3 and 300),
  created_at timestamptz not null,
  -- Time until which the withdrawal can be confirmed.
  expires_at timestamptz not null,
  constraint withdrawals_in_time check (confirmed_at <= expires_at),
  updated_at timestamptz not null,
  ended_at timestamptz,
  constraint withdrawals_ended check ((ended_at is not null) =
    (state in ('paid', 'paid_part', 'returned', 'cancelled', 'rejected', 'given_up', 'expired')))
);
-- A trader has one unconfirmed withdrawal at a time.
create unique index withdrawals_one_unconfirmed on withdrawals (user_id) where state = 'unconfirmed';
create index withdrawals_expiry on withdrawals (expires_at) where state = 'unconfirmed';
create index withdrawals_user on withdrawals (user_id, confirmed_at desc, id desc) where confirmed_at is not null;
create index withdrawals_waiting on withdrawals (user_id)
  where state in ('waiting_documents', 'waiting_approval', 'approved', 'paying');
-- Used by lists of operators.
create index withdrawals_confirmed_order on withdrawals (confirmed_at desc, id desc) where confirmed_at is not null;
create index withdrawals_state on withdrawals (state, confirmed_at desc, id desc) where confirmed_at is not null;
create index withdrawals_number on withdrawals (right(id::text, 12));

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
  -- Processor of the charge.
  processor text,
  constraint payouts_capture_fkey foreign key (attempt_id, capture_number) references captures (attempt_id, number),
  constraint payouts_one_place check (num_nonnulls(destination_id, attempt_id) = case when processor in ('BTC', 'ETH') then 2 else 1 end
    and num_nonnulls(attempt_id, capture_number, processor) in (0, 3) and (method <> 'card' or attempt_id is not null)),
  amount bigint not null check (amount > 0),
  -- The untraded part of the charge that goes back, with its fee, which the charge does not get. Coins only go back untraded.
  untraded bigint not null check (untraded >= 0),
  constraint payouts_untraded check ((untraded = 0 or attempt_id is not null) and (processor not in ('BTC', 'ETH') or untraded >= amount)),
  currency text not null,
  state text not null check (state in ('waiting', 'due', 'sent', 'in_doubt', 'paid', 'refused', 'dropped')),
  -- Number of tries. `reference` is the one of the last try, derived from the payout and the number. A channel pays each reference once.
  tries smallint not null default 0 check (tries >= 0),
  reference uuid unique,
  constraint payouts_reference check ((reference is null) = (tries = 0) and (tries > 0 or state in ('waiting', 'due', 'dropped'))),
  -- Reference of the sender, and what arrives in another currency.
  sent_reference varchar(200),
  sent_as varchar(60),
  -- True if an operator has sent the money, and the reference is that of the bank: the channel knows nothing of it.
  by_hand boolean not null default false,
  constraint payouts_by_hand_paid check (not by_hand or (state = 'paid' and attempt_id is null and sent_reference is not null)),
  -- Why the payout was refused.
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
-- Used by the nightly comparison.
create index payouts_ended on payouts (updated_at, id) where state in ('paid', 'refused', 'dropped') and tries > 0;
create index payouts_destination on payouts (destination_id) where destination_id is not null;

-- When the tab of a method was opened, for the operator.
-- owner: withdrawal
create table withdrawal_tab_views (
  user_id bigint not null references users,
  method text not null check (length(method) <= 60),
  count integer not null default 1,
  last_at timestamptz not null,
  primary key (user_id, method)
);

-- The entries of payouts that refund charges, for the comparison with statements.
-- owner: withdrawal
create view payout_refunds as
  select id as payout_id, 'payout:' || id as subject, attempt_id, reference from payouts where state = 'paid' and attempt_id is not null;

-- Accounts of traders that money goes to, and references of what was sent, as operators search for them: whole, without spaces, in capitals.
create index withdrawal_destinations_account on withdrawal_destinations (upper(replace(account, ' ', '')));
create index payouts_sent_reference on payouts (upper(replace(sent_reference, ' ', '')));
-- owner: withdrawal
create view payee_accounts as
  select user_id, account, upper(replace(account, ' ', '')) as whole from withdrawal_destinations;
-- owner: withdrawal
create view payout_references as
  select withdrawal_id, user_id, sent_reference as reference, upper(replace(sent_reference, ' ', '')) as whole from payouts;

-- Confirmed withdrawals, for other modules. Amounts in minor units.
-- owner: withdrawal
create view confirmed_withdrawals as
  select id, user_id, method, currency, amount, fee, returned, state, confirmed_at, ended_at
    from withdrawals where confirmed_at is not null;
