-- Alerts reach operators by log and by mail. Null until then.
alter table alerts add column logged_at timestamptz, add column mailed_at timestamptz;
create index alerts_mailed on alerts (mailed_at);
