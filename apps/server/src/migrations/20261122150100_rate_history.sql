-- The rates of the last days: a late payment is credited at the rate of its arrival, also if it is settled much later.
alter table crypto_rates drop constraint crypto_rates_pkey;
alter table crypto_rates add primary key (coin, at);
