-- Checks that only operators credit what traders report, with the amount that they have signed: no processor confirms it.
create or replace function captures_claim_ordered() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not is_ordered('{claim.accept}', (
    select jsonb_build_object('deposit', d.id, 'trader', d.user_id, 'attempt', a.reference, 'amount', new.amount, 'currency', new.currency)
      from attempts a join deposits d on d.id = a.deposit_id where a.id = new.attempt_id)) then
    raise exception 'no operator has accepted the claim of deposit %', new.deposit_id
      using errcode = 'restrict_violation', constraint = 'captures_claim_ordered';
  end if;
  return null;
end $$;

create trigger captures_claim_ordered after insert on captures for each row
  when (new.processor in ('BITCOIN', 'LITECOIN', 'WEBMONEY', 'BANK')) execute function captures_claim_ordered();
