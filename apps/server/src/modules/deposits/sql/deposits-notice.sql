-- The trader gets one mail about the end of a deposit, whichever statement ends it.
create or replace function deposits_notice() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into deposit_notices (deposit_id, kind, created_at)
  values (new.id, case new.state when 'succeeded' then 'credited' else new.state end, new.updated_at)
  on conflict do nothing;
  return null;
end $$;

create trigger deposits_notice after update of state on deposits for each row
  when (old.state <> new.state and (new.state in ('succeeded', 'review')
    or new.state = 'failed' and coalesce(new.reason, '') not in ('deposits.other_amount', 'wallets.claim_part')))
  execute function deposits_notice();
