-- Limits what browsers can store: keeps the latest 1,000 reports of each user.
create or replace function card_client_logs_limit() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from card_client_logs
   where user_id = new.user_id
     and id <= (select id from card_client_logs where user_id = new.user_id order by id desc offset 1000 limit 1);
  return null;
end $$;

create trigger card_client_logs_limit after insert on card_client_logs for each row execute function card_client_logs_limit();
