-- The trader gets one mail about money that came late or in part, was refunded or was taken back, whichever statement books it.
create or replace function captures_notice() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into deposit_notices (deposit_id, kind, attempt_id, capture_number, created_at)
  values (new.deposit_id, case new.status when 'credited_late' then 'late' when 'credited_part' then 'part' when 'refunded' then 'refunded' else 'taken_back' end,
          new.attempt_id, new.number, new.updated_at)
  on conflict do nothing;
  return null;
end $$;

create trigger captures_late_notice after insert on captures for each row
  when (new.status in ('credited_late', 'credited_part')) execute function captures_notice();
-- Money that is taken back from suspense was never on the account, so it needs no mail.
create trigger captures_notice after update of status on captures for each row
  when (old.status <> new.status and (new.status in ('credited_late', 'refunded')
    or new.status in ('reversed', 'taken_back') and old.status in ('credited', 'credited_late', 'credited_part')))
  execute function captures_notice();
