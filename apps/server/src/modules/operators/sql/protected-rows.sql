-- Approvals are never deleted.

create trigger approvals_no_delete before delete or truncate on approvals
  for each statement execute function refuse_change();

-- No server makes, ages or promotes an operator, or approves, by itself.
create trigger operators_by_operators after insert or update on operators for each statement execute function refuse_server();
create trigger approvals_by_operators after insert or update on approvals for each statement execute function refuse_server();
