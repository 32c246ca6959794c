-- What is written to a ticket that was merged, e.g. by an answer to an old mail, goes to the one in which it goes on.
create or replace function ticket_posts_redirected() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.ticket_id := coalesce((select merged_into from tickets where id = new.ticket_id), new.ticket_id);
  return new;
end $$;

create trigger ticket_posts_redirected before insert on ticket_posts for each row execute function ticket_posts_redirected();
