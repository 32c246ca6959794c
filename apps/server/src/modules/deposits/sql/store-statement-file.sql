-- Stores an uploaded statement in place of an earlier one of the day. A job compares it.
create or replace function store_statement_file(
  secret bytea, given_processor text, given_day date, given_name text, given_rows jsonb, given_format jsonb
) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  operator operators := require_session_operator(secret);
begin
  if not operator.roles && '{payments,finance}' then
    raise exception '% has no right to this', operator.name using errcode = 'restrict_violation', constraint = 'operator_actions_right';
  end if;
  if exists (select from closed_days where day = given_day) then
    raise exception '% is closed', given_day using errcode = 'restrict_violation', constraint = 'statement_files_closed';
  end if;
  if jsonb_array_length(given_rows) > 50000 then
    raise exception 'too many rows' using errcode = 'restrict_violation', constraint = 'statement_files_rows';
  end if;
  insert into statement_comparisons (processor, day, updated_at) values (given_processor, given_day, clock_timestamp())
    on conflict do nothing;
  insert into statement_files (processor, day, name, rows, uploaded_at)
    values (given_processor, given_day, given_name, given_rows, clock_timestamp())
    on conflict (processor, day) do update
      set name = excluded.name, rows = excluded.rows, uploaded_at = excluded.uploaded_at, compared_at = null;
  insert into statement_formats (processor, format, changed_at) values (given_processor, given_format, clock_timestamp())
    on conflict (processor) do update set format = excluded.format, changed_at = excluded.changed_at;
  perform record_operator_act(operator.name, 'statement.upload', 'statement:' || given_processor || '/' || given_day);
end $$;
