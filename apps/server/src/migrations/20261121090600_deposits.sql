-- Deposits, their attempts at processors, the processors' webhooks, and the money taken.
-- The rules that protect money are constraints and triggers here, so that a bug in the code cannot break them.

-- owner: deposits
create table deposits (
  id uuid primary key,
  user_id bigint not null references users,
  method text not null check (method in ('card', 'crypto', 'wallet')),
  -- The card that is charged. A later saved card does not change it.
  card_id bigint references cards,
  check (card_id is null or method = 'card'),
  -- What receipts show of the card, wallet or address: its kind, e.g. visa, and its last characters.
  instrument_kind text,
  instrument_hint text,
  country text not null,
  -- In minor units, like all amounts here.
  amount bigint not null check (amount > 0),
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'RUB')),
  -- Added to the amount on success; 0 for none.
  bonus bigint not null check (bonus >= 0),
  -- Turnover that the bonus will require, as shown to the user before paying.
  wagering_required bigint not null check ((wagering_required > 0) = (bonus > 0)),
  -- The user chose to have no bonus.
  fixed boolean not null,
  check (not (fixed and bonus > 0)),
  -- Processors to try, in this order.
  processor_order text[] not null check (cardinality(processor_order) > 0),
  -- The transitions are in packages/rules/src/deposits/deposit-state-machine.ts.
  state text not null check (state in ('open', 'processing', 'succeeded', 'failed', 'review')),
  -- Incremented by each update. A writer must name the version it has read, instead of holding a lock while it decides.
  version integer not null default 0,
  -- Text key of why the deposit failed or is in review.
  reason text,
  reason_text text,
  -- Idempotency key, and a hash of the request to detect its reuse for another request.
  idempotency_key text check (length(idempotency_key) between 8 and 100),
  request_hash bytea,
  -- Day whose limit counts this deposit. Set by the first attempt that charges.
  day_limit_date date,
  -- The user wants to use another card. The deposit is closed when no attempt is active.
  close_requested boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz
);
-- A deposit in review does not count: its user can start another.
create unique index deposits_one_open on deposits (user_id) where state in ('open', 'processing');
create unique index deposits_idempotency_key on deposits (user_id, idempotency_key) where idempotency_key is not null;
create index deposits_user on deposits (user_id, created_at desc);
create index deposits_idle on deposits (updated_at) where state in ('open', 'processing');

-- Number of charging deposits per user and UTC day.
-- owner: deposits
create table daily_deposit_counts (
  user_id bigint not null references users,
  day date not null,
  count integer not null,
  -- The limit as set at the latest deposit of the day. Kept in the row so that a check can enforce it.
  max_count integer not null,
  check (count between 0 and max_count),
  primary key (user_id, day)
);

