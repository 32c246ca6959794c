-- Protects the columns that the trigger names, or the rows that its condition selects.
create or replace function refuse_fixed() returns trigger language plpgsql as $$
begin
  raise exception 'this column of % cannot change', tg_table_name using errcode = 'restrict_violation', constraint = tg_name;
end $$;

-- A quarantine begins open, ends once, and gets another cause only after a silence.
create trigger quarantines_begin before insert on quarantines for each row
  when (new.ended_at is not null) execute function refuse_fixed();
create trigger quarantines_end before update on quarantines for each row
  when (old.ended_at is not null) execute function refuse_fixed();
create trigger quarantines_judged before update of cause on quarantines for each row
  when (old.cause <> 'silence') execute function refuse_fixed();
create trigger quarantines_fixed before update of id, began_at, known_until on quarantines
  for each statement execute function refuse_fixed();
