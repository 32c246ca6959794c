-- A processor can report that it took captured money back.

alter table captures drop constraint captures_status_check;
alter table captures add constraint captures_status_check
  check (status in ('credited', 'credited_late', 'suspense', 'refund_due', 'refunded', 'reversed', 'taken_back'));

create or replace function captures_steps() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.attempt_id, new.number, new.deposit_id, new.processor, new.processor_reference, new.amount, new.currency)
     is distinct from
     (old.attempt_id, old.number, old.deposit_id, old.processor, old.processor_reference, old.amount, old.currency) then
    raise exception 'the amount, currency and attempt of capture % cannot change', old.attempt_id
      using errcode = 'restrict_violation', constraint = 'captures_fixed';
  end if;
  if new.status <> old.status and not (case old.status
      when 'credited' then new.status in ('reversed', 'taken_back')
      when 'credited_late' then new.status in ('refund_due', 'reversed', 'taken_back')
      when 'suspense' then new.status in ('refund_due', 'credited_late', 'reversed', 'taken_back')
      when 'refund_due' then new.status in ('refunded', 'suspense')
      else false end) then
    raise exception 'capture % cannot change from % to %', old.attempt_id, old.status, new.status
      using errcode = 'restrict_violation', constraint = 'captures_steps';
  end if;
  if old.status = 'suspense' and new.status = 'credited_late'
     and new.currency <> (select currency from deposits where id = new.deposit_id) then
    raise exception 'capture % is not in the currency of its account', old.attempt_id
      using errcode = 'restrict_violation', constraint = 'captures_currency';
  end if;
  if new.status <> old.status and new.movement <= old.movement then
    raise exception 'the movements of capture % are numbered upwards', old.attempt_id
      using errcode = 'restrict_violation', constraint = 'captures_movement';
  end if;
  return new;
end $$;

create or replace view deposit_totals as
  select d.user_id, d.currency, sum(d.amount)::bigint as total,
         (array_agg(d.amount order by d.created_at))[1] as first_amount,
         (array_agg(d.amount order by d.created_at desc))[1] as last_amount
    from deposits d
   where (d.state = 'succeeded' and not exists (
            select 1 from attempts a join captures c on c.attempt_id = a.id
             where a.deposit_id = d.id and c.number = 1 and c.status in ('reversed', 'taken_back')))
      or exists (select 1 from captures c where c.deposit_id = d.id and c.status = 'credited_late')
   group by d.user_id, d.currency;
