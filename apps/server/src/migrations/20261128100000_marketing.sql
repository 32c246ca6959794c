-- Columns and indexes for what marketing does at the desk.

-- Used for the sum of what a promo code has given.
create index promo_redemptions_given on promo_redemptions (code, currency) include (bonus) where state = 'used';

-- What operators have chosen before it began. Null: the prizes of the setting `tournament_prizes`.
alter table tournaments add column prizes jsonb check (jsonb_array_length(prizes) between 1 and 40);
-- Those of the setting as it was, if it has changed since the tournament began.
alter table tournaments add column begun_prizes jsonb check (jsonb_array_length(begun_prizes) between 1 and 40);
-- Why it was cancelled, by language, for traders.
alter table tournaments add column cancelled_at timestamptz;
alter table tournaments add column cancel_words jsonb;
alter table tournaments add constraint tournaments_cancelled
  check (num_nonnulls(cancelled_at, cancel_words) in (0, 2) and num_nonnulls(cancelled_at, finished_at) < 2);

-- When an operator hid the item from traders.
alter table news_items add column hidden_at timestamptz;
