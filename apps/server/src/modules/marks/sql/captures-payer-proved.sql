-- Checks that the mark of the payer of a credit is proved (`prove_payer_mark`).
create or replace function captures_payer_proved() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from attempts a join deposits d on d.id = a.deposit_id
      join user_marks m on m.user_id = d.user_id and m.kind = case d.method when 'card' then 'card' else 'payee' end and m.hash = a.payer_mark
     where a.id = new.attempt_id and not m.proved)
  then
    raise exception 'credit of attempt % whose payer is not proved', new.attempt_id
      using errcode = 'check_violation', constraint = 'captures_payer_proved';
  end if;
  return null;
end $$;

create constraint trigger captures_payer_proved after insert or update of status on captures deferrable initially deferred
  for each row when (new.status in ('credited', 'credited_late', 'credited_part')) execute function captures_payer_proved();
