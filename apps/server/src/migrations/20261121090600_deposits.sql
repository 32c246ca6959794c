-- Deposits and their daily limit.
-- The rules that protect money are constraints and triggers, so that a bug in the code cannot break them.

-- owner: deposits
create table deposits (
  id uuid primary key,
  user_id bigint not null references users,
  method text not null check (method in ('card', 'crypto', 'wallet')),
  -- The card that is charged. A later saved card does not change it.
  card_id bigint references cards,
  check (card_id is null or method = 'card'),
  -- Receipts show these of the card, wallet or address: its kind, e.g. visa, and its last characters.
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
  -- What the bonus releases at most when its turnover is done.
  release_max bigint not null default 0 constraint deposits_release_max check (release_max >= 0),
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
-- A deposit in review does not count: its user can start another. Several crypto invoices can wait for their payments.
create unique index deposits_one_open on deposits (user_id) where state in ('open', 'processing') and method <> 'crypto';
create unique index deposits_idempotency_key on deposits (user_id, idempotency_key) where idempotency_key is not null;
create index deposits_user on deposits (user_id, created_at desc);
create index deposits_idle on deposits (updated_at) where state in ('open', 'processing');
create index deposits_review on deposits (created_at) where state = 'review';
create index deposits_receipt_number on deposits (right(id::text, 12));

-- The trader's order never changes. The trigger runs only for statements that name these columns, so that updates of the
-- state do not pay for it.
create trigger deposits_fixed
  before update of id, user_id, method, card_id, country, amount, currency, bonus, wagering_required, release_max, fixed, processor_order,
    idempotency_key, request_hash, created_at on deposits
  for each statement execute function refuse_fixed();
-- The same transitions as in the state machine.
create trigger deposits_steps before update of state on deposits for each row
  when (old.state <> new.state and not case old.state
    when 'open' then new.state in ('processing', 'failed')
    when 'processing' then new.state in ('succeeded', 'failed', 'review')
    when 'review' then new.state in ('succeeded', 'failed')
    else false end)
  execute function refuse_step();
create trigger deposits_no_delete before delete or truncate on deposits
  for each statement execute function refuse_change();

-- A new card stays after its payment only if the payment succeeded and the user chose to save it. It then replaces an earlier
-- entry of the same card. A payment that the user replaced by another one leaves its card to that one.
create function settle_card() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update cards c set removed_at = new.ended_at
    from cards used
   where used.id = new.card_id and used.removed_at is null and c.user_id = used.user_id and c.removed_at is null
     and case when new.state = 'succeeded' and used.save_slot is not null
         then c.id <> used.id and c.number_hash = used.number_hash
         else c.id = used.id and (c.save_slot is null or c.charged_at is null) end;
  return null;
end $$;
create trigger deposits_settle_card after update of state on deposits for each row
  when (new.card_id is not null and new.ended_at is not null and old.ended_at is null
    and new.state in ('succeeded', 'failed') and new.reason is distinct from 'cards.superseded')
  execute function settle_card();

-- What the bonuses of unfinished deposits will ask for, as a multiple of what they release at most. For other modules.
create view deposit_bonus_ratios as
  select wagering_required::numeric / release_max as ratio from deposits where state in ('open', 'processing') and release_max > 0
  union all
  select wagering_required::numeric / release_max from deposits where state = 'review' and release_max > 0;

-- When cards were used, for other modules.
create view deposit_card_uses as select user_id, card_id, ended_at from deposits where card_id is not null;

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
