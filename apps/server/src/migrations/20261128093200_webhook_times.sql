-- Times of webhooks for the desk, which does not read what webhooks say.

-- owner: deposits
create view webhook_times as select reference, created_at from processor_webhooks;

-- Alerts that are open, for other modules.
-- owner: alerts
create view open_alerts as select kind, subject from alerts where resolved_at is null;
