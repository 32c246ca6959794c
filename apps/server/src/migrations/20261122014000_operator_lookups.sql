-- Columns and indexes for what operators look for, so that no query reads a whole table.

-- From subjects such as `attempt:17`. Generated, because entries cannot be updated.
alter table ledger_entries add column attempt_id bigint
  generated always as (substring(subject from '^attempt:([0-9]+)(?:/[0-9]+)?$')::bigint) stored references attempts;
create index ledger_entries_attempt on ledger_entries (attempt_id) where attempt_id is not null;

-- For reports of a period. BRIN costs inserts next to nothing, and rows are in the order of their time.
create index ledger_entries_created on ledger_entries using brin (created_at) with (pages_per_range = 16, autosummarize = on);
create index attempts_created on attempts using brin (created_at) with (pages_per_range = 16, autosummarize = on);

create index attempts_processor_reference on attempts (processor_reference) where processor_reference is not null;
create index deposits_receipt_number on deposits (right(id::text, 12));
create index deposits_review on deposits (created_at) where state = 'review';
create index captures_undecided on captures (created_at) where status in ('suspense', 'refund_due');

-- A case that happens again after it was resolved is reported again.
alter table alerts drop constraint alerts_kind_subject_key;
create unique index alerts_open on alerts (subject, kind) where resolved_at is null;
alter table alerts add column attempt_id bigint
  generated always as (substring(subject from '^attempt:([0-9]+)(?:/[0-9]+)?$')::bigint) stored references attempts;

drop view clearing_movements;
-- Movements between processors and us. Negative amounts are charges, positive ones refunds.
create view clearing_movements as
  select e.id as entry_id, e.kind, e.subject, e.attempt_id, e.created_at, substr(l.account, 10) as processor, l.amount, l.currency
    from ledger_lines l join ledger_entries e on e.id = l.entry_id
   where l.user_id is null and l.account like 'clearing:%';
