-- Double-entry ledger: append-only, balanced per currency, and no user account is ever negative, except `debt`, which is never positive.
-- And wagering, which is not money: the turnover that each bonus requires, and what each trade counts towards it.
-- The database enforces all of it: the rules about entries and lines are in modules/ledger/sql.

-- owner: ledger
create table ledger_entries (
  id bigint generated always as identity primary key,
  kind varchar(40) not null,
  -- The cause of the entry, e.g. `attempt:17`.
  subject varchar(80) not null,
  -- Id of the attempt, from subjects such as `attempt:17`. It is generated, because entries cannot be updated.
  attempt_id bigint
    generated always as (substring(subject from '^attempt:([0-9]+)(?:/[0-9]+)?$')::bigint) stored references attempts,
  created_at timestamptz not null,
  -- This prevents posting the same entry twice.
  constraint ledger_entries_kind_subject_key unique (kind, subject)
);
create index ledger_entries_attempt on ledger_entries (attempt_id) where attempt_id is not null;
-- Used by reports of a period. BRIN costs inserts next to nothing, and rows are in the order of their time.
create index ledger_entries_created on ledger_entries using brin (created_at) with (pages_per_range = 16, autosummarize = on);

-- No foreign keys here, because they cost a query per line: trigger ledger_lines_inserted checks that the entry exists,
-- and ledger_balances references the user.
-- owner: ledger
create table ledger_lines (
  entry_id bigint not null,
  -- User accounts are cash, bonus, bonus_hold (frozen for a withdrawal), withdrawal_hold and practice, and debt: what the trader owes us, as a
  -- negative amount.
  -- All others are system accounts, e.g. clearing:<processor>, bonus_expense, practice_house.
  account varchar(40) not null,
  user_id bigint,
  currency char(3) not null,
  -- In minor units. Positive increases what we owe to the account.
  amount bigint not null check (amount <> 0),
  -- The line of a user account names its user, that of a system account does not.
  constraint ledger_lines_check
    check ((account in ('cash', 'bonus', 'bonus_hold', 'withdrawal_hold', 'practice', 'debt')) = (user_id is not null))
);
create index ledger_lines_entry on ledger_lines (entry_id);
create index ledger_lines_user on ledger_lines (user_id, account) where user_id is not null;
create index ledger_lines_house on ledger_lines (account, currency) where user_id is null;

-- Balances of user accounts only. A system account is part of every deposit, so its row would be locked by all of them.
-- Only the trigger ledger_lines_inserted can write here.
-- owner: ledger
create table ledger_balances (
  user_id bigint not null references users,
  account text not null,
  currency text not null,
  amount bigint not null constraint ledger_balances_amount_check check (case account when 'debt' then amount <= 0 else amount >= 0 end),
  primary key (user_id, account, currency)
);

-- owner: ledger
create table wagering_requirements (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  -- The deposit or promo code that gave the bonus. Unique, because each gives its bonus once.
  source varchar(80) not null unique,
  currency text not null,
  -- In minor units.
  bonus bigint not null check (bonus > 0),
  required bigint not null check (required > 0),
  done bigint not null default 0 check (done >= 0),
  -- At most this moves from bonus to cash when the turnover is done. The trader saw it before choosing the bonus.
  release_max bigint not null check (release_max >= 0),
  created_at timestamptz not null,
  -- When the bonus was given up or taken back. Its turnover is then no longer required.
  cancelled_at timestamptz,
  -- When the turnover was done, and what has moved to cash then.
  finished_at timestamptz,
  released bigint,
  constraint wagering_requirements_finished check (
    num_nonnulls(finished_at, released) in (0, 2) and released between 0 and release_max
    and (finished_at is null or done >= required)),
  -- The withdrawal that gives up the bonus, while nothing of it was sent: the bonus is on bonus_hold, and the turnover does not count.
  frozen_for uuid,
  constraint wagering_requirements_frozen check (frozen_for is null or (cancelled_at is null and finished_at is null)),
  -- The deposit with which the bonus came. If the deposit is reversed, its bonuses are taken back.
  deposit_id uuid references deposits,
  -- Gift that a person gets once: `signup`, or `code:<code>`. Null: the bonus is no gift.
  gift text check (length(gift) between 1 and 60),
  -- A code without a deposit is a gift.
  constraint wagering_requirements_gift check ((gift is not null) = (source like 'promo:%' and deposit_id is null)),
  -- The account of the same person that had the gift before. With one, this bonus releases nothing.
  given_before_to bigint references users,
  constraint wagering_requirements_given_once check (given_before_to is null or (gift is not null and released is not distinct from 0))
);
create index wagering_requirements_user on wagering_requirements (user_id);
create index wagering_requirements_open on wagering_requirements (user_id) where cancelled_at is null and finished_at is null;
create index wagering_requirements_frozen_for on wagering_requirements (frozen_for) where frozen_for is not null;
create index wagering_requirements_deposit on wagering_requirements (deposit_id) where deposit_id is not null;

