-- Promo codes, who used them, and the bonus that each use gave.

-- The terms of a code never change: another bonus is another code.
-- owner: promo
create table promo_codes (
  code text primary key check (code ~ '^[A-Z0-9-]{3,40}$'),
  -- The name of an offer that has no code of an operator.
  constraint promo_codes_reserved check (code <> 'RISK-FREE'),
  -- Who can use it. An offer's code is only for the traders who accept the offer.
  audience text not null check (audience in ('everyone', 'new_account', 'offer')),
  -- The bonus: percent of the deposit, or an amount in minor units of the base currency.
  percent integer check (percent between 1 and 100),
  amount bigint check (amount > 0),
  constraint promo_codes_bonus check (num_nonnulls(percent, amount) = 1),
  -- In minor units of the base currency. Null: the code needs no deposit.
  min_deposit bigint check (min_deposit >= 100),
  constraint promo_codes_percent check (percent is null or min_deposit is not null),
  starts_at timestamptz not null,
  -- Null: until an operator ends it.
  ends_at timestamptz check (ends_at >= starts_at),
  max_uses integer check (max_uses > 0),
  max_uses_per_trader integer not null check (max_uses_per_trader between 1 and 1000),
  -- A code without a deposit is a gift: once per person.
  constraint promo_codes_gift_once check (min_deposit is not null or max_uses_per_trader = 1),
  uses integer not null default 0,
  constraint promo_codes_uses check (uses between 0 and coalesce(max_uses, uses)),
  created_at timestamptz not null
);
create trigger promo_codes_fixed
  before update of code, audience, percent, amount, min_deposit, starts_at, max_uses, max_uses_per_trader, created_at
  on promo_codes for each statement execute function refuse_fixed();
create trigger promo_codes_no_delete before delete or truncate on promo_codes
  for each statement execute function refuse_change();

-- Codes were a setting. All were for new accounts.
insert into promo_codes (code, audience, amount, starts_at, max_uses_per_trader, created_at)
  select coalesce(old.code, 'WELCOME'), 'new_account', coalesce(old.bonus, 20) * 100, '2026-01-01Z', 1, now()
    from (values (1)) v
    left join (select p.code, p.bonus from settings s, jsonb_to_recordset(s.value) as p(code text, bonus numeric)
                where s.name = 'promo_codes') old on true
   where old.code is not null or not exists (select from settings where name = 'promo_codes');
delete from settings where name = 'promo_codes';

-- owner: promo
create table promo_redemptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  code text not null references promo_codes,
  -- stored: waits for a deposit; used: the bonus is credited; refused: it no longer fitted the deposit; removed: by the trader.
  state text not null check (state in ('stored', 'used', 'refused', 'removed')),
  -- The terms that the trader was shown. Amounts in minor units of the account's currency.
  currency text not null,
  percent integer,
  amount bigint,
  constraint promo_redemptions_terms check (num_nonnulls(percent, amount) = 1),
  min_deposit bigint,
  turnover_factor integer not null check (turnover_factor > 0),
  -- What the bonus releases at most when its turnover is done, as a multiple of the bonus.
  release_factor numeric not null check (release_factor > 0),
  created_at timestamptz not null,
  decided_at timestamptz,
  constraint promo_redemptions_decided check ((state = 'stored') = (decided_at is null)),
  -- Of a used code: the time for which the code must be open, that is when it was entered, or when its deposit was opened.
  valid_at timestamptz,
  -- The deposit that it was used with, or did not fit.
  deposit_id uuid references deposits,
  -- Number of this use of the code by this trader. Set by the trigger.
  number integer check (number > 0),
  bonus bigint check (bonus > 0),
  required bigint check (required > 0),
  constraint promo_redemptions_used
    check (num_nonnulls(number, bonus, required, valid_at) = case when state = 'used' then 4 else 0 end),
  -- Text key of why it was refused.
  reason text,
  constraint promo_redemptions_reason check ((state = 'refused') = (reason is not null)),
  unique (code, user_id, number)
);
create unique index promo_redemptions_stored on promo_redemptions (user_id) where state = 'stored';
create unique index promo_redemptions_deposit on promo_redemptions (deposit_id) where state = 'used';
create index promo_redemptions_user on promo_redemptions (user_id, id);
create trigger promo_redemptions_no_delete before delete or truncate on promo_redemptions
  for each statement execute function refuse_change();
create trigger promo_redemptions_final before update on promo_redemptions for each row
  when (old.state <> 'stored'
    or (new.user_id, new.code, new.currency, new.percent, new.amount, new.min_deposit, new.turnover_factor, new.release_factor, new.created_at)
       is distinct from
       (old.user_id, old.code, old.currency, old.percent, old.amount, old.min_deposit, old.turnover_factor, old.release_factor, old.created_at))
  execute function refuse_fixed();

