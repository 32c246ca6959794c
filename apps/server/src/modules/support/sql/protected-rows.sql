-- Posts of a ticket never change.

create trigger ticket_posts_fixed
  before update of id, ticket_id, user_id, author, via, operator, content_hash, message_hash, status_after, refused_files, created_at
  on ticket_posts for each statement execute function refuse_fixed();

create trigger tickets_fixed
  before update of id, user_id, priority, reference_kind, reference_id, created_at on tickets
  for each statement execute function refuse_fixed();
-- Posts change the status of a ticket. Otherwise it can only be closed.
create trigger tickets_status before update on tickets for each row
  when (pg_trigger_depth() = 0 and (old.post_count <> new.post_count or (old.status <> new.status and new.status <> 4)))
  execute function refuse_fixed();

create trigger tickets_merged_by_trigger before update of merged_into on tickets for each row
  when (pg_trigger_depth() = 0) execute function refuse_fixed();

-- A file that was sent stays where it is.
create trigger ticket_attachments_fixed before update on ticket_attachments for each row
  when (old.post_id is not null) execute function refuse_fixed();
create trigger ticket_attachments_kept before delete on ticket_attachments for each row
  when (old.post_id is not null) execute function refuse_change();
