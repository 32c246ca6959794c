-- A reported payment of which less has arrived fails for a reason of its own. Its mail is about the money, too.
drop trigger deposits_notice on deposits;
create trigger deposits_notice after update of state on deposits for each row
  when (old.state <> new.state and (new.state in ('succeeded', 'review')
    or new.state = 'failed' and coalesce(new.reason, '') not in ('cards.other_amount', 'wallets.claim_part')))
  execute function insert_deposit_notice();

-- Minor units per coin at which payments were credited on average that the locked rate does not cover, or not all of them, for the mails
-- about them. A credit is rounded, so that it can differ by one from that at the locked rate.
create view average_coin_rates as
  select r.guid, c.output, (c.amount * unit / r.value)::bigint as average_rate
    from crypto_receipts r join crypto_invoices i using (guid)
    join captured_outputs c on c.coin = r.coin and c.output = concat(r.txid, ':', r.output),
         lateral (select 10::numeric ^ case r.coin when 'ETH' then 18 else 8 end as unit) u
   where r.token = '' and c.amount + 1 < floor(r.value * i.rate / unit);

-- The coins that came for each credited payment, in satoshi or wei, unless it was taken back: so many can go back at most.
create view coin_deposits as
  select i.user_id, r.coin, r.value as units, c.amount, c.currency, c.attempt_id, c.number, r.mined_at
    from crypto_receipts r join crypto_invoices i using (guid)
    join captured_outputs c on c.coin = r.coin and c.output = concat(r.txid, ':', r.output)
   where r.token = '' and c.status in ('credited', 'credited_late', 'credited_part');

-- The transaction that a trader reports, to find other reports of the same one.
create index deposits_reported_coins on deposits (instrument_hint) where instrument_kind in ('bitcoin', 'litecoin');
