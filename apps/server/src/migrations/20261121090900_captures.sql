-- Money that a processor has verifiably taken, and where it is.

-- owner: deposits
create table captures (
  attempt_id bigint not null,
  -- Above 1 if the processor has charged the attempt more than once.
  number smallint not null default 1 check (number >= 1),
  deposit_id uuid not null,
  processor text not null,
  -- The processor's id of this charge. Of an invoice: the output, `<transaction>:<index>`.
  processor_reference varchar(200),
  -- As reported by the processor. If it differs from the deposit, the money goes to suspense.
  amount bigint not null check (amount > 0),
  currency text not null,
  -- credited_late: credited to cash without a bonus; credited_part: likewise, one of several payments to an invoice; reversed: booked by mistake and reversed by an operator;
  -- taken_back: the processor reported that it took the money back.
  status text not null
    check (status in ('credited', 'credited_late', 'credited_part', 'suspense', 'refund_due', 'refunded', 'reversed', 'taken_back')),
  -- Grows with each change of status. Ledger entries are numbered by it, and a writer must name the one it has read:
  -- a late answer about an earlier refund changes nothing.
  movement integer not null default 1 check (movement >= 1),
  -- Why it is in suspense.
  reason text,
  refund_reference uuid unique,
  -- Number of refund status inquiries, and when the next one is due.
  refund_inquiry_count integer not null default 0,
  next_check_at timestamptz,
  -- When the trader decided to keep money that was credited late.
  kept_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (attempt_id, number),
  -- One key instead of two also ensures that the attempt belongs to the deposit.
  constraint captures_attempt_fkey foreign key (attempt_id, deposit_id) references attempts (id, deposit_id),
  -- Only the first charge of an attempt can be the one that was asked for. An invoice can be paid in several parts.
  constraint captures_second_charge check (number = 1 or status <> 'credited' or processor in ('BTC', 'ETH')),
  constraint captures_part check (status <> 'credited_part' or processor in ('BTC', 'ETH')),
  -- The pre-check takes no money.
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

-- The amount, currency and attempt never change. Each change of status is listed here and has a higher movement. Money is
-- credited late only in the currency of its deposit.
-- The search path keeps a temporary table of the same name from replacing a table that the function reads.
create function captures_steps() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.attempt_id, new.number, new.deposit_id, new.processor, new.processor_reference, new.amount, new.currency)
     is distinct from
     (old.attempt_id, old.number, old.deposit_id, old.processor, old.processor_reference, old.amount, old.currency) then
    raise exception 'the amount, currency and attempt of capture % cannot change', old.attempt_id
      using errcode = 'restrict_violation', constraint = 'captures_fixed';
  end if;
  if new.status <> old.status and not (case old.status
      when 'credited' then new.status in ('reversed', 'taken_back')
      when 'credited_late' then new.status in ('refund_due', 'reversed', 'taken_back')
      when 'credited_part' then new.status in ('reversed', 'taken_back')
      when 'suspense' then new.status in ('refund_due', 'credited_late', 'reversed', 'taken_back')
      when 'refund_due' then new.status in ('refunded', 'suspense')
      else false end) then
    raise exception 'capture % cannot change from % to %', old.attempt_id, old.status, new.status
      using errcode = 'restrict_violation', constraint = 'captures_steps';
  end if;
  if old.status = 'suspense' and new.status = 'credited_late'
     and new.currency <> (select currency from deposits where id = new.deposit_id) then
    raise exception 'capture % is not in the currency of its account', old.attempt_id
      using errcode = 'restrict_violation', constraint = 'captures_currency';
  end if;
  if new.status <> old.status and new.movement <= old.movement then
    raise exception 'the movements of capture % are numbered upwards', old.attempt_id
      using errcode = 'restrict_violation', constraint = 'captures_movement';
  end if;
  return new;
end $$;
create trigger captures_steps before update on captures for each row execute function captures_steps();
create trigger captures_no_delete before delete or truncate on captures
  for each statement execute function refuse_change();

-- A capture and the entry that books it are committed together, in any order.
create function captures_booked() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select 1 from ledger_entries e where e.attempt_id = new.attempt_id
       and e.subject = concat('attempt:', new.attempt_id, case when new.movement > 1 then '/' || new.movement end))
  then
    raise exception 'capture of attempt % without its ledger entry', new.attempt_id
      using errcode = 'check_violation', constraint = 'captures_booked';
  end if;
  return null;
end $$;
create constraint trigger captures_booked after insert on captures deferrable initially deferred
  for each row execute function captures_booked();

-- A card from which money was taken is kept longer, for refunds.
create function captures_mark_card() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update cards set charged_at = new.created_at
   where id = (select card_id from deposits where id = new.deposit_id) and charged_at is null;
  return null;
end $$;
create trigger captures_mark_card after insert on captures for each row execute function captures_mark_card();

-- A credit proves the mark of the card or payee that its attempt has charged.
create function captures_prove_mark() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update user_marks m set proved = true
    from attempts a join deposits d on d.id = a.deposit_id
   where a.id = new.attempt_id and m.user_id = d.user_id and m.kind = case d.method when 'card' then 'card' else 'payee' end
     and m.hash = a.payer_mark and not m.proved;
  return null;
end $$;
create trigger captures_prove_mark after insert or update of status on captures for each row
  when (new.status in ('credited', 'credited_late', 'credited_part')) execute function captures_prove_mark();

-- Captured outputs of chains, for the module crypto.
create view captured_outputs as
  select processor as coin, processor_reference as output, amount, currency, status, attempt_id, number
    from captures where processor in ('BTC', 'ETH');

-- Deposits of a user whose money reached the account and was not taken from it again, for other modules.
create view deposit_totals as
  select d.user_id, d.currency, sum(c.amount)::bigint as total,
         (array_agg(c.amount order by d.created_at))[1] as first_amount,
         (array_agg(c.amount order by d.created_at desc))[1] as last_amount,
         bool_or(d.method = 'crypto') as has_crypto
    from deposits d join captures c on c.deposit_id = d.id and c.status in ('credited', 'credited_late')
   group by d.user_id, d.currency;
