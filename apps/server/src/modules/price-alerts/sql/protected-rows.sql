-- An alert never changes, and ends once.
create trigger price_alerts_fixed
  before update of id, user_id, symbol, direction, points, by_mail, by_push, created_at, expires_at on price_alerts
  for each statement execute function refuse_fixed();
create trigger price_alerts_ended_once before update on price_alerts for each row
  when (old.state <> 'waiting') execute function refuse_fixed();
