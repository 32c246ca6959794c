-- Checks that a code is used only while it is open, by those it is for, and as often as its terms allow. Counting a use locks the code, so
-- that uses are counted one after the other.
create or replace function promo_redemptions_count() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  terms promo_codes;
begin
  update promo_codes set uses = uses + 1 where code = new.code returning * into terms;
  if new.valid_at < terms.starts_at or new.valid_at >= terms.ends_at then
    raise exception 'promo code % is not open', new.code
      using errcode = 'restrict_violation', constraint = 'promo_redemptions_open';
  end if;
  if (terms.min_deposit is null) <> (new.deposit_id is null) then
    raise exception 'promo code % is used with a deposit, or without one', new.code
      using errcode = 'restrict_violation', constraint = 'promo_redemptions_with_deposit';
  end if;
  if terms.min_deposit is null
    and not is_gift_claimed(new.user_id, case when terms.audience = 'new_account' then 'signup' else 'code:' || new.code end)
  then
    raise exception 'user % has not claimed the gift of promo code %', new.user_id, new.code
      using errcode = 'restrict_violation', constraint = 'promo_redemptions_claimed';
  end if;
  if terms.audience = 'new_account' and terms.min_deposit is null and not exists (
    select from signup_bonuses where user_id = new.user_id and code = new.code and state = 'credited')
  then
    raise exception 'promo code % is for new accounts', new.code
      using errcode = 'restrict_violation', constraint = 'promo_redemptions_new_account';
  end if;
  if terms.audience = 'offer' and not exists (
    select from offers where user_id = new.user_id and promo = new.code and decision = 'accepted')
  then
    raise exception 'promo code % is for an offer', new.code
      using errcode = 'restrict_violation', constraint = 'promo_redemptions_offer';
  end if;
  select count(*) + 1 into new.number from promo_redemptions
   where code = new.code and user_id = new.user_id and state = 'used';
  if new.number > terms.max_uses_per_trader then
    raise exception 'user % has used promo code % as often as allowed', new.user_id, new.code
      using errcode = 'restrict_violation', constraint = 'promo_redemptions_per_trader';
  end if;
  return new;
end $$;

create trigger promo_redemptions_count before insert or update on promo_redemptions for each row
  when (new.state = 'used') execute function promo_redemptions_count();
