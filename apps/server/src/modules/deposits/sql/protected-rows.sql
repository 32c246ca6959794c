-- The order of a trader and the requests to a processor never change, and nothing is deleted.

-- The trader's order never changes. The trigger runs only for statements that name these columns, so that updates of the
-- state do not pay for it.
create trigger deposits_fixed
  before update of id, user_id, method, card_id, country, amount, currency, bonus, wagering_required, release_max, fixed, processor_order,
    idempotency_key, request_hash, created_at on deposits
  for each statement execute function refuse_fixed();
create trigger deposits_no_delete before delete or truncate on deposits
  for each statement execute function refuse_change();

-- The request to the processor never changes. The trigger runs only for statements that name these columns, so that
-- updates of the state do not pay for it.
create trigger attempts_fixed
  before update of id, deposit_id, seq, processor, is_charging, reference, payer_mark, created_at on attempts
  for each statement execute function refuse_fixed();
create trigger attempts_no_delete before delete or truncate on attempts
  for each statement execute function refuse_change();

create trigger attempt_events_append_only before update or delete or truncate on attempt_events
  for each statement execute function refuse_change();

create trigger captures_no_delete before delete or truncate on captures
  for each statement execute function refuse_change();
