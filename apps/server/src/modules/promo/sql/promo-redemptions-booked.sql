-- Checks that a used code and the entry that books its bonus are committed together.
create or replace function promo_redemptions_booked() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from ledger_entries e join ledger_lines l on l.entry_id = e.id
     where e.kind = 'promo.credited' and e.subject = promo_source(new)
       and l.account = 'bonus' and l.user_id = new.user_id and l.amount = new.bonus)
  then
    raise exception 'promo code % of user % without its ledger entry', new.code, new.user_id
      using errcode = 'check_violation', constraint = 'promo_redemptions_booked';
  end if;
  return null;
end $$;

create constraint trigger promo_redemptions_booked after insert or update on promo_redemptions deferrable initially deferred
  for each row when (new.state = 'used') execute function promo_redemptions_booked();
