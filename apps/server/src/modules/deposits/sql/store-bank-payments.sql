-- Stores what has arrived on an account. Those that are stored already stay as they are.
-- @param given_format of a CSV file; null: it was none
-- @returns how many are new
create or replace function store_bank_payments(secret bytea, given_account text, given_payments jsonb, given_format jsonb) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  operator operators := require_session_operator(secret);
  added integer;
begin
  if not operator.roles && '{payments,finance}' then
    raise exception '% has no right to this', operator.name using errcode = 'restrict_violation', constraint = 'operator_actions_right';
  end if;
  insert into bank_payments (account, entry_key, booked_on, amount, currency, payer, words, imported_at)
    select given_account, p.key, p."bookedOn", p.amount, p.currency, p.payer, p.words, clock_timestamp()
      from jsonb_to_recordset(given_payments) as p(key text, "bookedOn" date, amount bigint, currency text, payer text, words text)
    on conflict on constraint bank_payments_entry do nothing;
  get diagnostics added = row_count;
  if given_format is not null then
    insert into bank_formats (account, format, changed_at) values (given_account, given_format, clock_timestamp())
      on conflict (account) do update set format = excluded.format, changed_at = excluded.changed_at;
  end if;
  perform record_operator_act(operator.name, 'bank.import', 'account:' || given_account);
  return added;
end $$;

create trigger bank_payments_fixed before update or delete or truncate on bank_payments
  for each statement execute function refuse_change();
