-- Attempts at processors and their history.

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
  -- Hash of the mark of the card or payee that is charged (`user_marks`). A credit proves it.
  payer_mark bytea,
  -- Of an invoice: the output that was credited first, `<transaction>:<index>`.
  processor_reference varchar(200),
  error_class varchar(100),
  -- The step for the user or the browser while the state is requires_action.
  action jsonb,
  -- The trader was sent to a page of the bank or processor.
  had_page boolean not null default false,
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
-- The due attempts of each processor are read separately.
create index attempts_due on attempts (processor, next_check_at) where next_check_at is not null;
create index attempts_processor_reference on attempts (processor_reference) where processor_reference is not null;
-- For reports of a period. BRIN costs inserts next to nothing, and rows are in the order of their time.
create index attempts_created on attempts using brin (created_at) with (pages_per_range = 16, autosummarize = on);

-- The request to the processor never changes. The trigger runs only for statements that name these columns, so that
-- updates of the state do not pay for it.
create trigger attempts_fixed
  before update of id, deposit_id, seq, processor, is_charging, reference, payer_mark, created_at on attempts
  for each statement execute function refuse_fixed();
-- The same transitions as in the state machine.
create trigger attempts_steps before update of state on attempts for each row
  when (old.state <> new.state and not case old.state
    when 'sent' then true
    when 'requires_action' then true
    when 'pending' then new.state <> 'sent'
    when 'in_doubt' then new.state <> 'sent'
    when 'manual_review' then new.state in ('succeeded', 'declined_soft', 'declined_hard', 'not_charged')
    else false end)
  execute function refuse_step();
create trigger attempts_no_delete before delete or truncate on attempts
  for each statement execute function refuse_change();

-- Attempts that wait for the user, for other modules.
create view attempts_requiring_action as
  select d.user_id, d.amount, a.processor
    from deposits d join attempts a on a.deposit_id = d.id
   where d.state in ('open', 'processing') and a.state = 'requires_action';

-- History of attempts, without card data or secrets.
-- owner: deposits
create table attempt_events (
  id bigint generated always as identity primary key,
  attempt_id bigint not null references attempts,
  created_at timestamptz not null,
  source text not null,
  -- As the source reported it. The state machine decides on the new state.
  reported_state text not null,
  state_before text not null,
  state_after text not null,
  detail jsonb not null default '{}'
);
create index attempt_events_attempt on attempt_events (attempt_id);
create trigger attempt_events_append_only before update or delete or truncate on attempt_events
  for each statement execute function refuse_change();
