-- What is logged and signed never changes.

-- Only the encryption of the key can change.
create trigger log_keys_fixed before update of id, origin, public_key, created_at on log_keys
  for each statement execute function refuse_fixed();
create trigger log_keys_no_delete before delete or truncate on log_keys
  for each statement execute function refuse_change();

create trigger log_entries_append_only before update or delete or truncate on log_entries
  for each statement execute function refuse_change();
create trigger log_nodes_append_only before update or delete or truncate on log_nodes
  for each statement execute function refuse_change();
create trigger log_checkpoints_append_only before update or delete or truncate on log_checkpoints
  for each statement execute function refuse_change();
create trigger log_cosignatures_append_only before update or delete or truncate on log_cosignatures
  for each statement execute function refuse_change();
create trigger log_totals_append_only before update or delete or truncate on log_totals
  for each statement execute function refuse_change();
