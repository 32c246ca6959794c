-- Seals waiting entries, at most this many, in the order of their numbers, and returns how many. It is the only writer of the chain: the
-- role of the server can choose neither hash nor time, and leave no entry out.
create or replace function seal_audit_entries(most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  last audit_seals;
  entry audit_log;
  sealed_count integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit', 0));
  select * into last from audit_seals order by number desc limit 1;
  if not found then
    last.number := 0;
    last.hash := decode(repeat('00', 32), 'hex');
  end if;
  for entry in
    select a.* from audit_log a join audit_unsealed u on u.entry_id = a.id order by a.id limit most
  loop
    last.number := last.number + 1;
    last.entry_id := entry.id;
    last.salt := gen_random_uuid();
    last.sealed_at := greatest(last.sealed_at, clock_timestamp());
    last.hash := sha256(last.hash || convert_to(format_audit_seal(last, entry), 'UTF8'));
    insert into audit_seals select last.*;
    delete from audit_unsealed where entry_id = entry.id;
    sealed_count := sealed_count + 1;
  end loop;
  return sealed_count;
end $$;
