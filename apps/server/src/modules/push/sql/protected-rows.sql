-- A subscription is for one key, so the key never changes.
create trigger push_keys_fixed before update of id, public_key, created_at on push_keys
  for each statement execute function refuse_fixed();
create trigger push_keys_no_delete before delete or truncate on push_keys
  for each statement execute function refuse_change();
