-- Double-entry ledger: append-only, balanced per currency, and no user account is ever negative, except `debt`, which is never positive.
-- The database enforces all of it; the rules about lines are in the next migration.

-- Accounts that belong to no user. Filled at start from modules/ledger/system-accounts.ts. Only the owner of the tables
-- can write here: the server cannot invent accounts.
-- owner: platform
create table ledger_accounts (
  name varchar(40) primary key
);

-- owner: ledger
create table ledger_entries (
  id bigint generated always as identity primary key,
  kind varchar(40) not null,
  -- The cause of the entry, e.g. `attempt:17`.
  subject varchar(80) not null,
  -- From subjects such as `attempt:17`. Generated, because entries cannot be updated.
  attempt_id bigint
    generated always as (substring(subject from '^attempt:([0-9]+)(?:/[0-9]+)?$')::bigint) stored references attempts,
  created_at timestamptz not null,
  -- Prevents posting the same entry twice.
  unique (kind, subject)
);
create index ledger_entries_attempt on ledger_entries (attempt_id) where attempt_id is not null;
-- For reports of a period. BRIN costs inserts next to nothing, and rows are in the order of their time.
create index ledger_entries_created on ledger_entries using brin (created_at) with (pages_per_range = 16, autosummarize = on);
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();

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
create trigger ledger_lines_append_only before update or delete or truncate on ledger_lines
  for each statement execute function refuse_change();

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

-- Movements between processors and us. Negative amounts are charges, positive ones refunds.
create view clearing_movements as
  select e.id as entry_id, e.kind, e.subject, e.attempt_id, e.created_at,
         substr(l.account, 10) as processor, l.amount, l.currency
    from ledger_lines l join ledger_entries e on e.id = l.entry_id
   where l.user_id is null and l.account like 'clearing:%';

-- Lines of the entries of attempts, for other modules.
create view attempt_movements as
  select e.attempt_id, l.account, l.currency, l.amount
    from ledger_entries e join ledger_lines l on l.entry_id = e.id
   where e.attempt_id is not null;

-- Balances of a user in one row per currency, for other modules.
create view account_balances as
  select user_id, currency,
         coalesce(sum(amount) filter (where account = 'cash'), 0)::bigint as cash,
         coalesce(sum(amount) filter (where account = 'bonus'), 0)::bigint as bonus,
         coalesce(sum(amount) filter (where account = 'practice'), 0)::bigint as practice,
         -- What the trader owes us.
         coalesce(-sum(amount) filter (where account = 'debt'), 0)::bigint as debt
    from ledger_balances group by user_id, currency;
