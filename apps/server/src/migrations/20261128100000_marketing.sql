-- Columns and indexes for what marketing does at the desk.

-- Used for the sum of what a promo code has given.
create index promo_redemptions_given on promo_redemptions (code, currency) include (bonus) where state = 'used';

-- Prizes of this tournament. Null: those of the setting `tournament_prizes`.
alter table tournaments add column prizes jsonb check (jsonb_array_length(prizes) between 1 and 40);
-- When and why the tournament was cancelled; the reason is for traders, by language.
alter table tournaments add column cancelled_at timestamptz;
alter table tournaments add column cancel_words jsonb;
alter table tournaments add constraint tournaments_cancelled
  check (num_nonnulls(cancelled_at, cancel_words) in (0, 2) and num_nonnulls(cancelled_at, finished_at) < 2);

-- When an operator hid the item from traders.
alter table news_items add column hidden_at timestamptz;
