-- Merges a ticket into another one of its trader: that one waits if one of the two did, counts the posts of both, and takes what was merged into
-- the first. The first is closed.
create or replace function ticket_merges_inserted() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  merged tickets;
begin
  select * into merged from tickets where id = new.ticket_id for update;
  update tickets t
     set status = case when merged.status = 1 then 1 else t.status end,
         waiting_since = case when merged.status = 1 then least(t.waiting_since, merged.waiting_since) else t.waiting_since end,
         post_count = t.post_count + merged.post_count,
         answered_at = greatest(t.answered_at, merged.answered_at),
         changed_at = greatest(t.changed_at, new.merged_at)
   where t.id = new.into_id and t.id <> merged.id and t.user_id = merged.user_id and t.merged_into is null and merged.merged_into is null;
  if not found then
    raise exception 'a ticket is merged into another one of its trader' using errcode = 'restrict_violation', constraint = 'ticket_merges_inserted';
  end if;
  update tickets
     set merged_into = new.into_id, status = 4, waiting_since = null, changed_at = greatest(changed_at, new.merged_at)
   where id = new.ticket_id or merged_into = new.ticket_id;
  return null;
end $$;

create trigger ticket_merges_inserted after insert on ticket_merges for each row execute function ticket_merges_inserted();
