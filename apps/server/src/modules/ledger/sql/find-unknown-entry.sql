-- Finds an entry among those with the given ids that the product never writes: each kind has its subject, and the accounts that it debits and
-- credits. The accounts `clearing:<processor>` are one. A subject has one spelling only, because an entry is unique by it.
create or replace function find_unknown_entry(ids bigint[]) returns ledger_entries
  language sql stable set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
  with known(kind, subject, debited, credited) as (values
    ('trade.opened', 'trade:<id>', '{cash,bonus,practice}'::text[], '{trade_house,practice_house}'::text[]),
    ('trade.closed', 'trade:<id>', '{trade_house,practice_house}', '{cash,bonus,practice}'),
    ('trade.voided', 'trade:<id>', '{cash,bonus,trade_house}', '{cash,bonus,trade_house}'),
    ('practice.filled', '<id>', '{practice,practice_house}', '{practice,practice_house}'),
    ('practice.ended', '<id>', '{practice}', '{practice_house}'),
    ('deposit.credited', 'attempt:[1-9][0-9]*(/[1-9][0-9]*)?', '{clearing,crypto_clearing,bonus_expense}', '{cash,bonus}'),
    ('deposit.credited_late', 'attempt:[1-9][0-9]*(/[1-9][0-9]*)?', '{clearing,crypto_clearing}', '{cash}'),
    ('deposit.credited_part', 'attempt:[1-9][0-9]*(/[1-9][0-9]*)?', '{clearing,crypto_clearing}', '{cash}'),
    ('deposit.suspense', 'attempt:[1-9][0-9]*(/[1-9][0-9]*)?', '{clearing,crypto_clearing}', '{suspense}'),
    ('deposit.refund_due', 'attempt:[1-9][0-9]*(/[1-9][0-9]*)?', '{clearing,crypto_clearing}', '{suspense}'),
    ('deposit.suspense_credited', 'attempt:[1-9][0-9]*(/[1-9][0-9]*)?', '{suspense}', '{cash}'),
    ('deposit.late_returned', 'attempt:[1-9][0-9]*(/[1-9][0-9]*)?', '{cash}', '{suspense}'),
    ('deposit.refunded', 'attempt:[1-9][0-9]*(/[1-9][0-9]*)?', '{suspense}', '{clearing,crypto_clearing}'),
    ('deposit.reversed', 'attempt:[1-9][0-9]*(/[1-9][0-9]*)?', '{cash,debt,bonus,bonus_hold,suspense}', '{clearing,crypto_clearing,bonus_expense}'),
    ('deposit.taken_back', 'attempt:[1-9][0-9]*(/[1-9][0-9]*)?', '{cash,debt,bonus,bonus_hold,suspense}', '{clearing,crypto_clearing,bonus_expense}'),
    ('debt.paid', '[a-z_.]+/.+', '{cash}', '{debt}'),
    ('promo.credited', 'promo:.+', '{bonus_expense}', '{bonus}'),
    ('prize.paid', 'tournament:[1-9][0-9]*/[1-9][0-9]*', '{prize_expense,bonus_expense}', '{cash,bonus}'),
    ('offer.returned', 'trade:<id>', '{offer_expense}', '{cash}'),
    ('bonus.given', 'bonus:<id>', '{bonus_expense}', '{bonus}'),
    ('bonus.released', '[a-z]+:.+', '{bonus}', '{cash}'),
    ('bonus.ended', 'trade:<id>', '{bonus}', '{bonus_expense}'),
    ('bonus.given_up', '[a-z]+:.+', '{bonus,bonus_hold}', '{bonus_expense}'),
    ('bonus.frozen', 'withdrawal:<id>', '{bonus}', '{bonus_hold}'),
    ('bonus.unfrozen', 'withdrawal:<id>', '{bonus_hold}', '{bonus}'),
    ('correction.booked', 'correction:<id>', '{cash,corrections}', '{cash,corrections}'),
    ('correction.undone', 'correction:<id>', '{cash,corrections}', '{cash,corrections}'),
    ('withdrawal.held', 'withdrawal:<id>', '{cash}', '{withdrawal_hold}'),
    ('withdrawal.returned', 'withdrawal:<id>', '{withdrawal_hold}', '{cash}'),
    ('withdrawal.fee', 'withdrawal:<id>', '{withdrawal_hold}', '{fees}'),
    ('payout.paid', 'payout:<id>', '{withdrawal_hold}', '{payout,clearing}')
  )
  select e.* from unnest(ids) as given(id) join ledger_entries e on e.id = given.id
   where not exists (
     select from known k
      where k.kind = e.kind and e.subject ~ ('^' || replace(k.subject, '<id>', '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}') || '$')
        and not exists (
          select from ledger_lines l
           where l.entry_id = e.id and split_part(l.account, ':', 1) <> all(case when l.amount < 0 then k.debited else k.credited end)))
   limit 1
$$;
