-- Checks that only operators explain a difference.
create or replace function statement_exceptions_ordered() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  -- A comparison that finds the same again keeps the explanation.
  if tg_op = 'UPDATE' and new.explanation = old.explanation then
    return null;
  end if;
  if not is_ordered('{exception.explain}', jsonb_build_object('exception', new.id, 'day', new.day, 'words', new.explanation)) then
    raise exception 'no operator has explained difference %', new.id
      using errcode = 'restrict_violation', constraint = 'statement_exceptions_ordered';
  end if;
  return null;
end $$;

create trigger statement_exceptions_ordered after insert or update of explanation on statement_exceptions for each row
  when (new.explanation is not null) execute function statement_exceptions_ordered();
create trigger statement_exceptions_fixed before update of id, processor, day, kind, what, reference, currency, place, found_at
  on statement_exceptions for each statement execute function refuse_fixed();
