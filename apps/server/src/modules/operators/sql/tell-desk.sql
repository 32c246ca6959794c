-- These triggers notify the desk that a list or an open case has changed. Money has such a trigger only where it begins or ends to wait for
-- an operator, so that a usual deposit does not commit more slowly.
create trigger withdrawals_desk after update of state on withdrawals for each row
  when (old.state <> new.state)
  execute function tell_desk('withdrawals');
create trigger payouts_desk after update of state on payouts for each row
  when (old.state <> new.state)
  execute function tell_desk('withdrawals');
create trigger deposits_desk after update of state on deposits for each row
  when (old.state <> new.state and 'review' in (old.state, new.state))
  execute function tell_desk('deposits');
create trigger attempts_desk_begun after insert on attempts for each row
  when (new.state in ('manual_review', 'in_doubt'))
  execute function tell_desk('deposits');
create trigger attempts_desk after update of state on attempts for each row
  when (old.state <> new.state and (old.state in ('manual_review', 'in_doubt') or new.state in ('manual_review', 'in_doubt')))
  execute function tell_desk('deposits');
create trigger captures_desk_begun after insert on captures for each row
  when (new.status in ('suspense', 'refund_due'))
  execute function tell_desk('deposits');
create trigger captures_desk after update of status on captures for each row
  when (old.status <> new.status and (old.status in ('suspense', 'refund_due') or new.status in ('suspense', 'refund_due', 'reversed', 'taken_back')))
  execute function tell_desk('deposits');
create trigger chargebacks_desk after insert or update on chargebacks for each row
  execute function tell_desk('chargebacks');
create trigger bank_payments_desk after insert on bank_payments for each row
  execute function tell_desk('bank');
create trigger statement_exceptions_desk after insert or update on statement_exceptions for each row
  execute function tell_desk('statements');
create trigger statement_comparisons_desk after update of compared_at on statement_comparisons for each row
  execute function tell_desk('statements');
create trigger statement_files_desk after insert or update on statement_files for each row
  execute function tell_desk('statements');
create trigger closed_days_desk after insert on closed_days for each row
  execute function tell_desk('statements');
create trigger documents_desk after insert or delete or update of state on documents for each row
  execute function tell_desk('documents');
create trigger tickets_desk after insert or update of status, department, changed_at on tickets for each row
  execute function tell_desk('tickets');
create trigger ticket_notes_desk after insert on ticket_notes for each row
  execute function tell_desk('tickets');
create trigger ticket_assignments_desk after insert or update or delete on ticket_assignments for each row
  execute function tell_desk('tickets');
create trigger operator_commands_desk after insert or update on operator_commands for each row
  execute function tell_desk('commands');
create trigger operator_cases_desk after insert or update on operator_cases for each row
  execute function tell_desk('cases');
create trigger operator_presences_desk_begun after insert on operator_presences for each row
  execute function tell_desk('presence');
create trigger operator_presences_desk after update of subject on operator_presences for each row
  when (old.subject <> new.subject)
  execute function tell_desk('presence');
create trigger operators_desk after insert or update on operators for each row
  execute function tell_desk('operators');
create trigger alerts_desk after insert or update of resolved_at on alerts for each row
  execute function tell_desk('alerts');
create trigger trader_notes_desk after insert on trader_notes for each row
  execute function tell_desk('traders');
create trigger trader_tags_desk after insert or delete on trader_tags for each row
  execute function tell_desk('traders');
create trigger provider_access_desk after insert or update or delete on provider_access for each row
  execute function tell_desk('settings');
create trigger settings_desk after insert or update or delete on settings for each row
  execute function tell_desk('settings');
create trigger trading_stops_desk after insert or update on trading_stops for each row
  execute function tell_desk('symbols');
create trigger quarantines_desk after insert or update on quarantines for each row
  execute function tell_desk('quarantines');
create trigger chargeback_files_desk after insert or delete on chargeback_files for each row
  execute function tell_desk('chargebacks');