-- Counts a use. The update locks the code, so that uses are counted one after the other.
create function promo_redemptions_count() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  terms promo_codes;
begin
  update promo_codes set uses = uses + 1 where code = new.code returning * into terms;
  if new.valid_at < terms.starts_at or new.valid_at >= terms.ends_at then
    raise exception 'promo code % is not open', new.code
      using errcode = 'restrict_violation', constraint = 'promo_redemptions_open';
  end if;
  if (terms.min_deposit is null) <> (new.deposit_id is null) then
    raise exception 'promo code % is used with a deposit, or without one', new.code
      using errcode = 'restrict_violation', constraint = 'promo_redemptions_with_deposit';
  end if;
  if terms.min_deposit is null
    and not is_gift_claimed(new.user_id, case when terms.audience = 'new_account' then 'signup' else 'code:' || new.code end)
  then
    raise exception 'user % has not claimed the gift of promo code %', new.user_id, new.code
      using errcode = 'restrict_violation', constraint = 'promo_redemptions_claimed';
  end if;
  if terms.audience = 'new_account' and terms.min_deposit is null and not exists (
    select from signup_bonuses where user_id = new.user_id and code = new.code and state = 'credited')
  then
    raise exception 'promo code % is for new accounts', new.code
      using errcode = 'restrict_violation', constraint = 'promo_redemptions_new_account';
  end if;
  if terms.audience = 'offer' and not exists (
    select from offers where user_id = new.user_id and promo = new.code and decision = 'accepted')
  then
    raise exception 'promo code % is for an offer', new.code
      using errcode = 'restrict_violation', constraint = 'promo_redemptions_offer';
  end if;
  select count(*) + 1 into new.number from promo_redemptions
   where code = new.code and user_id = new.user_id and state = 'used';
  if new.number > terms.max_uses_per_trader then
    raise exception 'user % has used promo code % as often as allowed', new.user_id, new.code
      using errcode = 'restrict_violation', constraint = 'promo_redemptions_per_trader';
  end if;
  return new;
end $$;
create trigger promo_redemptions_count before insert or update on promo_redemptions for each row
  when (new.state = 'used') execute function promo_redemptions_count();

-- Names the ledger entry and the wagering requirement of a use.
create function promo_source(redemption promo_redemptions) returns text language sql immutable as $$
  select concat('promo:', redemption.code, ':', redemption.user_id,
                case when redemption.number > 1 then ':' || redemption.number end)
$$;

-- Bonuses that promo codes have added to deposits, for other modules.
create view promo_deposit_bonuses as
  select deposit_id, code, bonus, required, floor(bonus * release_factor)::bigint as release_max from promo_redemptions where state = 'used' and deposit_id is not null;

-- What the bonuses of stored codes will ask for, as a multiple of what they release at most. For other modules.
create view stored_code_ratios as select turnover_factor / release_factor as ratio from promo_redemptions where state = 'stored';

-- A used code and the entry that books its bonus are committed together.
create function promo_redemptions_booked() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from ledger_entries e join ledger_lines l on l.entry_id = e.id
     where e.kind = 'promo.credited' and e.subject = promo_source(new)
       and l.account = 'bonus' and l.user_id = new.user_id and l.amount = new.bonus)
  then
    raise exception 'promo code % of user % without its ledger entry', new.code, new.user_id
      using errcode = 'check_violation', constraint = 'promo_redemptions_booked';
  end if;
  return null;
end $$;
create constraint trigger promo_redemptions_booked after insert or update on promo_redemptions deferrable initially deferred
  for each row when (new.state = 'used') execute function promo_redemptions_booked();

-- Bonus money of a promo code has such a use. Checked after the statement, which can insert both.
drop trigger ledger_promo_claimed on ledger_entries;
create or replace function ledger_promo_claimed() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from promo_redemptions r
                  where r.code = split_part(new.subject, ':', 2) and r.user_id::text = split_part(new.subject, ':', 3)
                    and r.state = 'used' and promo_source(r) = new.subject) then
    raise exception 'no promo code was used for %', new.subject
      using errcode = 'restrict_violation', constraint = 'ledger_promo_claimed';
  end if;
  return null;
end $$;
create trigger ledger_promo_claimed after insert on ledger_entries for each row
  when (new.kind = 'promo.credited') execute function ledger_promo_claimed();

-- The deposit with which a bonus came. If the deposit is reversed, its bonuses are taken back.
alter table wagering_requirements add column deposit_id uuid references deposits;
update wagering_requirements set deposit_id = substr(source, 9)::uuid where source like 'deposit:%';
create index wagering_requirements_deposit on wagering_requirements (deposit_id) where deposit_id is not null;
-- A code without a deposit is a gift.
alter table wagering_requirements
  add constraint wagering_requirements_gift check ((gift is not null) = (source like 'promo:%' and deposit_id is null));

alter table offers
  add column decision text check (decision in ('accepted', 'ignored')),
  add constraint offers_decided check ((decision is null) = (decided_at is null)),
  add constraint offers_opened check (ends_at is not null or decision is not distinct from 'ignored'),
  add constraint offers_promo_fkey foreign key (promo) references promo_codes;

-- Adds the number of deposits, and when the first one was credited.
create or replace view deposit_totals as
  select d.user_id, d.currency, sum(c.amount)::bigint as total,
         (array_agg(c.amount order by d.created_at))[1] as first_amount,
         (array_agg(c.amount order by d.created_at desc))[1] as last_amount,
         bool_or(d.method = 'crypto') as has_crypto,
         count(distinct d.id)::integer as count, min(c.created_at) as first_at
    from deposits d join captures c on c.deposit_id = d.id and c.status in ('credited', 'credited_late')
   group by d.user_id, d.currency;
