-- Deposits with their attempts at processors and the money that processors have taken; webhooks, statements and notices.
-- The rules that protect money are constraints here and triggers in modules/deposits/sql, so that a bug in the code cannot break them.

-- owner: deposits
create table deposits (
  id uuid primary key,
  user_id bigint not null references users,
  method text not null check (method in ('card', 'crypto', 'wallet')),
  -- The card that is charged. It stays the same if the trader saves another card.
  card_id bigint constraint deposits_card_id_fkey references cards,
  check (card_id is null or method = 'card'),
  -- What receipts show of the card, wallet or address: its kind, e.g. visa, and its last characters.
  instrument_kind text,
  instrument_hint text,
  country text not null,
  -- In minor units, like all amounts here.
  amount bigint not null check (amount > 0),
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'RUB')),
  -- Bonus that is added to the amount on success; 0 for none.
  bonus bigint not null check (bonus >= 0),
  -- Turnover that the bonus will require, as shown to the user before paying.
  wagering_required bigint not null check ((wagering_required > 0) = (bonus > 0)),
  -- The bonus releases at most this when its turnover is done.
  release_max bigint not null default 0 constraint deposits_release_max check (release_max >= 0),
  -- True if the user chose to have no bonus.
  fixed boolean not null,
  check (not (fixed and bonus > 0)),
  -- Processors to try, in this order.
  processor_order text[] not null check (cardinality(processor_order) > 0),
  -- The steps are in packages/rules/src/deposits/deposit-state-machine.ts.
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
  -- True if the user wants to use another card. The deposit is closed when no attempt is active.
  close_requested boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz
);
-- A deposit in review does not count: its user can start another. Several crypto invoices can wait for their payments.
create unique index deposits_one_open on deposits (user_id) where state in ('open', 'processing') and method <> 'crypto';
create unique index deposits_idempotency_key on deposits (user_id, idempotency_key) where idempotency_key is not null;
create index deposits_idle on deposits (updated_at) where state in ('open', 'processing');
create index deposits_review on deposits (created_at) where state = 'review';
create index deposits_receipt_number on deposits (right(id::text, 12));
create index deposits_user on deposits (user_id, created_at desc, id desc);
-- Used to find other reports of the transaction that a trader reports.
create index deposits_reported_coins on deposits (instrument_hint) where instrument_kind in ('bitcoin', 'litecoin');
-- Used to list payments that are under way in the history.
create index deposits_waiting on deposits (user_id) where state in ('open', 'processing', 'review');
-- Used by lists of operators.
create index deposits_created on deposits (created_at desc, id desc);
create index deposits_state on deposits (state, created_at desc, id desc);

-- Number of charging deposits per user and UTC day.
-- owner: deposits
create table daily_deposit_counts (
  user_id bigint not null references users,
  day date not null,
  count integer not null,
  -- The limit as set at the latest deposit of the day. Kept in the row so that a check can enforce it.
  max_count integer not null,
  constraint daily_deposit_counts_check check (count between 0 and max_count),
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
  -- The steps are in packages/rules/src/deposits/deposit-state-machine.ts.
  state text not null check (state in ('sent', 'requires_action', 'pending', 'in_doubt', 'succeeded',
    'declined_soft', 'declined_hard', 'not_charged', 'manual_review')),
  reference uuid not null unique,
  -- Hash of the mark of the card or payee that is charged (`user_marks`). A credit proves it.
  payer_mark bytea,
  -- Reference of the processor; of an invoice, the output that was credited first, `<transaction>:<index>`.
  processor_reference varchar(200),
  error_class varchar(100),
  -- The step for the user or the browser while the state is requires_action.
  action jsonb,
  -- True if the trader was sent to a page of the bank or processor.
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
  -- Referenced by the foreign key of captures.
  constraint attempts_of_deposit unique (id, deposit_id, processor)
);
create unique index attempts_one_active on attempts (deposit_id)
  where state in ('sent', 'requires_action', 'pending', 'in_doubt', 'manual_review');
create unique index attempts_one_success on attempts (deposit_id) where state = 'succeeded';
-- The due attempts of each processor are read separately.
create index attempts_due on attempts (processor, next_check_at) where next_check_at is not null;
create index attempts_processor_reference on attempts (processor_reference) where processor_reference is not null;
-- Used by reports of a period. BRIN costs inserts next to nothing, and rows are in the order of their time.
create index attempts_created on attempts using brin (created_at) with (pages_per_range = 16, autosummarize = on);

-- History of attempts, without card data or secrets.
-- owner: deposits
create table attempt_events (
  id bigint generated always as identity primary key,
  attempt_id bigint not null references attempts,
  created_at timestamptz not null,
  source text not null,
  -- State as the source reported it. The state machine decides on the new state.
  reported_state text not null,
  state_before text not null,
  state_after text not null,
  detail jsonb not null default '{}'
);
create index attempt_events_attempt on attempt_events (attempt_id);

