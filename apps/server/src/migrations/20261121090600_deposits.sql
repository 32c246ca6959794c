-- Deposits, their attempts at processors, the processors' webhooks, and the money taken.
-- The rules that protect money are constraints and triggers here, so that a bug in the code cannot break them.

-- owner: deposits
create table deposits (
  id uuid primary key,
  user_id bigint not null references users,
  card_id bigint references cards,
  country text not null,
  -- In minor units, like all amounts here.
  amount bigint not null check (amount > 0),
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'RUB')),
  -- Added to the amount on success; 0 for none.
  bonus bigint not null check (bonus >= 0),
  -- Turnover that the bonus will require, as shown to the user before paying.
  turnover bigint not null check ((turnover > 0) = (bonus > 0)),
  -- The user chose to have no bonus.
  fixed boolean not null,
  check (not (fixed and bonus > 0)),
  -- Processors to try, in this order.
  plan text[] not null check (cardinality(plan) > 0),
  -- The transitions are in packages/rules/src/cards/machine.ts.
  state text not null check (state in ('open', 'processing', 'succeeded', 'failed', 'review')),
  -- Incremented by each update. A writer must name the version it has read, instead of holding a lock while it decides.
  version integer not null default 0,
  -- Text key of why the deposit failed or is in review.
  reason text,
  reason_text text,
  -- Idempotency key, and a hash of the request to detect its reuse for another request.
  idem_key text check (length(idem_key) between 8 and 100),
  request_hash bytea,
  -- Day whose limit counts this deposit. Set by the first attempt that charges.
  counted_on date,
  -- The user wants to use another card. The deposit is closed when no attempt is undecided.
  closing boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz
);
-- A deposit in review does not count: its user can start another.
create unique index deposits_one_open on deposits (user_id) where state in ('open', 'processing');
create unique index deposits_idem on deposits (user_id, idem_key) where idem_key is not null;
create index deposits_user on deposits (user_id, created_at desc);
create index deposits_idle on deposits (updated_at) where state in ('open', 'processing');

-- One processor tried for one deposit. The row is committed as `sent` before the processor is called, so that a call
-- whose outcome is unknown is never lost.
-- owner: deposits
create table attempts (
  id bigint generated always as identity primary key,
  deposit_id uuid not null references deposits,
  seq smallint not null check (seq >= 1),
  processor text not null,
  -- False for processors that only check the card.
  charges boolean not null,
  -- The transitions are in packages/rules/src/cards/machine.ts.
  state text not null check (state in ('sent', 'requires_action', 'pending', 'in_doubt', 'succeeded',
    'declined_soft', 'declined_hard', 'never_happened', 'manual_review')),
  our_ref uuid not null unique,
  psp_ref varchar(100),
  error_class varchar(100),
  -- What the user or the browser must do while the state is requires_action.
  action jsonb,
  -- Our replies to the start and complete calls, repeated when a call comes again with the same idempotency key.
  answers jsonb not null default '{}',
  -- Number of status inquiries while undecided, and when the next one is due.
  checks integer not null default 0,
  next_check_at timestamptz,
  -- Start of the current wait, for the processor or for the user.
  waiting_since timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Each processor is tried once per deposit.
  unique (deposit_id, processor),
  -- For the foreign key of captures.
  constraint attempts_of_deposit unique (id, deposit_id)
);
create unique index attempts_one_live on attempts (deposit_id)
  where state in ('sent', 'requires_action', 'pending', 'in_doubt', 'manual_review');
create unique index attempts_one_success on attempts (deposit_id) where state = 'succeeded';
create index attempts_due on attempts (next_check_at) where next_check_at is not null;

-- Final states never change. The conditions are on the triggers, so that the function runs only to refuse.
create function refuse_final() returns trigger language plpgsql as $$
begin
  raise exception '% % is final', tg_table_name, old.id using errcode = 'restrict_violation', constraint = tg_name;
end $$;
create trigger deposits_final before update of state on deposits for each row
  when (old.state in ('succeeded', 'failed') and new.state <> old.state)
  execute function refuse_final();
create trigger attempts_final before update of state on attempts for each row
  when (old.state in ('succeeded', 'declined_soft', 'declined_hard', 'never_happened') and new.state <> old.state)
  execute function refuse_final();

