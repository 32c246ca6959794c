-- Each entry of the audit trail waits for its seal.
create or replace function audit_log_unsealed() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into audit_unsealed (entry_id) values (new.id);
  return null;
end $$;

create trigger audit_log_unsealed after insert on audit_log for each row execute function audit_log_unsealed();
