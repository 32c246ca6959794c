-- A temporary table of the same name cannot replace what these functions read.
alter function captures_steps() set search_path = pg_catalog, public, pg_temp;
alter function ledger_suspense_covered() set search_path = pg_catalog, public, pg_temp;
