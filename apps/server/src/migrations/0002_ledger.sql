-- Double entry, append-only, balanced per currency.
-- Up Migration

create table ledger_entries (
  id bigint generated always as identity primary key,
  kind text not null check (length(kind) <= 40),
  -- What the entry books; with the kind it makes booking twice impossible.
  subject text not null check (length(subject) <= 80),
  at timestamptz not null,
  unique (kind, subject)
);

create table ledger_lines (
  entry_id bigint not null references ledger_entries,
  -- cash, bonus, withdrawal_hold for a user; clearing:<processor>, bonus_expense, payout, trade_house, suspense, fees … for the house.
  account text not null check (length(account) <= 40),
  user_id bigint references users,
  currency text not null check (length(currency) = 3),
  -- Minor units; positive is owed to the account.
  amount bigint not null check (amount <> 0),
  check ((account in ('cash', 'bonus', 'withdrawal_hold')) = (user_id is not null))
);
create index ledger_lines_entry on ledger_lines (entry_id);
create index ledger_lines_user on ledger_lines (user_id, account) where user_id is not null;
create index ledger_lines_house on ledger_lines (account, currency) where user_id is null;

-- Balances of users only: a house account touched by every deposit would be one hot row for all.
create table ledger_balances (
  user_id bigint not null references users,
  account text not null,
  currency text not null,
  amount bigint not null check (amount >= 0),
  primary key (user_id, account, currency)
);

-- All lines of an entry come in one statement; that statement must balance, and it moves the balances.
create function ledger_lines_inserted() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from inserted) then
    return null;
  end if;
  if exists (select 1 from inserted group by entry_id, currency having sum(amount) <> 0) then
    raise exception 'ledger entry does not balance' using errcode = 'check_violation', constraint = 'ledger_balanced';
  end if;
  -- Two steps, because a check on the proposed row runs before ON CONFLICT looks for the old one.
  insert into ledger_balances (user_id, account, currency, amount)
    select distinct user_id, account, currency, 0 from inserted where user_id is not null
     order by user_id, account, currency
    on conflict do nothing;
  update ledger_balances b set amount = b.amount + moved.amount
    from (select user_id, account, currency, sum(amount) as amount from inserted
           where user_id is not null group by user_id, account, currency) moved
   where b.user_id = moved.user_id and b.account = moved.account and b.currency = moved.currency;
  return null;
end $$;
create trigger ledger_lines_inserted after insert on ledger_lines
  referencing new table as inserted for each statement execute function ledger_lines_inserted();

create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();
create trigger ledger_lines_append_only before update or delete or truncate on ledger_lines
  for each statement execute function refuse_change();

-- Turnover is not money: what a bonus asks for, and what each trade has done for it.
create table wagering_requirements (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  -- What gave the bonus: a deposit or a promo code, once.
  source text not null unique check (length(source) <= 80),
  currency text not null,
  bonus bigint not null check (bonus > 0),
  required bigint not null check (required > 0),
  done bigint not null default 0 check (done >= 0),
  at timestamptz not null
);
create index wagering_requirements_user on wagering_requirements (user_id);

create table turnover_events (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  -- The trade, once.
  source text not null unique check (length(source) <= 80),
  currency text not null,
  amount bigint not null check (amount > 0),
  at timestamptz not null
);
create index turnover_events_user on turnover_events (user_id, at);
create trigger turnover_events_append_only before update or delete or truncate on turnover_events
  for each statement execute function refuse_change();

-- Down Migration
drop table turnover_events, wagering_requirements, ledger_balances, ledger_lines, ledger_entries;
drop function ledger_lines_inserted;
