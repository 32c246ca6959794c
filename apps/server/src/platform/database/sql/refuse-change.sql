-- Makes a table append-only. A trigger calls it for each statement, so that it also fires when no row matches.
-- The server's role has no right to these changes either: app-role.ts lists all tables.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- The audit log never changes.
create trigger audit_log_append_only before update or delete on audit_log
  for each statement execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_change();

-- Seals never change, and no entry is exchanged before it gets one.
create trigger audit_seals_append_only before update or delete or truncate on audit_seals
  for each statement execute function refuse_change();
create trigger audit_unsealed_fixed before update or truncate on audit_unsealed
  for each statement execute function refuse_change();
