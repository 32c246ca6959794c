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
  -- Failures to mail it, and when to try again after one.
  tries integer not null default 0,
  retry_at timestamptz,
  -- Each end is mailed once.
  primary key (deposit_id, kind, attempt_id, capture_number)
);
create index deposit_notices_due on deposit_notices (created_at) where mailed_at is null;

create function insert_deposit_notice() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into deposit_notices (deposit_id, kind, created_at)
  values (new.id, case new.state when 'succeeded' then 'credited' else new.state end, new.updated_at)
  on conflict do nothing;
  return null;
end $$;
-- A deposit that fails because another amount was charged has no notice of its own: the money's is enough.
create trigger deposits_notice after update of state on deposits for each row
  when (old.state <> new.state and (new.state in ('succeeded', 'review')
    or new.state = 'failed' and new.reason is distinct from 'cards.other_amount'))
  execute function insert_deposit_notice();

create function insert_capture_notice() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into deposit_notices (deposit_id, kind, attempt_id, capture_number, created_at)
  values (new.deposit_id, case new.status when 'credited_late' then 'late' when 'credited_part' then 'part' when 'refunded' then 'refunded' else 'taken_back' end,
          new.attempt_id, new.number, new.updated_at)
  on conflict do nothing;
  return null;
end $$;
create trigger captures_late_notice after insert on captures for each row
  when (new.status in ('credited_late', 'credited_part')) execute function insert_capture_notice();
-- Money that is taken back from suspense was never on the account.
create trigger captures_notice after update of status on captures for each row
  when (old.status <> new.status and (new.status in ('credited_late', 'refunded')
    or new.status in ('reversed', 'taken_back') and old.status in ('credited', 'credited_late', 'credited_part')))
  execute function insert_capture_notice();
