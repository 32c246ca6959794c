-- Proves the mark of the card or payee that an attempt has charged, because its money was credited. Called by the statement that credits a
-- capture.
create or replace function prove_payer_mark(credited_attempt bigint) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update user_marks m set proved = true
    from attempts a join deposits d on d.id = a.deposit_id
   where a.id = credited_attempt and m.user_id = d.user_id and m.kind = case d.method when 'card' then 'card' else 'payee' end
     and m.hash = a.payer_mark and not m.proved;
end $$;
