-- A reported payment of which less has arrived fails for a reason of its own. Its mail is about the money, too.
drop trigger deposits_notice on deposits;
create trigger deposits_notice after update of state on deposits for each row
  when (old.state <> new.state and (new.state in ('succeeded', 'review')
    or new.state = 'failed' and coalesce(new.reason, '') not in ('cards.other_amount', 'wallets.claim_part')))
  execute function insert_deposit_notice();

-- Minor units per coin at which payments were credited that came after the end of their invoice, for the mails about them.
create view late_coin_rates as
  select r.guid, concat(r.txid, ':', r.output) as output, r.late_rate
    from crypto_receipts r join crypto_invoices i using (guid)
   where r.late_rate is not null and r.arrived_at >= i.expires_at;

-- The transaction that a trader reports, to find other reports of the same one.
create index deposits_reported_coins on deposits (instrument_hint) where instrument_kind in ('bitcoin', 'litecoin');
