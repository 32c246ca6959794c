-- Tournaments: scores of real trades by period, the place of each participant, and prizes.

-- Shown in tournaments instead of first name and initial.
alter table users add column display_name text check (length(display_name) between 2 and 24);

create or replace view user_accounts as
  select id, email, first_name, last_name, country, currency, phone, language, registered_at, practice, verification,
         affiliate_id, min_deposit_card, min_deposit_other, cascade, card_risk, fail_limit_ignored_until, fail_limit_accepted_until,
         welcome_shown_count, email_proved_at, display_name
    from users;

-- Weekly: Monday 00:00 to Friday 21:00; weekend: Friday 21:00 to Sunday 21:00 (UTC). 2001-01-01 was a Monday.
-- owner: tournaments
create table tournaments (
  id integer generated always as identity primary key,
  type text not null check (type in ('weekly', 'weekend')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- When the scores became final and the prizes were paid.
  finished_at timestamptz,
  constraint tournaments_dates check (
    starts_at = date_bin('7 days', starts_at, '2001-01-01 00:00Z') + case type when 'weekly' then interval '0' else interval '117 hours' end
    and ends_at = starts_at + case type when 'weekly' then interval '117 hours' else interval '48 hours' end),
  constraint tournaments_finish check (finished_at >= ends_at),
  unique (type, starts_at)
);
create index tournaments_waiting on tournaments (ends_at) where finished_at is null;

create trigger tournaments_fixed before update of type, starts_at, ends_at on tournaments
  for each statement execute function refuse_fixed();
create trigger tournaments_no_delete before delete or truncate on tournaments
  for each statement execute function refuse_change();

create function tournament_type_at(at timestamptz) returns text language sql stable return
  case when at < date_bin('7 days', at, '2001-01-01 00:00Z') + interval '117 hours' then 'weekly'
       when at < date_bin('7 days', at, '2001-01-01 00:00Z') + interval '165 hours' then 'weekend' end;

create function tournament_start_at(at timestamptz) returns timestamptz language sql stable return
  date_bin('7 days', at, '2001-01-01 00:00Z')
    + case tournament_type_at(at) when 'weekend' then interval '117 hours' else interval '0' end;

-- Symbols that count on weekends. A test compares them with the crypto symbols of packages/rules.
-- owner: tournaments
create table tournament_weekend_symbols (
  symbol text primary key
);
insert into tournament_weekend_symbols values ('BTCUSD'), ('ETHUSD'), ('LTCUSD'), ('SOLUSD'), ('XRPUSD');

-- The tournament, if any, for which a trade counts that is opened or closed at a time.
create function tournament_type_for(symbol text, at timestamptz) returns text language sql stable return
  case when tournament_type_at(at) = 'weekly'
         or exists (select from tournament_weekend_symbols s where s.symbol = tournament_type_for.symbol)
       then tournament_type_at(at) end;

-- One row per participant. Only the triggers of trades write here, in the statement that opens or closes a trade.
-- The best have the smallest (ranking, reached_at, user_id).
-- owner: tournaments
create table tournament_scores (
  tournament_id integer not null references tournaments,
  user_id bigint not null references users,
  -- Realised profit in minor units of base currency, at the rates of the purchases.
  score bigint not null,
  -- So that one index has all three columns in the same order.
  ranking bigint not null generated always as (-score) stored,
  -- Whether a closed trade has made it.
  has_result boolean not null,
  -- When that trade closed. Without a result: when the first trade was opened.
  reached_at timestamptz not null,
  primary key (tournament_id, user_id)
);
create unique index tournament_scores_places on tournament_scores (tournament_id, ranking, reached_at, user_id);

-- The leaderboard of a tournament in ranges of at most a few thousand participants, and their number. A place is then the sum of a few
-- hundred numbers and a count within one range. A range begins at its key; the first one before all.
-- owner: tournaments
create table tournament_ranges (
  tournament_id integer not null references tournaments,
  ranking bigint not null,
  reached_at timestamptz not null,
  user_id bigint not null,
  number integer not null,
  primary key (tournament_id, ranking, reached_at, user_id),
  unique (tournament_id, number)
);

-- Several rows per range, by user, so that trades that close at once seldom wait for each other.
-- owner: tournaments
create table tournament_counts (
  tournament_id integer not null,
  range integer not null,
  shard smallint not null,
  participants integer not null check (participants >= 0),
  primary key (tournament_id, range, shard),
  foreign key (tournament_id, range) references tournament_ranges (tournament_id, number)
) with (fillfactor = 50);

-- The two tournaments of the week of `at`, unless they exist.
create function create_tournaments(at timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with week as (select date_bin('7 days', at, '2001-01-01 00:00Z') as monday),
  created as (
    insert into tournaments (type, starts_at, ends_at)
    select 'weekly', monday, monday + interval '117 hours' from week
    union all select 'weekend', monday + interval '117 hours', monday + interval '165 hours' from week
    on conflict (type, starts_at) do nothing
    returning id
  )
  insert into tournament_ranges (tournament_id, ranking, reached_at, user_id, number)
  select id, -9223372036854775808, '-infinity', 0, 0 from created
$$;

-- Adds participants and results. The transaction has locked the users. The arrays have an element per tournament and user.
-- `are_results`: of closed trades; else of opened ones, which only make users participants.
create function record_tournament_scores(
    are_results boolean, types text[], starts timestamptz[], users bigint[], profits bigint[], times timestamptz[]) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  missing timestamptz;
  changed record;
begin
  -- If the job that creates tournaments has not run for a week.
  for missing in
    select distinct start from unnest(types, starts) as given(type, start)
     where not exists (select from tournaments t where t.type = given.type and t.starts_at = start) order by 1
  loop
    perform create_tournaments(missing);
  end loop;
  -- Until the end of the transaction, the ranges stay as they are and the tournament cannot be finished.
  perform from tournaments t
    where (t.type, t.starts_at) in (select type, start from unnest(types, starts) as given(type, start)) order by t.id for key share;
  for changed in
    with given as (
      select t.id, g.user_id, g.profit, g.at
        from unnest(types, starts, users, profits, times) as g(type, start, user_id, profit, at)
        join tournaments t on t.type = g.type and t.starts_at = g.start
       where t.finished_at is null
    ),
    old as (
      select s.tournament_id, s.user_id, s.ranking, s.reached_at
        from given g join tournament_scores s on s.tournament_id = g.id and s.user_id = g.user_id
    ),
    new as (
      insert into tournament_scores as s (tournament_id, user_id, score, has_result, reached_at)
      select g.id, g.user_id, g.profit, are_results, g.at from given g
       where are_results or not exists (select from old o where o.tournament_id = g.id and o.user_id = g.user_id)
       order by g.id, g.user_id
      on conflict (tournament_id, user_id) do update
         set score = s.score + excluded.score, has_result = true,
             reached_at = case when s.has_result then greatest(s.reached_at, excluded.reached_at) else excluded.reached_at end
      returning s.tournament_id, s.user_id, s.ranking, s.reached_at
    ),
    moved as (
      select o.*, -1 as change from old o where are_results
      union all select n.*, 1 from new n
    )
    select m.tournament_id, r.number as range, (m.user_id % 8)::smallint as shard, sum(m.change)::integer as participants
      from moved m, lateral (
        select number from tournament_ranges r
         where r.tournament_id = m.tournament_id and (r.ranking, r.reached_at, r.user_id) <= (m.ranking, m.reached_at, m.user_id)
         order by r.ranking desc, r.reached_at desc, r.user_id desc limit 1) r
     group by 1, 2, 3 having sum(m.change) <> 0
     -- All transactions lock them in the same order.
     order by 1, 2, 3
  loop
    update tournament_counts c set participants = c.participants + changed.participants
     where c.tournament_id = changed.tournament_id and c.range = changed.range and c.shard = changed.shard;
    continue when found;
    insert into tournament_counts as c (tournament_id, range, shard, participants)
      values (changed.tournament_id, changed.range, changed.shard, changed.participants)
      on conflict (tournament_id, range, shard) do update set participants = c.participants + excluded.participants;
  end loop;
end $$;

-- Their names sort behind those of the other triggers, so that exposures are always locked before scores.
create function trades_tournament_joined() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  given record;
begin
  select array_agg(type) as types, array_agg(tournament_start_at(at)) as starts, array_agg(user_id) as users,
         array_agg(0::bigint) as profits, array_agg(at) as times into given
    from (select user_id, tournament_type_for(symbol, opened_at) as type, min(opened_at) as at
            from inserted where not practice group by 1, 2) first
   where type is not null;
  if given.types is not null then
    perform record_tournament_scores(false, given.types, given.starts, given.users, given.profits, given.times);
  end if;
  return null;
end $$;
create trigger trades_tournament_joined after insert on trades
  referencing new table as inserted for each statement execute function trades_tournament_joined();

create function trades_tournament_scored() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  given record;
begin
  select array_agg(type) as types, array_agg(start) as starts, array_agg(user_id) as users,
         array_agg(profit) as profits, array_agg(at) as times into given
    from (select user_id, tournament_type_for(symbol, closed_at) as type, tournament_start_at(closed_at) as start,
                 sum(round((returned - stake) / rate))::bigint as profit, max(closed_at) as at
            from closed where not practice and returned <> stake group by 1, 2, 3) result
   where type is not null;
  if given.types is not null then
    perform record_tournament_scores(true, given.types, given.starts, given.users, given.profits, given.times);
  end if;
  return null;
end $$;
create trigger trades_tournament_scored after update on trades
  referencing new table as closed for each statement execute function trades_tournament_scored();

-- Divides ranges that have grown, so that counting within one stays short. Trades of the tournament wait for the end of the transaction.
create function split_tournament_ranges(tournament integer, max_participants integer) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  part constant integer := max_participants / 2;
  highest integer;
  large record;
  following record;
begin
  perform from tournaments where id = tournament for update;
  select max(number) into highest from tournament_ranges where tournament_id = tournament;
  for large in
    select r.* from tournament_ranges r
     where r.tournament_id = tournament
       and (select sum(participants) from tournament_counts c where c.tournament_id = tournament and c.range = r.number) > max_participants
  loop
    select * into following from tournament_ranges r
     where r.tournament_id = tournament
       and (r.ranking, r.reached_at, r.user_id) > (large.ranking, large.reached_at, large.user_id)
     order by r.ranking, r.reached_at, r.user_id limit 1;
    delete from tournament_counts where tournament_id = tournament and range = large.number;
    with member as (
      select s.ranking, s.reached_at, s.user_id,
             (row_number() over (order by s.ranking, s.reached_at, s.user_id) - 1)::integer as place
        from tournament_scores s
       where s.tournament_id = tournament
         and (s.ranking, s.reached_at, s.user_id) >= (large.ranking, large.reached_at, large.user_id)
         and (s.ranking, s.reached_at, s.user_id)
               < (coalesce(following.ranking, 9223372036854775807), coalesce(following.reached_at, 'infinity'), coalesce(following.user_id, 0))
    ),
    added as (
      insert into tournament_ranges (tournament_id, ranking, reached_at, user_id, number)
      select tournament, ranking, reached_at, user_id, highest + place / part from member where place > 0 and place % part = 0
    )
    insert into tournament_counts (tournament_id, range, shard, participants)
    select tournament, case when place < part then large.number else highest + place / part end, user_id % 8, count(*)
      from member group by 1, 2, 3;
    select max(number) into highest from tournament_ranges where tournament_id = tournament;
  end loop;
end $$;

-- Final scores, after the last trade of the tournament has closed.
create function tournaments_finished() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.finished_at is not null then
    raise exception 'tournament % has finished already', old.id
      using errcode = 'restrict_violation', constraint = 'tournaments_finished';
  end if;
  if exists (select from trades where state = 'open' and expires_at < old.ends_at and not practice) then
    raise exception 'tournament % waits for open trades', old.id
      using errcode = 'restrict_violation', constraint = 'tournaments_finished';
  end if;
  return new;
end $$;
create trigger tournaments_finished before update of finished_at on tournaments
  for each row execute function tournaments_finished();

-- Money is paid in the statement that inserts the prize. An item is sent by the operator.
-- owner: tournaments
create table tournament_prizes (
  tournament_id integer not null references tournaments,
  rank smallint not null check (rank between 1 and 100),
  user_id bigint not null references users,
  -- In minor units of base currency, like `amount`.
  score bigint not null check (score > 0),
  kind text not null check (kind in ('cash', 'bonus', 'item')),
  amount bigint check (amount > 0),
  item text check (length(item) between 1 and 40),
  -- In minor units of the account's currency.
  currency text,
  paid bigint check (paid > 0),
  required bigint check (required > 0),
  created_at timestamptz not null,
  -- When the operator has sent the item.
  sent_at timestamptz,
  constraint tournament_prizes_content check (case when kind = 'item'
    then item is not null and num_nonnulls(amount, currency, paid, required) = 0
    else item is null and sent_at is null and num_nonnulls(amount, currency, paid) = 3 and (required is not null) = (kind = 'bonus') end),
  primary key (tournament_id, rank),
  -- A trader gets one prize of a tournament.
  unique (tournament_id, user_id)
);
create index tournament_prizes_user on tournament_prizes (user_id, tournament_id desc);
create index tournament_prizes_unsent on tournament_prizes (tournament_id) where kind = 'item' and sent_at is null;

create trigger tournament_prizes_fixed
  before update of tournament_id, rank, user_id, score, kind, amount, item, currency, paid, required, created_at on tournament_prizes
  for each statement execute function refuse_fixed();
create trigger tournament_prizes_no_delete before delete or truncate on tournament_prizes
  for each statement execute function refuse_change();

-- Each prize goes to the participant of its place, and its money is in the ledger.
create function tournament_prizes_checked() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  if exists (
    select from inserted p join tournaments t on t.id = p.tournament_id
      left join tournament_scores s on s.tournament_id = p.tournament_id and s.user_id = p.user_id
     where t.finished_at is null or s.score is distinct from p.score
        or p.rank <> 1 + (select count(*) from (
             select from tournament_scores b
              where b.tournament_id = s.tournament_id
                and (b.ranking, b.reached_at, b.user_id) < (s.ranking, s.reached_at, s.user_id) limit 100) better))
  then
    raise exception 'a prize does not belong to the place' using errcode = 'check_violation', constraint = 'tournament_prizes_place';
  end if;
  if exists (
    select from inserted p left join lateral (
      select sum(abs(l.amount)) as total,
             sum(l.amount) filter (where l.account = p.kind and l.user_id = p.user_id and l.currency = p.currency) as gained
        from ledger_entries e join ledger_lines l on l.entry_id = e.id
       where e.kind = 'prize.paid' and e.subject = 'tournament:' || p.tournament_id || '/' || p.rank) booked on true
     where (booked.gained, booked.total) is distinct from (p.paid::numeric, 2 * p.paid::numeric)
        or (select w.required from wagering_requirements w
             where w.source = 'tournament:' || p.tournament_id || '/' || p.rank
               and w.user_id = p.user_id and w.currency = p.currency and w.bonus = p.paid) is distinct from p.required)
  then
    raise exception 'a prize was inserted without its payment'
      using errcode = 'check_violation', constraint = 'tournament_prizes_booked';
  end if;
  return null;
end $$;
create trigger tournament_prizes_checked after insert on tournament_prizes
  referencing new table as inserted for each statement execute function tournament_prizes_checked();

-- Money of prizes moves with a prize only.
create function ledger_prize_exists() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from tournament_prizes
     where tournament_id = split_part(substr(new.subject, 12), '/', 1)::integer
       and rank = split_part(new.subject, '/', 2)::smallint and paid is not null)
  then
    raise exception 'no prize moves money for %', new.subject
      using errcode = 'restrict_violation', constraint = 'ledger_prize_exists';
  end if;
  return null;
end $$;
create trigger ledger_prize_exists after insert on ledger_entries for each row
  when (new.kind = 'prize.paid') execute function ledger_prize_exists();
