-- The history shows of a withdrawal that is under way what has not been paid yet: what is paid is a movement of its payout.
create or replace view waiting_payments as
  select user_id, 'deposit' as tr_type, created_at as at, amount, currency, 'deposit:' || id as subject
    from deposits where state in ('open', 'processing', 'review')
  union all
  select w.user_id, 'withdrawal', w.confirmed_at,
         -(w.amount - coalesce((select sum(p.amount)::bigint from payouts p where p.withdrawal_id = w.id and p.state = 'paid'), 0)),
         w.currency, 'withdrawal:' || w.id
    from withdrawals w where w.state in ('waiting_documents', 'waiting_approval', 'approved', 'paying');
