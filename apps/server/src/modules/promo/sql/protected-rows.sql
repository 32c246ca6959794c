-- The terms of a code and of its use never change, and a decided use stays decided.

create trigger signup_bonuses_waiting before insert on signup_bonuses for each row
  when (new.state <> 'waiting') execute function refuse_fixed();

create trigger promo_codes_fixed
  before update of code, audience, percent, amount, min_deposit, starts_at, max_uses_per_trader, created_at
  on promo_codes for each statement execute function refuse_fixed();
create trigger promo_codes_counted before update of uses on promo_codes for each row
  when (new.uses <> old.uses + 1) execute function refuse_fixed();
create trigger promo_codes_no_delete before delete or truncate on promo_codes
  for each statement execute function refuse_change();

create trigger promo_redemptions_no_delete before delete or truncate on promo_redemptions
  for each statement execute function refuse_change();
create trigger promo_redemptions_final before update on promo_redemptions for each row
  when (old.state <> 'stored'
    or (new.user_id, new.code, new.currency, new.percent, new.amount, new.min_deposit, new.turnover_factor, new.release_factor, new.created_at)
       is distinct from
       (old.user_id, old.code, old.currency, old.percent, old.amount, old.min_deposit, old.turnover_factor, old.release_factor, old.created_at))
  execute function refuse_fixed();
