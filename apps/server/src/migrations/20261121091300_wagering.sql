-- Wagering, which is not money: the turnover that each bonus requires, and what each trade counts towards it.

-- owner: ledger
create table wagering_requirements (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  -- The deposit or promo code that gave the bonus. Unique, because each gives its bonus once.
  source varchar(80) not null unique,
  currency text not null,
  -- In minor units.
  bonus bigint not null check (bonus > 0),
  required bigint not null check (required > 0),
  done bigint not null default 0 check (done >= 0),
  -- What moves from bonus to cash at most when the turnover is done. As shown before the bonus was chosen.
  release_max bigint not null check (release_max >= 0),
  created_at timestamptz not null,
  -- When the bonus was given up or taken back. Its turnover is then no longer required.
  cancelled_at timestamptz,
  -- When the turnover was done, and what has moved to cash then.
  finished_at timestamptz,
  released bigint,
  constraint wagering_requirements_finished check (
    num_nonnulls(finished_at, released) in (0, 2) and released between 0 and release_max
    and (finished_at is null or done >= required)),
  -- The withdrawal that gives it up, while nothing of it was sent: the money is on bonus_hold, and the turnover does not count.
  frozen_for uuid,
  constraint wagering_requirements_frozen check (frozen_for is null or (cancelled_at is null and finished_at is null)),
  -- What a person gets once: `signup`, or `code:<code>`. Null: no gift.
  gift text check (length(gift) between 1 and 60),
  -- The account of the same person that had the gift before. Then nothing is released.
  given_before_to bigint references users,
  constraint wagering_requirements_given_once check (given_before_to is null or (gift is not null and released is not distinct from 0))
);
create index wagering_requirements_user on wagering_requirements (user_id);
create index wagering_requirements_open on wagering_requirements (user_id) where cancelled_at is null and finished_at is null;
create index wagering_requirements_frozen_for on wagering_requirements (frozen_for) where frozen_for is not null;
create trigger wagering_requirements_fixed
  before update of id, user_id, source, currency, bonus, required, release_max, created_at, gift on wagering_requirements
  for each statement execute function refuse_fixed();
create trigger wagering_requirements_steps before update on wagering_requirements for each row
  when ((old.frozen_for is not null and new.done <> old.done)
    or (old.cancelled_at is not null and new is distinct from old)
    or (old.finished_at is not null
      and (new.finished_at, new.released, new.done, new.given_before_to) is distinct from (old.finished_at, old.released, old.done, old.given_before_to)))
  execute function refuse_fixed();

-- The account of the same person that has had the gift of a bonus, or null: it got the gift earlier, or the gift was released to it. Accounts
-- share no proved mark when they use a code; a card or payee is proved by a deposit, which the turnover of a gift needs.
create function find_gift_holder(requirement_id bigint) returns bigint
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  requirement wagering_requirements;
begin
  select * into requirement from wagering_requirements where id = requirement_id;
  return (
    select o.user_id from same_person_users s join wagering_requirements o on o.user_id = s.same_id
     where s.user_id = requirement.user_id and o.gift = requirement.gift
       and (o.released > 0 or (o.created_at, o.id) < (requirement.created_at, requirement.id))
     limit 1);
end $$;

-- A gift is released once to a person.
create function wagering_requirements_given_before() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if find_gift_holder(new.id) is not null then
    raise exception 'the gift % of user % was given before to the same person', new.gift, new.user_id
      using errcode = 'check_violation', constraint = 'wagering_requirements_given_before';
  end if;
  return new;
end $$;
create trigger wagering_requirements_given_before before update on wagering_requirements for each row
  when (old.finished_at is null and new.gift is not null and new.released > 0) execute function wagering_requirements_given_before();

-- owner: ledger
create table turnover_events (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  -- The trade. Unique, because each trade counts once.
  source text not null unique check (length(source) <= 80),
  currency text not null,
  -- In minor units.
  amount bigint not null check (amount > 0),
  -- Whether a bonus was open when it was counted, frozen or not. Then the stake pays for no other gift.
  has_bonus boolean not null default false,
  created_at timestamptz not null
);
create index turnover_events_user on turnover_events (user_id, created_at);
create trigger turnover_events_append_only before update or delete or truncate on turnover_events
  for each statement execute function refuse_change();

