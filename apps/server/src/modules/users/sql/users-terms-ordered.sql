-- Terms of one trader: which processors get the cards, how much can be paid in at once, the affiliate, and that the cards are no risk. A server changes them only
-- as operators have signed, and marks a risk by itself.
create or replace function users_terms_ordered() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.cascade is distinct from old.cascade
       and not is_ordered('{trader.set_cascade}', jsonb_build_object('trader', new.id, 'cascade', new.cascade))
     or (new.min_deposit_card, new.min_deposit_other, new.max_deposit)
          is distinct from (old.min_deposit_card, old.min_deposit_other, old.max_deposit)
       and not is_ordered('{trader.limit_deposits}', jsonb_build_object('trader', new.id, 'minCard', new.min_deposit_card,
         'minOther', new.min_deposit_other, 'max', new.max_deposit))
     or new.affiliate_id is distinct from old.affiliate_id
       and not is_ordered('{trader.set_affiliate}', jsonb_build_object('trader', new.id, 'affiliate', new.affiliate_id))
     or old.card_risk and not new.card_risk
       and not is_ordered('{trader.mark_card_risk}', jsonb_build_object('trader', new.id, 'isRisk', false)) then
    raise exception 'no operator has ordered these terms of trader %', new.id
      using errcode = 'restrict_violation', constraint = 'users_terms_ordered';
  end if;
  return null;
end $$;

create trigger users_terms_ordered
  after update of cascade, min_deposit_card, min_deposit_other, max_deposit, affiliate_id, card_risk on users
  for each row execute function users_terms_ordered();
create trigger users_terms_begin after insert on users for each row
  when (num_nonnulls(new.cascade, new.min_deposit_card, new.min_deposit_other, new.max_deposit) > 0)
  execute function refuse_server();
