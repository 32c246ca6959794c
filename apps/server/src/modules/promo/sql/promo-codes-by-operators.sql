-- Checks that operators have signed a code, and what it can cost at most: no server makes gifts by itself. One operator can end it.
create or replace function promo_codes_by_operators() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  bounds jsonb := jsonb_build_object('promo', new.code, 'maxUses', new.max_uses, 'amount', new.amount * new.max_uses,
    'endsAtMs', (extract(epoch from new.ends_at) * 1000)::bigint, 'currency', 'USD');
  is_right boolean;
begin
  if tg_op = 'INSERT' then
    is_right := is_ordered('{promo.create}', bounds || jsonb_build_object('audience', new.audience, 'percent', new.percent,
      'bonus', new.amount, 'minDeposit', new.min_deposit, 'startsAtMs', (extract(epoch from new.starts_at) * 1000)::bigint,
      'maxUsesPerTrader', new.max_uses_per_trader));
  else
    is_right := is_ordered('{promo.change}', bounds)
      or new.max_uses is not distinct from old.max_uses and new.ends_at < coalesce(old.ends_at, 'infinity')
         and is_ordered('{promo.end}', jsonb_build_object('promo', new.code));
  end if;
  if is_right is not true then
    raise exception 'no operator has ordered this for promo code %', new.code
      using errcode = 'restrict_violation', constraint = 'promo_codes_by_operators';
  end if;
  return null;
end $$;

create trigger promo_codes_by_operators after insert or update of max_uses, ends_at on promo_codes
  for each row execute function promo_codes_by_operators();
