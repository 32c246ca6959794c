-- Names the ledger entry and the wagering requirement of a use of a code.
create or replace function promo_source(redemption promo_redemptions) returns text language sql immutable as $$
  select concat('promo:', redemption.code, ':', redemption.user_id,
                case when redemption.number > 1 then ':' || redemption.number end)
$$;