-- owner: ledger
create table turnover_events (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  -- The trade. Unique, because each trade counts once.
  source text not null unique check (length(source) <= 80),
  currency text not null,
  -- In minor units.
  amount bigint not null check (amount > 0),
  -- True if a bonus was open, frozen or not, when the trade counted. Then the stake pays for no other gift.
  has_bonus boolean not null default false,
  created_at timestamptz not null
);
create index turnover_events_user on turnover_events (user_id, created_at);

-- Movements of money between processors and us. Negative amounts are charges, positive ones refunds.
-- owner: ledger
create view clearing_movements as
  select e.id as entry_id, e.kind, e.subject, e.attempt_id, e.created_at,
         substr(l.account, 10) as processor, l.amount, l.currency
    from ledger_lines l join ledger_entries e on e.id = l.entry_id
   where l.user_id is null and l.account like 'clearing:%';

-- Lines of the entries of attempts, for other modules.
-- owner: ledger
create view attempt_movements as
  select e.attempt_id, e.id as entry_id, e.kind, e.created_at, l.account, l.currency, l.amount
    from ledger_entries e join ledger_lines l on l.entry_id = e.id
   where e.attempt_id is not null;

-- Balances of a user in one row per currency, for other modules.
-- owner: ledger
create view account_balances as
  select user_id, currency,
         coalesce(sum(amount) filter (where account = 'cash'), 0)::bigint as cash,
         coalesce(sum(amount) filter (where account = 'bonus'), 0)::bigint as bonus,
         coalesce(sum(amount) filter (where account = 'practice'), 0)::bigint as practice,
         coalesce(sum(amount) filter (where account = 'withdrawal_hold'), 0)::bigint as hold,
         -- The trader's debt as a positive amount.
         coalesce(-sum(amount) filter (where account = 'debt'), 0)::bigint as debt,
         coalesce(sum(amount) filter (where account = 'bonus_hold'), 0)::bigint as frozen_bonus
    from ledger_balances group by user_id, currency;

-- Own money that traders have staked in trades that count, for other modules. In minor units.
-- owner: ledger
create view own_turnover as select user_id, currency, amount, created_at from turnover_events;

-- Traders with a bonus. What they stake counts for its turnover, and for no other gift. For other modules.
-- owner: ledger
create view bonus_holders as select user_id from wagering_requirements where cancelled_at is null and finished_at is null;

-- Trades that counted while a bonus was open, as `trade:<id>`. For other modules.
-- owner: ledger
create view trades_with_bonus as select source from turnover_events where has_bonus;

-- Turnover that open bonuses ask for, as a multiple of what they release at most. For other modules.
-- owner: ledger
create view open_bonus_ratios as
  select required::numeric / release_max as ratio from wagering_requirements
   where cancelled_at is null and finished_at is null and release_max > 0;

-- Totals of a user, for other modules.
-- owner: ledger
create view wagering_totals as
  select user_id, currency, sum(least(done, required))::bigint as done, sum(required)::bigint as required
    from wagering_requirements where cancelled_at is null group by user_id, currency;

-- What each bonus asks for, and what has become of it. For other modules. In minor units.
-- owner: ledger
create view bonuses as
  select id, user_id, source, currency, bonus, required, done, created_at, cancelled_at, finished_at, released, frozen_for
    from wagering_requirements;
