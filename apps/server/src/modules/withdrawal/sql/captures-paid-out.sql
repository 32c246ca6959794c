-- Checks that a charge of which a part was paid out is not refunded as a whole.
create or replace function captures_paid_out() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from payouts where attempt_id = new.attempt_id and capture_number = new.number
                and state not in ('refused', 'dropped')) then
    raise exception 'capture % was refunded by a withdrawal', new.attempt_id
      using errcode = 'restrict_violation', constraint = 'captures_paid_out';
  end if;
  return new;
end $$;

create trigger captures_paid_out before update of status on captures for each row
  when (old.status <> new.status and new.status = 'refund_due') execute function captures_paid_out();
