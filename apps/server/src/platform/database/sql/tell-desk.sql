-- Tells the operators' desk that a list has changed, named by the trigger, and nothing of what is in it. A transaction that tells commits alone,
-- so that no trigger calls this for what happens in each deposit or trade. PostgreSQL sends the same name only once for a transaction.
create or replace function tell_desk() returns trigger language plpgsql as $$
begin
  perform pg_notify('desk', tg_argv[0]);
  return null;
end $$;
