-- Checks that a post belongs to the trader of the ticket, and sets the status that it decides.
create or replace function ticket_posts_inserted() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update tickets
     set status = new.status_after,
         post_count = post_count + 1,
         changed_at = greatest(changed_at, new.created_at),
         waiting_since = case when new.author = 'trader' then coalesce(waiting_since, new.created_at) end,
         answered_at = case when new.author = 'support' then greatest(answered_at, new.created_at) else answered_at end
   where id = new.ticket_id and user_id = new.user_id;
  if not found then
    raise exception 'a post needs a ticket of its trader' using errcode = 'foreign_key_violation', constraint = 'ticket_posts_of_trader';
  end if;
  return null;
end $$;

create trigger ticket_posts_inserted after insert on ticket_posts for each row execute function ticket_posts_inserted();