-- Verified webhooks of processors as received. A processor can send an event several times; the key keeps one.
-- owner: deposits
create table processor_webhooks (
  -- Derived from processor, event id, reference and body: some processors use the id of an event again.
  id uuid primary key,
  method text not null,
  -- Name of the processor in the webhook's URL.
  processor_slug text not null,
  event_id text not null check (length(event_id) <= 100),
  reference uuid not null,
  body jsonb not null,
  created_at timestamptz not null,
  applied_at timestamptz,
  -- Number of failures so far.
  tries integer not null default 0,
  -- When the webhook is tried next. Null once it is applied, and for webhooks that were refused.
  next_try_at timestamptz,
  updated_at timestamptz not null
);
-- The due webhooks of each processor are read separately.
create index processor_webhooks_due on processor_webhooks (processor_slug, next_try_at) where next_try_at is not null;
-- Used to delete old webhooks. BRIN costs inserts next to nothing, and rows are in the order of their time.
create index processor_webhooks_created on processor_webhooks
  using brin (created_at) with (pages_per_range = 16, autosummarize = on);

-- Money that a processor has verifiably taken, and where it is.
-- owner: deposits
create table captures (
  attempt_id bigint not null,
  -- Number of the charge: above 1 if the processor has charged the attempt more than once.
  number smallint not null default 1 check (number >= 1),
  deposit_id uuid not null,
  processor text not null,
  -- The processor's id of this charge. Of an invoice: the output, `<transaction>:<index>`.
  processor_reference varchar(200),
  -- Amount as reported by the processor. If it differs from the deposit, the money goes to suspense.
  amount bigint not null check (amount > 0),
  currency text not null,
  -- credited_late: credited to cash without a bonus; credited_part: likewise, one of several payments to an invoice; reversed: booked by mistake and reversed by an operator;
  -- taken_back: the processor reported that it took the money back.
  status text not null
    check (status in ('credited', 'credited_late', 'credited_part', 'suspense', 'refund_due', 'refunded', 'reversed', 'taken_back')),
  -- Grows with each change of status. Ledger entries are numbered by it, and a writer must name the one it has read:
  -- a late answer about an earlier refund changes nothing.
  movement integer not null default 1 check (movement >= 1),
  -- Why the money is in suspense.
  reason text,
  refund_reference uuid unique,
  -- Number of refund status inquiries, and when the next one is due.
  refund_inquiry_count integer not null default 0,
  next_check_at timestamptz,
  -- When the trader decided to keep money that was credited late.
  kept_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint captures_pkey primary key (attempt_id, number),
  -- One key instead of two also ensures that the attempt belongs to the deposit, and was of this processor.
  constraint captures_attempt_fkey foreign key (attempt_id, deposit_id, processor) references attempts (id, deposit_id, processor),
  -- Only the first charge of an attempt can be the one that was asked for. An invoice can be paid in several parts.
  constraint captures_second_charge check (number = 1 or status <> 'credited' or processor in ('BTC', 'ETH')),
  constraint captures_part check (status <> 'credited_part' or processor in ('BTC', 'ETH')),
  -- The pre-check by FRAUD takes no money.
  constraint captures_charging check (processor <> 'FRAUD'),
  constraint captures_output check (processor not in ('BTC', 'ETH') or processor_reference is not null)
);
create unique index captures_one_credit on captures (deposit_id) where status in ('credited', 'credited_late');
create index captures_parts on captures (deposit_id) where status = 'credited_part';
-- An output of a chain is credited once, whatever it pays.
create unique index captures_one_per_output on captures (processor, processor_reference) where processor in ('BTC', 'ETH');
create index captures_second_charge_reference on captures (processor_reference) where number > 1;
create index captures_undecided on captures (created_at) where status in ('suspense', 'refund_due');
-- The due refunds of each processor are read separately.
create index captures_due on captures (processor, next_check_at) where next_check_at is not null;

-- Cases of charges that the bank of the card holder has taken back. The trigger `captures_chargeback` opens them.
-- owner: deposits
create table chargebacks (
  attempt_id bigint not null,
  capture_number smallint not null,
  primary key (attempt_id, capture_number),
  constraint chargebacks_capture_fkey foreign key (attempt_id, capture_number) references captures (attempt_id, number),
  state text not null default 'open' check (state in ('open', 'won', 'lost')),
  -- What operators have noted for the answer to the bank.
  evidence text check (length(evidence) between 3 and 4000),
  -- Time until which the bank accepts an answer.
  due_at timestamptz not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  constraint chargebacks_closed check ((state = 'open') = (closed_at is null))
);
create index chargebacks_due on chargebacks (due_at) where state = 'open';

-- Which statements of processors were compared with the ledger.
-- owner: deposits
create table statement_comparisons (
  processor text not null,
  -- Day in UTC.
  day date not null,
  -- Number of failures so far.
  tries integer not null default 0,
  -- When the comparison is tried next. Null once it is done, and after the last try.
  next_try_at timestamptz,
  compared_at timestamptz,
  updated_at timestamptz not null,
  primary key (processor, day)
);

