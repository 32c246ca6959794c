-- Users.

-- Extensions have a schema of their own, so that their functions are not among ours. pg_trgm lets an index find parts of words.
create schema extensions;
create extension pg_trgm schema extensions;

-- owner: users
create table users (
  id bigint generated always as identity primary key,
  -- Stored in lower case, so that the unique index ignores case.
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  -- When the user last opened a link that was mailed to this address. Null if the user never did.
  email_proved_at timestamptz,
  -- When the address was last changed, unless that was undone. Accounts for withdrawals that are added then wait until it can't be undone.
  email_changed_at timestamptz,
  password_hash text not null,
  -- Name, country and phone are empty until the trader has given them: practice does not need them.
  first_name text not null check (length(first_name) <= 60),
  last_name text not null check (length(last_name) <= 60),
  country text not null check (country = '' or country ~ '^[A-Z]{2}$'),
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'RUB')),
  phone text not null check (length(phone) <= 24),
  language text not null check (length(language) between 2 and 10),
  -- Only adults can register, and they must confirm that they are adults.
  confirmed_adult boolean not null check (confirmed_adult),
  terms_accepted_at timestamptz not null,
  registered_at timestamptz not null,
  -- When an operator locked the account. Its trader cannot log in.
  locked_at timestamptz,
  -- Cookies of known browsers with another number are void.
  device_epoch integer not null default 0,
  -- When the trader opened a real account. Null: the trader has only practice, and no real money. Everyone has a practice account.
  real_opened_at timestamptz,
  -- A real account needs the details of its owner.
  constraint users_real_details check (real_opened_at is null or (first_name <> '' and last_name <> '' and country <> '')),
  -- The account that the trader chose last is practice: the next log-in shows it.
  on_practice boolean not null default true check (on_practice or real_opened_at is not null),
  -- Full means verified (spec: funding 3).
  verification text not null default 'None' check (verification in ('None', 'Partial', 'Full')),
  -- Time of the decision that verified the user.
  verified_at timestamptz,
  affiliate_id text,
  -- Limits of deposits in the base currency that override the settings: minimum for cards and for all other methods, and maximum.
  min_deposit_card integer check (min_deposit_card > 0),
  min_deposit_other integer check (min_deposit_other > 0),
  max_deposit integer check (max_deposit > 0),
  -- Comma-separated processors that override the setting of the same name.
  cascade text,
  card_risk boolean not null default false,
  -- Time until which the limit on failed card deposits is lifted, because the user chose to continue.
  fail_limit_ignored_until timestamptz,
  -- Time until which the user cannot lift it, because they chose to wait.
  fail_limit_accepted_until timestamptz,
  -- How often the welcome modal was shown (spec: account, welcome modal).
  welcome_shown_count integer not null default 0 check (welcome_shown_count >= 0),
  -- Name that is shown in tournaments instead of first name and initial.
  display_name text check (length(display_name) between 2 and 24),
  -- Text in which operators search: in small letters without accents, and Cyrillic in Latin ones, of which trigrams are made in every
  -- locale. apps/server/src/desk/search-words.ts does the same to what they type.
  search_words text not null generated always as (translate(
    lower(first_name || ' ' || last_name || ' ' || email || ' ' || phone),
    'àáâãäåāăąæçćčċďđðèéêëēėęěğìíîïīįıłľñńňòóôõöøőœřßśšşșťţțþùúûüūůűýÿźžż'
      || 'абвгдеёжзийклмнопрстуфхцчшщыэюяіїєґў' || 'ъь',
    'aaaaaaaaaaccccdddeeeeeeeegiiiiiiillnnnoooooooorsssssttttuuuuuuuyyzzz'
      || 'abvgdeejziiklmnoprstufhccssyeuaiiegu')) stored
);
create unique index users_email on users (email);
create index users_search_words on users using gin (search_words extensions.gin_trgm_ops);

-- The columns of users that other modules can read.
-- owner: users
create view user_accounts as
  select id, email, first_name, last_name, country, currency, phone, language, registered_at, real_opened_at, on_practice, verification,
         affiliate_id, min_deposit_card, min_deposit_other, max_deposit, cascade, card_risk, fail_limit_ignored_until, fail_limit_accepted_until,
         welcome_shown_count, email_proved_at, display_name
    from users;

-- What operators see of a trader. An index finds any part of `search_words`.
-- owner: users
create view user_profiles as
  select id, email, email_proved_at, first_name, last_name, country, currency, phone, language, registered_at, real_opened_at, locked_at,
         verification, verified_at, affiliate_id, min_deposit_card, min_deposit_other, max_deposit, cascade, card_risk,
         search_words
    from users;
