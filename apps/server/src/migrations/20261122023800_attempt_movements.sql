-- Lines of the entries of attempts, for other modules.
create view attempt_movements as
  select e.attempt_id, l.account, l.currency, l.amount
    from ledger_entries e join ledger_lines l on l.entry_id = e.id
   where e.attempt_id is not null;

-- A temporary table of the same name cannot replace what this function reads.
alter function approvals_decided_once() set search_path = pg_catalog, public, pg_temp;