-- Mails to traders about the end of a payment. Triggers write the rows in the transaction of the change, whichever
-- statement makes it; a job mails them.
-- owner: deposits
create table deposit_notices (
  deposit_id uuid not null references deposits,
  kind text not null check (kind in ('credited', 'failed', 'review', 'late', 'part', 'refunded', 'taken_back')),
  -- The charge that the notice is about; 0 if it is about the deposit.
  attempt_id bigint not null default 0,
  capture_number smallint not null default 0,
  created_at timestamptz not null,
  -- When the mail was stored. Null until then.
  mailed_at timestamptz,
  -- Number of failures to mail the notice, and when it is tried again.
  tries integer not null default 0,
  retry_at timestamptz,
  -- Each end is mailed once.
  primary key (deposit_id, kind, attempt_id, capture_number)
);
create index deposit_notices_due on deposit_notices (created_at) where mailed_at is null;

-- Turnover that the bonuses of unfinished deposits will ask for, as a multiple of what they release at most. For other modules.
-- owner: deposits
create view deposit_bonus_ratios as
  select wagering_required::numeric / release_max as ratio from deposits where state in ('open', 'processing') and release_max > 0
  union all
  select wagering_required::numeric / release_max from deposits where state = 'review' and release_max > 0;

-- When cards were used, for other modules.
-- owner: deposits
create view deposit_card_uses as select user_id, card_id, ended_at from deposits where card_id is not null;

-- Attempts that wait for the user, for other modules.
-- owner: deposits
create view attempts_requiring_action as
  select d.user_id, d.amount, a.processor
    from deposits d join attempts a on a.deposit_id = d.id
   where d.state in ('open', 'processing') and a.state = 'requires_action';

-- Captured outputs of chains, for the module crypto.
-- owner: deposits
create view captured_outputs as
  select processor as coin, processor_reference as output, amount, currency, status, attempt_id, number
    from captures where processor in ('BTC', 'ETH');

-- Deposits of a user whose money reached the account and was not taken from it again, for other modules. The amount of an invoice that was
-- paid in parts is their sum. Bitcoin that a trader has sent without an invoice, and an operator has accepted, is a deposit in bitcoin too.
-- owner: deposits
create view deposit_totals as
  select user_id, currency, sum(amount)::bigint as total,
         (array_agg(amount order by created_at))[1] as first_amount,
         (array_agg(amount order by created_at desc))[1] as last_amount,
         bool_or(method = 'crypto') as has_crypto,
         count(*)::integer as count, min(first_at) as first_at,
         bool_or(is_bitcoin) as has_bitcoin
    from (
      select d.user_id, d.currency, d.created_at, d.method, sum(c.amount)::bigint as amount, min(c.created_at) as first_at,
             bool_or(c.processor in ('BTC', 'BITCOIN')) as is_bitcoin
        from deposits d, lateral (
               -- The two parts are separate, because each has an index of its own.
               select amount, created_at, processor from captures
                where deposit_id = d.id and status in ('credited', 'credited_late')
               union all
               select amount, created_at, processor from captures where deposit_id = d.id and status = 'credited_part') c
       group by d.id) as one
   group by user_id, currency;

-- Card deposits whose money is in the account, for other modules.
-- owner: deposits
create view credited_card_deposits as
  select d.id as deposit_id, d.user_id, d.created_at
    from deposits d join captures c on c.deposit_id = d.id and c.status in ('credited', 'credited_late')
   where d.method = 'card';

-- Columns that the history and operators see of a deposit.
-- owner: deposits
create view deposit_facts as
  select id, user_id, method, instrument_kind, instrument_hint, created_at, ended_at, amount, currency, state from deposits;

-- Charges whose money deposits have put on the account and that were not taken back. For other modules.
-- owner: deposits
create view credited_charges as
  select d.user_id, d.currency, c.attempt_id, c.number, c.processor, c.amount, c.created_at, d.id as deposit_id,
         d.instrument_kind, d.instrument_hint
    from deposits d, lateral (
      -- The two parts are separate, because each has an index of its own.
      select attempt_id, number, processor, amount, created_at from captures
       where deposit_id = d.id and status in ('credited', 'credited_late')
      union all
      select attempt_id, number, processor, amount, created_at from captures
       where deposit_id = d.id and status = 'credited_part') c;

-- All charges, whatever has become of them, for other modules.
-- owner: deposits
create view charges as
  select attempt_id, number, deposit_id, processor_reference, amount, currency, status, updated_at from captures;

-- The deposits of attempts, for other modules.
-- owner: deposits
create view attempt_deposits as
  select a.id as attempt_id, a.reference, a.deposit_id, d.user_id, d.instrument_kind, d.instrument_hint, a.processor, a.seq
    from attempts a join deposits d on d.id = a.deposit_id;

-- What processors call their charges, for the search of operators.
-- owner: deposits
create view attempt_references as
  select a.deposit_id, d.user_id, a.processor_reference from attempts a join deposits d on d.id = a.deposit_id;

-- How attempts came to their states, for the desk: without what was reported.
-- owner: deposits
create view attempt_steps as
  select id, attempt_id, created_at, source, reported_state, state_before, state_after from attempt_events;
