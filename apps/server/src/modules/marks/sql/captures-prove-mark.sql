-- A credit proves the mark of the card or payee that its attempt has charged.
create or replace function captures_prove_mark() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update user_marks m set proved = true
    from attempts a join deposits d on d.id = a.deposit_id
   where a.id = new.attempt_id and m.user_id = d.user_id and m.kind = case d.method when 'card' then 'card' else 'payee' end
     and m.hash = a.payer_mark and not m.proved;
  return null;
end $$;

create trigger captures_prove_mark after insert or update of status on captures for each row
  when (new.status in ('credited', 'credited_late', 'credited_part')) execute function captures_prove_mark();
