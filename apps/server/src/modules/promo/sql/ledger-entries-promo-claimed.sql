-- Checks that bonus money of a promo code has a use of the code. It runs after the statement, which can insert both.
create or replace function ledger_entries_promo_claimed() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from promo_redemptions r
                  where r.code = split_part(new.subject, ':', 2) and r.user_id::text = split_part(new.subject, ':', 3)
                    and r.state = 'used' and promo_source(r) = new.subject) then
    raise exception 'no promo code was used for %', new.subject
      using errcode = 'restrict_violation', constraint = 'ledger_entries_promo_claimed';
  end if;
  return null;
end $$;

create trigger ledger_entries_promo_claimed after insert on ledger_entries for each row
  when (new.kind = 'promo.credited') execute function ledger_entries_promo_claimed();
