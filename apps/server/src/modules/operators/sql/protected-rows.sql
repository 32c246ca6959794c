-- Approvals are never deleted.

create trigger approvals_no_delete before delete or truncate on approvals
  for each statement execute function refuse_change();
