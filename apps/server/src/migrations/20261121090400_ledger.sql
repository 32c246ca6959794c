-- Double-entry ledger: append-only, balanced per currency, and no user account is ever negative. The database enforces
-- all three. Also wagering, which is not money: what each bonus requires and what each trade counts towards it.

-- owner: ledger
create table ledger_entries (
  id bigint generated always as identity primary key,
  kind varchar(40) not null,
  -- What the entry is for, e.g. `attempt:17`.
  subject varchar(80) not null,
  created_at timestamptz not null,
  -- Prevents posting the same entry twice.
  unique (kind, subject)
);

-- No foreign keys here, because they cost a query per line: trigger ledger_lines_inserted checks that the entry exists,
-- and ledger_balances references the user.
-- owner: ledger
create table ledger_lines (
  entry_id bigint not null,
  -- User accounts are cash, bonus, withdrawal_hold and practice.
  -- All others are system accounts, e.g. clearing:<processor>, bonus_expense, practice_house.
  account varchar(40) not null,
  user_id bigint,
  currency char(3) not null,
  -- In minor units. Positive increases what we owe to the account.
  amount bigint not null check (amount <> 0),
  -- User accounts name their user, system accounts do not.
  constraint ledger_lines_check
    check ((account in ('cash', 'bonus', 'withdrawal_hold', 'practice')) = (user_id is not null))
);
create index ledger_lines_entry on ledger_lines (entry_id);
create index ledger_lines_user on ledger_lines (user_id, account) where user_id is not null;
create index ledger_lines_house on ledger_lines (account, currency) where user_id is null;

-- Balances of user accounts only. A system account is part of every deposit, so its row would be locked by all of them.
-- owner: ledger
create table ledger_balances (
  user_id bigint not null references users,
  account text not null,
  currency text not null,
  amount bigint not null check (amount >= 0),
  primary key (user_id, account, currency)
);

-- Movements between processors and us. Negative amounts are charges, positive ones refunds.
create view clearing_movements as
  select e.id as entry_id, e.kind, e.subject, e.created_at, substr(l.account, 10) as processor, l.amount, l.currency
    from ledger_lines l join ledger_entries e on e.id = l.entry_id
   where l.user_id is null and l.account like 'clearing:%';

create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();
create trigger ledger_lines_append_only before update or delete or truncate on ledger_lines
  for each statement execute function refuse_change();

-- Checks that entries balance and updates the balances. All lines of an entry must be inserted by one statement.
create function ledger_lines_inserted() returns trigger language plpgsql as $$
declare
  moved record;
begin
  -- The subquery replaces a foreign key: entries are never deleted, so checking at insert is enough.
  if exists (select 1 from inserted i group by entry_id, currency
    having sum(amount) <> 0 or (select e.id from ledger_entries e where e.id = i.entry_id) is null)
  then
    raise exception 'ledger entry does not balance' using errcode = 'check_violation', constraint = 'ledger_balanced';
  end if;
  -- All transactions lock balances in the same order, which prevents deadlocks. One statement per balance instead of a
  -- join: the cached plan of a join might have been made while the table was empty.
  for moved in
    select user_id, account, currency, sum(amount) as amount from inserted where user_id is not null
     group by user_id, account, currency order by user_id, account, currency
  loop
    -- Not by the upsert below: the check on amount would see the negative proposed row before the conflict is found.
    if moved.amount < 0 then
      update ledger_balances set amount = amount + moved.amount
       where user_id = moved.user_id and account = moved.account and currency = moved.currency;
      continue when found;
    end if;
    -- A debit gets here only if there is no balance yet; the check on amount then refuses it.
    insert into ledger_balances as b (user_id, account, currency, amount)
      values (moved.user_id, moved.account, moved.currency, moved.amount)
      on conflict (user_id, account, currency) do update set amount = b.amount + excluded.amount;
  end loop;
  return null;
end $$;
create trigger ledger_lines_inserted after insert on ledger_lines
  referencing new table as inserted for each statement execute function ledger_lines_inserted();

-- Keeps practice money apart from real money: no entry has both, and practice accounts have no other money.
create function ledger_practice_apart() returns trigger language plpgsql as $$
begin
  if exists (select 1 from inserted group by entry_id
              having bool_or(account like 'practice%') and bool_or(account not like 'practice%')) then
    raise exception 'an entry cannot mix practice money and real money'
      using errcode = 'check_violation', constraint = 'ledger_practice_apart';
  end if;
  if exists (select 1 from inserted i join users u on u.id = i.user_id
              where (i.account = 'practice') <> u.practice) then
    raise exception 'practice accounts hold practice money only, other accounts none'
      using errcode = 'check_violation', constraint = 'ledger_practice_owner';
  end if;
  return null;
end $$;
create trigger ledger_practice_apart after insert on ledger_lines
  referencing new table as inserted for each statement execute function ledger_practice_apart();

-- A practice account can become a real one, never the reverse, and only when no practice money is left.
create function users_practice_ends() returns trigger language plpgsql as $$
begin
  if new.practice then
    raise exception 'account % is a real account and cannot become a practice account', old.id
      using errcode = 'restrict_violation', constraint = 'users_practice_ends';
  end if;
  if exists (select 1 from ledger_balances where user_id = old.id and amount <> 0) then
    raise exception 'account % still has practice money', old.id
      using errcode = 'restrict_violation', constraint = 'users_practice_left';
  end if;
  return new;
end $$;
create trigger users_practice_ends before update of practice on users for each row
  when (old.practice <> new.practice) execute function users_practice_ends();

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
  created_at timestamptz not null
);
create index wagering_requirements_user on wagering_requirements (user_id);

-- owner: ledger
create table turnover_events (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  -- The trade. Unique, because each trade counts once.
  source text not null unique check (length(source) <= 80),
  currency text not null,
  -- In minor units.
  amount bigint not null check (amount > 0),
  created_at timestamptz not null
);
create index turnover_events_user on turnover_events (user_id, created_at);
create trigger turnover_events_append_only before update or delete or truncate on turnover_events
  for each statement execute function refuse_change();

-- Balances and wagering of a user in one row per currency, for other modules.
create view account_balances as
  select user_id, currency,
         coalesce(sum(amount) filter (where account = 'cash'), 0)::bigint as cash,
         coalesce(sum(amount) filter (where account = 'bonus'), 0)::bigint as bonus,
         coalesce(sum(amount) filter (where account = 'practice'), 0)::bigint as practice
    from ledger_balances group by user_id, currency;

create view wagering_totals as
  select user_id, currency, sum(least(done, required))::bigint as done, sum(required)::bigint as required
    from wagering_requirements group by user_id, currency;
