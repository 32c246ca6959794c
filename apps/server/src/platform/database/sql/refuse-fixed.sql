-- Protects the columns that the trigger names, or the rows that its condition selects.
create or replace function refuse_fixed() returns trigger language plpgsql as $$
begin
  raise exception 'this column of % cannot change', tg_table_name using errcode = 'restrict_violation', constraint = tg_name;
end $$;