-- Bonus money belongs to a bonus whose turnover is not done: `bonus` to one that counts turnover, `bonus_hold` to one that is frozen for a
-- withdrawal. So nothing of a bonus is free, winnings included, before its turnover is done.
create function bonus_bound() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  if exists (
    select from ledger_balances b
     where b.user_id = new.user_id and b.account in ('bonus', 'bonus_hold') and b.currency = new.currency and b.amount > 0
       and not exists (
         select from wagering_requirements w
          where w.user_id = b.user_id and w.currency = b.currency and w.cancelled_at is null and w.finished_at is null
            and (w.frozen_for is not null) = (b.account = 'bonus_hold')))
  then
    raise exception 'bonus money of user % is bound to no bonus', new.user_id
      using errcode = 'check_violation', constraint = 'bonus_bound';
  end if;
  return null;
end $$;
create constraint trigger bonus_bound after insert or update on ledger_balances deferrable initially deferred
  for each row when (new.account in ('bonus', 'bonus_hold') and new.amount > 0) execute function bonus_bound();
create constraint trigger bonus_bound_ended after update on wagering_requirements deferrable initially deferred
  for each row when ((old.cancelled_at, old.finished_at, old.frozen_for) is distinct from (new.cancelled_at, new.finished_at, new.frozen_for))
  execute function bonus_bound();

-- Bonus money becomes cash only when its turnover is done, once for each bonus, and not more than its terms allow.
create function bonus_released() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  requirement wagering_requirements;
begin
  if tg_table_name = 'ledger_entries' then
    select * into requirement from wagering_requirements where source = to_jsonb(new) ->> 'subject';
  else
    select * into requirement from wagering_requirements where id = (to_jsonb(new) ->> 'id')::bigint;
  end if;
  if (select array_agg(row(l.account, l.user_id, l.currency, l.amount)::text order by l.amount)
        from ledger_entries e join ledger_lines l on l.entry_id = e.id
       where e.kind = 'bonus.released' and e.subject = requirement.source)
     is distinct from (case when requirement.released > 0 then array[
       row('bonus'::varchar(40), requirement.user_id, requirement.currency::char(3), -requirement.released)::text,
       row('cash'::varchar(40), requirement.user_id, requirement.currency::char(3), requirement.released)::text] end)
     or requirement.id is null
  then
    raise exception 'the entry of a released bonus does not fit its turnover'
      using errcode = 'check_violation', constraint = 'bonus_released';
  end if;
  return null;
end $$;
create constraint trigger bonus_released after insert on ledger_entries deferrable initially deferred
  for each row when (new.kind = 'bonus.released') execute function bonus_released();
create constraint trigger bonus_released_finished after update on wagering_requirements deferrable initially deferred
  for each row when (old.finished_at is null and new.finished_at is not null) execute function bonus_released();

-- Own money that traders have staked in trades that count, for other modules. In minor units.
create view own_turnover as select user_id, currency, amount, created_at from turnover_events;

-- Traders with a bonus. What they stake counts for its turnover, and for no other gift. For other modules.
create view bonus_holders as select user_id from wagering_requirements where cancelled_at is null and finished_at is null;

-- Trades that counted while a bonus was open, as `trade:<id>`. For other modules.
create view trades_with_bonus as select source from turnover_events where has_bonus;

-- What open bonuses ask for, as a multiple of what they release at most. For other modules.
create view open_bonus_ratios as
  select required::numeric / release_max as ratio from wagering_requirements
   where cancelled_at is null and finished_at is null and release_max > 0;

-- Totals of a user, for other modules.
create view wagering_totals as
  select user_id, currency, sum(least(done, required))::bigint as done, sum(required)::bigint as required
    from wagering_requirements where cancelled_at is null group by user_id, currency;

-- Number of trades of a user, for other modules.
create view trade_counts as select user_id, count(*)::integer as count from turnover_events group by user_id;