-- One processor tried for one deposit. The row is committed as `sent` before the processor is called, so that a call
-- whose outcome is unknown is never lost.
-- owner: deposits
create table attempts (
  id bigint generated always as identity primary key,
  deposit_id uuid not null references deposits,
  seq smallint not null check (seq >= 1),
  processor text not null,
  -- False for processors that only check the card.
  is_charging boolean not null,
  -- The transitions are in packages/rules/src/deposits/deposit-state-machine.ts.
  state text not null check (state in ('sent', 'requires_action', 'pending', 'in_doubt', 'succeeded',
    'declined_soft', 'declined_hard', 'not_charged', 'manual_review')),
  reference uuid not null unique,
  processor_reference varchar(100),
  error_class varchar(100),
  -- What the user or the browser must do while the state is requires_action.
  action jsonb,
  -- Our replies to the start and complete calls, repeated when a call comes again with the same idempotency key.
  replayed_replies jsonb not null default '{}',
  -- Number of status inquiries while undecided, and when the next one is due.
  inquiry_count integer not null default 0,
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
create unique index attempts_one_active on attempts (deposit_id)
  where state in ('sent', 'requires_action', 'pending', 'in_doubt', 'manual_review');
create unique index attempts_one_success on attempts (deposit_id) where state = 'succeeded';
create index attempts_due on attempts (next_check_at) where next_check_at is not null;

-- Final states never change. The conditions are on the triggers, so that the function runs only to refuse.
create function refuse_final() returns trigger language plpgsql as $$
begin
  raise exception '% % is in a final state', tg_table_name, old.id using errcode = 'restrict_violation', constraint = tg_name;
end $$;
create trigger deposits_final before update of state on deposits for each row
  when (old.state in ('succeeded', 'failed') and new.state <> old.state)
  execute function refuse_final();
create trigger attempts_final before update of state on attempts for each row
  when (old.state in ('succeeded', 'declined_soft', 'declined_hard', 'not_charged') and new.state <> old.state)
  execute function refuse_final();

-- History of attempts, without card data or secrets.
-- owner: deposits
create table attempt_events (
  id bigint generated always as identity primary key,
  attempt_id bigint not null references attempts,
  created_at timestamptz not null,
  source text not null,
  -- What the source reported. The state machine decides what follows from it.
  reported_state text not null,
  state_before text not null,
  state_after text not null,
  detail jsonb not null default '{}'
);
create index attempt_events_attempt on attempt_events (attempt_id);
create trigger attempt_events_append_only before update or delete or truncate on attempt_events
  for each statement execute function refuse_change();

-- Verified webhooks of processors as received. Processors may send an event repeatedly; the key keeps one.
-- owner: deposits
create table processor_webhooks (
  method text not null,
  -- Name of the processor in the webhook's URL.
  processor_slug text not null,
  event_id text not null check (length(event_id) <= 100),
  reference uuid not null,
  body jsonb not null,
  created_at timestamptz not null,
  applied_at timestamptz,
  primary key (processor_slug, event_id)
);
create index processor_webhooks_unapplied on processor_webhooks (created_at) where applied_at is null;

-- Money that a processor has verifiably taken, and where it is.
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
  status text not null check (status in ('credited', 'credited_late', 'suspense', 'refund_due', 'refunded')),
  -- Why it is in suspense.
  reason text,
  refund_reference uuid unique,
  -- Number of refund status inquiries, and when the next one is due.
  refund_inquiry_count integer not null default 0,
  next_check_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- One key instead of two also ensures that the attempt belongs to the deposit.
  constraint captures_attempt_fkey foreign key (attempt_id, deposit_id) references attempts (id, deposit_id)
);
create unique index captures_one_credit on captures (deposit_id) where status in ('credited', 'credited_late');
create index captures_due on captures (next_check_at) where next_check_at is not null;

-- What was taken never changes. Its status changes only along the listed transitions, and money is credited late only in
-- the currency of its deposit.
create function captures_steps() returns trigger language plpgsql as $$
begin
  if (new.attempt_id, new.deposit_id, new.processor, new.amount, new.currency)
     is distinct from (old.attempt_id, old.deposit_id, old.processor, old.amount, old.currency) then
    raise exception 'the amount, currency and attempt of capture % cannot change', old.attempt_id
      using errcode = 'restrict_violation', constraint = 'captures_fixed';
  end if;
  if new.status <> old.status
     and (old.status, new.status) not in (('suspense', 'refund_due'), ('suspense', 'credited_late'),
       ('credited_late', 'refund_due'), ('refund_due', 'refunded'), ('refund_due', 'suspense')) then
    raise exception 'capture % cannot change from % to %', old.attempt_id, old.status, new.status
      using errcode = 'restrict_violation', constraint = 'captures_steps';
  end if;
  if old.status = 'suspense' and new.status = 'credited_late'
     and new.currency <> (select currency from deposits where id = new.deposit_id) then
    raise exception 'capture % is not in the currency of its account', old.attempt_id
      using errcode = 'restrict_violation', constraint = 'captures_currency';
  end if;
  return new;
end $$;
create trigger captures_steps before update on captures for each row execute function captures_steps();
create trigger captures_no_delete before delete or truncate on captures
  for each statement execute function refuse_change();

-- Deposits of a user that reached the account, for other modules.
create view deposit_totals as
  select d.user_id, d.currency, sum(d.amount)::bigint as total,
         (array_agg(d.amount order by d.created_at))[1] as first_amount,
         (array_agg(d.amount order by d.created_at desc))[1] as last_amount
    from deposits d
   where d.state = 'succeeded'
      or exists (select 1 from captures c where c.deposit_id = d.id and c.status = 'credited_late')
   group by d.user_id, d.currency;

-- Attempts that wait for the user, for other modules.
create view attempts_requiring_action as
  select d.user_id, d.amount, a.processor
    from deposits d join attempts a on a.deposit_id = d.id
   where d.state in ('open', 'processing') and a.state = 'requires_action';
