-- Dates of tournaments, values at their boundaries and prizes never change, and nothing is deleted.

create trigger tournaments_fixed before update of type, starts_at, ends_at on tournaments
  for each statement execute function refuse_fixed();
create trigger tournaments_no_delete before delete or truncate on tournaments
  for each statement execute function refuse_change();

create trigger tournament_trade_values_fixed before update or delete or truncate on tournament_trade_values
  for each statement execute function refuse_change();

create trigger tournament_prizes_fixed
  before update of id, tournament_id, rank, user_id, score, kind, amount, item, currency, rate, paid, required, release_max,
    created_at, verify_until, needs_approval on tournament_prizes
  for each statement execute function refuse_fixed();
create trigger tournament_prizes_no_delete before delete or truncate on tournament_prizes
  for each statement execute function refuse_change();