-- History of attempts, without card data or secrets.
-- owner: deposits
create table attempt_events (
  id bigint generated always as identity primary key,
  attempt_id bigint not null references attempts,
  at timestamptz not null,
  source text not null,
  verdict text not null,
  state_before text not null,
  state_after text not null,
  detail jsonb not null default '{}'
);
create index attempt_events_attempt on attempt_events (attempt_id);
create trigger attempt_events_append_only before update or delete or truncate on attempt_events
  for each statement execute function refuse_change();

-- Verified webhooks of processors as received. Processors may send an event repeatedly; the key keeps one.
-- owner: deposits
create table psp_events (
  processor text not null,
  event_id text not null check (length(event_id) <= 100),
  our_ref uuid not null,
  body jsonb not null,
  received_at timestamptz not null,
  applied_at timestamptz,
  primary key (processor, event_id)
);
create index psp_events_unapplied on psp_events (received_at) where applied_at is null;

-- Money that a processor has verifiably taken, and where it is now.
-- owner: deposits
create table captures (
  -- The key allows one capture per attempt.
  attempt_id bigint primary key,
  deposit_id uuid not null,
  processor text not null,
  -- As reported by the processor. If it differs from the deposit, the money goes to suspense.
  amount bigint not null check (amount > 0),
  currency text not null,
  -- credited_late: credited to cash without a bonus.
  place text not null check (place in ('credited', 'credited_late', 'suspense', 'refund_due', 'refunded')),
  -- Why it is in suspense.
  reason text,
  refund_ref uuid unique,
  -- Number of refund status inquiries, and when the next one is due.
  refund_checks integer not null default 0,
  next_check_at timestamptz,
  at timestamptz not null,
  updated_at timestamptz not null,
  -- One key instead of two also ensures that the attempt belongs to the deposit.
  constraint captures_attempt_fkey foreign key (attempt_id, deposit_id) references attempts (id, deposit_id)
);
create unique index captures_one_credit on captures (deposit_id) where place in ('credited', 'credited_late');
create index captures_due on captures (next_check_at) where next_check_at is not null;

-- What was taken never changes. Its place changes only along the listed transitions, and money is credited late only in
-- the currency of its deposit.
create function captures_steps() returns trigger language plpgsql as $$
begin
  if (new.attempt_id, new.deposit_id, new.processor, new.amount, new.currency)
     is distinct from (old.attempt_id, old.deposit_id, old.processor, old.amount, old.currency) then
    raise exception 'capture % stays as it was taken', old.attempt_id
      using errcode = 'restrict_violation', constraint = 'captures_fixed';
  end if;
  if new.place <> old.place
     and (old.place, new.place) not in (('suspense', 'refund_due'), ('suspense', 'credited_late'),
       ('credited_late', 'refund_due'), ('refund_due', 'refunded'), ('refund_due', 'suspense')) then
    raise exception 'capture % does not go from % to %', old.attempt_id, old.place, new.place
      using errcode = 'restrict_violation', constraint = 'captures_steps';
  end if;
  if old.place = 'suspense' and new.place = 'credited_late'
     and new.currency <> (select currency from deposits where id = new.deposit_id) then
    raise exception 'capture % is of another currency than its account', old.attempt_id
      using errcode = 'restrict_violation', constraint = 'captures_currency';
  end if;
  return new;
end $$;
create trigger captures_steps before update on captures for each row execute function captures_steps();
create trigger captures_no_delete before delete or truncate on captures
  for each statement execute function refuse_change();

-- Settled deposits of a user, for other modules.
create view deposit_totals as
  select d.user_id, d.currency, sum(d.amount)::bigint as total,
         (array_agg(d.amount order by d.created_at))[1] as first_amount,
         (array_agg(d.amount order by d.created_at desc))[1] as last_amount
    from deposits d
   where d.state = 'succeeded'
      or exists (select 1 from captures c where c.deposit_id = d.id and c.place = 'credited_late')
   group by d.user_id, d.currency;

-- Attempts that wait for the user, for other modules.
create view attempts_requiring_action as
  select d.user_id, d.amount, a.processor
    from deposits d join attempts a on a.deposit_id = d.id
   where d.state in ('open', 'processing') and a.state = 'requires_action';
