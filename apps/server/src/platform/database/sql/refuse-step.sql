-- Refuses a change of state. The conditions are on the triggers, where they cost nothing that can be measured: the function runs only to
-- refuse. Its arguments name the columns of the key and of the state.
create or replace function refuse_step() returns trigger language plpgsql as $$
begin
  raise exception '% % cannot change from % to %',
    tg_table_name, to_jsonb(old) ->> tg_argv[0], to_jsonb(old) ->> tg_argv[1], to_jsonb(new) ->> tg_argv[1]
    using errcode = 'restrict_violation', constraint = tg_name;
end $$;
