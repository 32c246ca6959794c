-- Money as traders see it: each change of the balance with the balance after it, and payments that came to nothing.
-- Written by triggers in the statement that moves the money, so that it always agrees with the ledger.

-- The latest of each trader's movements. It is locked while the next one is written. Practice money is counted separately. There is no
-- foreign key, as in ledger_lines.
-- owner: history
create table balance_heads (
  user_id bigint not null,
  practice boolean not null,
  -- Cash and bonus, with what is held for withdrawals, or practice money. In minor units, like all amounts here.
  balance bigint not null,
  booked_at timestamptz not null,
  primary key (user_id, practice)
);

-- owner: history
create table balance_movements (
  -- Order of movements with the same time.
  id bigint generated always as identity,
  user_id bigint not null,
  practice boolean not null,
  -- Never earlier than the movement before, so that the balances follow each other, even if clocks of servers differ.
  booked_at timestamptz not null,
  tr_type text not null
    check (tr_type in ('deposit', 'withdrawal', 'trade', 'bonus', 'prize', 'refund', 'correction')),
  status text not null check (status in ('done', 'failed', 'cancelled')),
  currency char(3) not null,
  -- Change of the balance, or the amount that was requested.
  amount bigint not null,
  -- The part of the amount that is bonus money.
  bonus bigint not null,
  -- Balance after the movement. Null: nothing moved.
  balance bigint,
  constraint balance_movements_moved check ((balance is null) = (status <> 'done')),
  -- Kind of the ledger entry, e.g. `trade.opened`.
  kind varchar(40) not null,
  -- Subject that the movement belongs to, e.g. `deposit:<id>` or `trade:<id>`.
  subject varchar(80) not null,
  primary key (user_id, practice, booked_at, id) include (status)
);
create index balance_movements_type on balance_movements (user_id, practice, tr_type, booked_at, id) include (status);
create index balance_movements_ended on balance_movements (user_id, practice, booked_at, id) where status <> 'done';

-- Sums of what was done on each UTC day, because adding up the movements of a busy trader takes too long. They are written in the statement
-- that moves the money.
-- owner: history
create table balance_days (
  user_id bigint not null,
  practice boolean not null,
  day date not null,
  tr_type text not null,
  currency char(3) not null,
  count integer not null,
  received bigint not null,
  paid bigint not null,
  primary key (user_id, practice, day, tr_type, currency)
);

-- Payments that are under way. A withdrawal has what has not been paid yet: what is paid is a movement of its payout.
-- owner: history
create view waiting_payments as
  select user_id, 'deposit' as tr_type, created_at as at, amount, currency, 'deposit:' || id as subject
    from deposits where state in ('open', 'processing', 'review')
  union all
  select w.user_id, 'withdrawal', w.confirmed_at,
         -(w.amount - coalesce((select sum(p.amount)::bigint from payouts p where p.withdrawal_id = w.id and p.state = 'paid'), 0)),
         w.currency, 'withdrawal:' || w.id
    from withdrawals w where w.state in ('waiting_documents', 'waiting_approval', 'approved', 'paying');

-- Corrections by operators, as `correction:<id>`, for the desk.
-- owner: history
create view balance_corrections as
  select user_id, id, booked_at, currency, amount, kind = 'correction.undone' as undoes, substr(subject, 12)::uuid as correction_id
    from balance_movements where tr_type = 'correction' and kind in ('correction.booked', 'correction.undone');
