-- What marketing works with at the desk.

-- The sum of what a promo code has given.
create index promo_redemptions_given on promo_redemptions (code, currency) include (bonus) where state = 'used';
