-- For deleting old webhooks. BRIN costs inserts next to nothing, and rows are in the order of their time.
create index processor_webhooks_created on processor_webhooks using brin (created_at) with (pages_per_range = 16, autosummarize = on);
