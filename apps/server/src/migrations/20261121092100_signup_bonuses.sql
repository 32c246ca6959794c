-- Bonuses of promo codes that traders entered when they opened an account.

-- owner: promo
create table signup_bonuses (
  user_id bigint primary key references users,
  code text not null check (length(code) between 3 and 40),
  state text not null default 'waiting' check (state in ('waiting', 'credited', 'refused')),
  created_at timestamptz not null,
  decided_at timestamptz,
  -- Text key: why it was refused.
  reason text,
  constraint signup_bonuses_decided check ((state = 'waiting') = (decided_at is null)),
  constraint signup_bonuses_reason check ((state = 'refused') = (reason is not null))
);

-- A bonus is decided once. It is credited only to a user with a proved address.
create function signup_bonuses_claim() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state <> 'waiting' or (new.user_id, new.code) is distinct from (old.user_id, old.code) then
    raise exception 'the sign-up bonus of user % is decided', old.user_id
      using errcode = 'restrict_violation', constraint = 'signup_bonuses_once';
  end if;
  if new.state = 'credited' then
    if not exists (select from users where id = new.user_id and email_proved_at is not null) then
      raise exception 'the address of user % is not proved', new.user_id
        using errcode = 'restrict_violation', constraint = 'signup_bonuses_proved';
    end if;
  end if;
  return new;
end $$;
create trigger signup_bonuses_claim before update on signup_bonuses for each row execute function signup_bonuses_claim();
create trigger signup_bonuses_waiting before insert on signup_bonuses for each row
  when (new.state <> 'waiting') execute function refuse_fixed();

-- Bonus money of a promo code has such a claim.
create function ledger_promo_claimed() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from signup_bonuses b
                  where b.state = 'credited' and 'promo:' || b.code || ':' || b.user_id = new.subject) then
    raise exception 'no sign-up bonus is credited for %', new.subject
      using errcode = 'restrict_violation', constraint = 'ledger_promo_claimed';
  end if;
  return new;
end $$;
create trigger ledger_promo_claimed before insert on ledger_entries for each row
  when (new.kind = 'promo.credited') execute function ledger_promo_claimed();
