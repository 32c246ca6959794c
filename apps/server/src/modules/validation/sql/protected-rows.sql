-- A code belongs to one trader and never changes.

create trigger statement_codes_fixed before update of user_id, code, created_at on statement_codes
  for each statement execute function refuse_fixed();
