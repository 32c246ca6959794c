-- Posted entries never change, and neither do the terms of a bonus, nor a bonus that has ended.

create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();

create trigger ledger_lines_append_only before update or delete or truncate on ledger_lines
  for each statement execute function refuse_change();

create trigger wagering_requirements_fixed
  before update of id, user_id, source, currency, bonus, required, release_max, created_at, gift on wagering_requirements
  for each statement execute function refuse_fixed();
create trigger wagering_requirements_steps before update on wagering_requirements for each row
  when ((old.frozen_for is not null and new.done <> old.done)
    or (old.cancelled_at is not null and new is distinct from old)
    or (old.finished_at is not null
      and (new.finished_at, new.released, new.done, new.given_before_to) is distinct from (old.finished_at, old.released, old.done, old.given_before_to)))
  execute function refuse_fixed();

create trigger turnover_events_append_only before update or delete or truncate on turnover_events
  for each statement execute function refuse_change();
