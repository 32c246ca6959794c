-- Bitcoin that a trader has sent without an invoice, and an operator has accepted, is a deposit in bitcoin too.
create or replace view deposit_totals as
  select user_id, currency, sum(amount)::bigint as total,
         (array_agg(amount order by created_at))[1] as first_amount,
         (array_agg(amount order by created_at desc))[1] as last_amount,
         bool_or(method = 'crypto') as has_crypto,
         count(*)::integer as count, min(first_at) as first_at,
         bool_or(is_bitcoin) as has_bitcoin
    from (
      select d.user_id, d.currency, d.created_at, d.method, sum(c.amount)::bigint as amount, min(c.created_at) as first_at,
             bool_or(c.processor in ('BTC', 'BITCOIN')) as is_bitcoin
        from deposits d, lateral (
               -- Apart, because each has an index of its own.
               select amount, created_at, processor from captures
                where deposit_id = d.id and status in ('credited', 'credited_late')
               union all
               select amount, created_at, processor from captures where deposit_id = d.id and status = 'credited_part') c
       group by d.id) as one
   group by user_id, currency;
