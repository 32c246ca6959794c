-- The history of a trader's money never changes.

create trigger balance_movements_append_only before update or delete or truncate on balance_movements
  for each statement execute function refuse_change();
