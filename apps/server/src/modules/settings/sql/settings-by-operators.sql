-- Checks that a server writes only the value that was signed for this setting, by the action that it needs. Settings say who gets money,
-- and how much.
create or replace function settings_by_operators() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if can_act_in_emergency() then
    return null;
  end if;
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and new.name <> old.name
     or not exists (
       select from operator_commands c join audit_log a on a.command_id = c.id
              join setting_rules r on r.name = new.name and r.action = c.action
        where c.done_in = pg_current_xact_id() and c.input::jsonb ->> 'setting' = new.name and c.input::jsonb -> 'value' = new.value
          -- For a day after a change of `approval_limit`, all money needs two operators.
          and new.changed_at >= c.ready_at) then
    raise exception 'no operator has signed this value of %', coalesce(new.name, old.name)
      using errcode = 'restrict_violation', constraint = 'settings_by_operators';
  end if;
  return null;
end $$;

create trigger settings_by_operators after insert or update or delete on settings
  for each row execute function settings_by_operators();
