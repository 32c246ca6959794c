-- Checks that what the audit trail says of operators is proved: by a signed command about the same thing that this transaction does, by a
-- function that has checked the session, which writes it as the owner, or by the access to the database that emergencies need.
create or replace function audit_log_operator_proved() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  command operator_commands;
begin
  if new.command_id is not null then
    select * into command from operator_commands
     where id = new.command_id and done_in = pg_current_xact_id() and action = new.action
       and split_part(new.subject, ':', 2) in (select value from jsonb_each_text(input::jsonb));
    if found then
      new.actor := (select string_agg(o.name, ' + ' order by o.id <> command.requested_by, o.id)
                      from operators o
                     where o.id = command.requested_by or o.id in (select list_command_signers(command)));
      new.reason := command.reason;
      new.created_at := clock_timestamp();
      new.os_user := null;
      return new;
    end if;
  elsif current_user = (select tableowner from pg_tables where schemaname = 'public' and tablename = 'audit_log')
     or can_act_in_emergency() then
    return new;
  end if;
  raise exception '% is not proved', new.actor using errcode = 'restrict_violation', constraint = 'audit_log_operator_proved';
end $$;

create trigger audit_log_operator_proved before insert on audit_log for each row execute function audit_log_operator_proved();
