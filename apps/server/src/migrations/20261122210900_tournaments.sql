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
  -- What the prizes shared at the end, in minor units of base currency. Null: the whole list, by the setting `tournament_prizes_scaled`.
  fund bigint check (fund >= 0),
  constraint tournaments_dates check (
    starts_at = date_bin('7 days', starts_at, '2001-01-01 00:00Z') + case type when 'weekly' then interval '0' else interval '117 hours' end
    and ends_at = starts_at + case type when 'weekly' then interval '117 hours' else interval '48 hours' end),
  constraint tournaments_finish check (finished_at >= ends_at),
  constraint tournaments_fund check (fund is null or finished_at is not null),
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

-- Fair values of trades that were open at a boundary, in minor units of their currency. What a trade gains later counts from the last one.
-- owner: tournaments
create table tournament_trade_values (
  trade_id uuid not null references trades,
  at timestamptz not null check (at = any (array[
    date_bin('7 days', at, '2001-01-01 00:00Z'), date_bin('7 days', at, '2001-01-01 00:00Z') + interval '117 hours',
    date_bin('7 days', at, '2001-01-01 00:00Z') + interval '165 hours'])),
  value bigint not null check (value >= 0),
  -- Another trade of the same person was open in the other direction: what this one had gained by then counts for no score.
  opposite boolean not null,
  primary key (trade_id, at)
);
create trigger tournament_trade_values_fixed before update or delete or truncate on tournament_trade_values
  for each statement execute function refuse_change();

-- For the module that closes trades.
create view trade_values as select trade_id, at, value from tournament_trade_values;

-- One row per participant. `record_tournament_results` writes here, in the statement that opens, values or closes a trade.
-- The best have the smallest (ranking, reached_at, user_id).
-- owner: tournaments
create table tournament_scores (
  tournament_id integer not null references tournaments,
  user_id bigint not null references users,
  -- Profit of the period in minor units of base currency, at the rates of the purchases: realised, and of trades that were open at its end.
  score bigint not null,
  -- So that one index has all three columns in the same order.
  ranking bigint not null generated always as (-score) stored,
  -- Whether a closed trade has made it.
  has_result boolean not null,
  -- When that trade closed. Without a result: when the first trade was opened.
  reached_at timestamptz not null,
  -- Own cash in the trades that closed in the period, and the house edge on it, both in minor units of base currency. Without ties, void
  -- trades and opposite stakes; the edge also without trades that closed while a bonus was open.
  own_stakes bigint not null default 0 check (own_stakes >= 0),
  own_edge bigint not null default 0 check (own_edge >= 0),
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

-- The sum of `own_edge` of all participants, in several rows.
-- owner: tournaments
create table tournament_edges (
  tournament_id integer not null references tournaments,
  shard smallint not null,
  own_edge bigint not null check (own_edge >= 0),
  primary key (tournament_id, shard)
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

-- Adds participants and results, given as an array: userId, symbol, at, isResult, profit, ownStake, ownEdge, the last three in minor units of
-- base currency. `at` decides for which tournament it counts; without `isResult` it only makes the user a participant. The transaction
-- has locked the users.
create function record_tournament_results(results jsonb) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  given jsonb;
  missing timestamptz;
  changed record;
begin
  select jsonb_agg(to_jsonb(g)) into given from (
    select tournament_type_for(r.symbol, r.at) as type, tournament_start_at(r.at) as start, r."userId" as user_id,
           bool_or(r."isResult") as is_result, sum(r.profit)::bigint as profit, sum(r."ownStake")::bigint as own_stake,
           sum(r."ownEdge")::bigint as own_edge,
           coalesce(max(r.at) filter (where r."isResult"), min(r.at)) as at
      from jsonb_to_recordset(results) as r("userId" bigint, symbol text, at timestamptz, "isResult" boolean, profit bigint,
                                            "ownStake" bigint, "ownEdge" bigint)
     where tournament_type_for(r.symbol, r.at) is not null
     group by 1, 2, 3) g;
  if given is null then
    return;
  end if;
  -- If the job that creates tournaments has not run for a week.
  for missing in
    select distinct r.start from jsonb_to_recordset(given) as r(type text, start timestamptz)
     where not exists (select from tournaments t where t.type = r.type and t.starts_at = r.start) order by 1
  loop
    perform create_tournaments(missing);
  end loop;
  -- Until the end of the transaction, the ranges stay as they are and the tournament cannot be finished.
  perform from tournaments t
    where (t.type, t.starts_at) in (select r.type, r.start from jsonb_to_recordset(given) as r(type text, start timestamptz))
    order by t.id for key share;
  for changed in
    with result as (
      select t.id, g.*
        from jsonb_to_recordset(given) as g(type text, start timestamptz, user_id bigint, is_result boolean, profit bigint,
                                            own_stake bigint, own_edge bigint, at timestamptz)
        join tournaments t on t.type = g.type and t.starts_at = g.start
       where t.finished_at is null
    ),
    old as (
      -- A first trade that is recorded later can have been opened earlier, by a server with another clock.
      select s.tournament_id, s.user_id, s.ranking, s.reached_at, g.is_result or not s.has_result and g.at < s.reached_at as changes
        from result g join tournament_scores s on s.tournament_id = g.id and s.user_id = g.user_id
    ),
    new as (
      insert into tournament_scores as s (tournament_id, user_id, score, has_result, reached_at, own_stakes, own_edge)
      select g.id, g.user_id, g.profit, g.is_result, g.at, g.own_stake, g.own_edge from result g
       where not exists (select from old o where o.tournament_id = g.id and o.user_id = g.user_id and not o.changes)
       order by g.id, g.user_id
      on conflict (tournament_id, user_id) do update
         set score = s.score + excluded.score, has_result = excluded.has_result,
             reached_at = case when s.has_result then greatest(s.reached_at, excluded.reached_at) else excluded.reached_at end,
             own_stakes = s.own_stakes + excluded.own_stakes, own_edge = s.own_edge + excluded.own_edge
      returning s.tournament_id, s.user_id, s.ranking, s.reached_at
    ),
    moved as (
      select o.tournament_id, o.user_id, o.ranking, o.reached_at, -1 as change from old o where o.changes
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
  insert into tournament_edges as e (tournament_id, shard, own_edge)
  select t.id, g.user_id % 8, sum(g.own_edge)
    from jsonb_to_recordset(given) as g(type text, start timestamptz, user_id bigint, own_edge bigint)
    join tournaments t on t.type = g.type and t.starts_at = g.start
   where t.finished_at is null and g.own_edge > 0
   group by 1, 2 order by 1, 2
  on conflict (tournament_id, shard) do update set own_edge = e.own_edge + excluded.own_edge;
end $$;

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

-- Whether a trade would still change the scores of a tournament that ends at this time.
create function has_uncounted_trades(until timestamptz) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from trades t where t.state = 'open' and not t.practice and t.opened_at < until
       and (t.expires_at < until
            or not exists (select from tournament_trade_values v where v.trade_id = t.id and v.at = until)))
$$;

-- Final scores, after the last trade of the tournament has closed.
create function tournaments_finished() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.finished_at is not null then
    raise exception 'tournament % has finished already', old.id
      using errcode = 'restrict_violation', constraint = 'tournaments_finished';
  end if;
  if has_uncounted_trades(old.ends_at) then
    raise exception 'tournament % waits for open trades', old.id
      using errcode = 'restrict_violation', constraint = 'tournaments_finished';
  end if;
  return new;
end $$;
create trigger tournaments_finished before update of finished_at on tournaments
  for each row execute function tournaments_finished();

-- What a participant has won. Its amounts are fixed at the end of the tournament; it is paid when the winner is verified.
-- owner: tournaments
create table tournament_prizes (
  id uuid not null unique,
  tournament_id integer not null references tournaments,
  -- Among those who meet the conditions for a prize.
  rank smallint not null check (rank between 1 and 100),
  user_id bigint not null references users,
  -- In minor units of base currency, like `amount`.
  score bigint not null check (score > 0),
  kind text not null check (kind in ('cash', 'bonus', 'item')),
  amount bigint not null check (amount > 0),
  item text check (length(item) between 1 and 40),
  currency text,
  -- Units of the currency per unit of base currency, at the award.
  rate numeric check (rate > 0),
  -- In minor units of the account's currency.
  paid bigint,
  required bigint check (required > 0),
  -- What the turnover releases at most.
  release_max bigint check (release_max >= 0),
  created_at timestamptz not null,
  -- Without verification it lapses then.
  verify_until timestamptz not null,
  -- Cash above the approval limit.
  needs_approval boolean not null,
  approved_at timestamptz,
  -- When the money was paid, or the operator was asked to send the item.
  settled_at timestamptz,
  -- When it was lost: not verified in time, or refused by an operator.
  lapsed_at timestamptz,
  -- When the operator has sent the item.
  sent_at timestamptz,
  constraint tournament_prizes_content check (case when kind = 'item'
    then item is not null and num_nonnulls(currency, rate, paid, required, release_max) = 0
    else item is null and sent_at is null and num_nonnulls(currency, rate, paid) = 3
      and num_nonnulls(required, release_max) = case kind when 'bonus' then 2 else 0 end end),
  -- Rounded down, but not to nothing.
  constraint tournament_prizes_converted check (paid = greatest(1, floor(amount * rate))),
  constraint tournament_prizes_deadline check (verify_until >= created_at),
  constraint tournament_prizes_held check (not needs_approval or kind = 'cash'),
  constraint tournament_prizes_end check (num_nonnulls(settled_at, lapsed_at) < 2),
  constraint tournament_prizes_sent check (sent_at is null or settled_at is not null),
  constraint tournament_prizes_approved check (settled_at is null or not needs_approval or approved_at is not null),
  primary key (tournament_id, rank),
  -- A trader gets one prize of a tournament.
  unique (tournament_id, user_id)
);
create index tournament_prizes_user on tournament_prizes (user_id, tournament_id desc);
create index tournament_prizes_waiting on tournament_prizes (tournament_id) where settled_at is null and lapsed_at is null;
create index tournament_prizes_unsent on tournament_prizes (tournament_id)
  where kind = 'item' and settled_at is not null and sent_at is null;

create trigger tournament_prizes_fixed
  before update of id, tournament_id, rank, user_id, score, kind, amount, item, currency, rate, paid, required, release_max,
    created_at, verify_until, needs_approval on tournament_prizes
  for each statement execute function refuse_fixed();
create trigger tournament_prizes_no_delete before delete or truncate on tournament_prizes
  for each statement execute function refuse_change();

-- Prizes are inserted at once and in the order of the places, and cost less than the participants' trades have brought in.
create function tournament_prizes_checked() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  if exists (
    select from inserted p join tournaments t on t.id = p.tournament_id
      left join tournament_scores s on s.tournament_id = p.tournament_id and s.user_id = p.user_id
     where t.finished_at is null or s.score is distinct from p.score
        or exists (select from tournament_prizes o join tournament_scores b on b.tournament_id = o.tournament_id and b.user_id = o.user_id
                    where o.tournament_id = p.tournament_id and o.rank < p.rank
                      and (b.ranking, b.reached_at, b.user_id) > (s.ranking, s.reached_at, s.user_id)))
  then
    raise exception 'a prize does not belong to the place' using errcode = 'check_violation', constraint = 'tournament_prizes_place';
  end if;
  if exists (
    select from inserted p join tournaments t on t.id = p.tournament_id
      join tournament_scores s on s.tournament_id = p.tournament_id and s.user_id = p.user_id
     where t.fund is not null
       and (p.amount > s.own_edge or (select sum(o.amount) from tournament_prizes o where o.tournament_id = t.id) > t.fund))
  then
    raise exception 'prizes cost more than the fund' using errcode = 'check_violation', constraint = 'tournament_prizes_fund';
  end if;
  return null;
end $$;
create trigger tournament_prizes_checked after insert on tournament_prizes
  referencing new table as inserted for each statement execute function tournament_prizes_checked();

-- A prize is settled once, for a verified winner, and its money is in the ledger.
create function tournament_prizes_settled() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.settled_at is not null or old.lapsed_at is not null then
    raise exception 'prize % is decided already', old.id
      using errcode = 'restrict_violation', constraint = 'tournament_prizes_settled';
  end if;
  if new.settled_at is null then
    return null;
  end if;
  if exists (select from same_person_users l join tournament_prizes o on o.user_id = l.same_id
              where l.user_id = new.user_id and o.tournament_id = new.tournament_id and o.settled_at is not null)
  then
    raise exception 'an account of the same person has had a prize of tournament %', new.tournament_id
      using errcode = 'check_violation', constraint = 'tournament_prizes_person';
  end if;
  if not exists (select from users where id = new.user_id and verification = 'Full') then
    raise exception 'the winner of prize % is not verified', new.id
      using errcode = 'check_violation', constraint = 'tournament_prizes_verified';
  end if;
  if exists (
    select from (values (1)) as one left join lateral (
      select sum(abs(l.amount)) as total,
             sum(l.amount) filter (where l.account = new.kind and l.user_id = new.user_id and l.currency = new.currency) as gained
        from ledger_entries e join ledger_lines l on l.entry_id = e.id
       where e.kind = 'prize.paid' and e.subject = 'tournament:' || new.tournament_id || '/' || new.rank) booked on true
     where (booked.gained, booked.total) is distinct from (new.paid::numeric, 2 * new.paid::numeric)
        or (select array[w.required, w.release_max] from wagering_requirements w
             where w.source = 'tournament:' || new.tournament_id || '/' || new.rank
               and w.user_id = new.user_id and w.currency = new.currency and w.bonus = new.paid)
           is distinct from case new.kind when 'bonus' then array[new.required, new.release_max] end)
  then
    raise exception 'a prize was settled without its payment'
      using errcode = 'check_violation', constraint = 'tournament_prizes_booked';
  end if;
  return null;
end $$;
create trigger tournament_prizes_settled after update of settled_at, lapsed_at on tournament_prizes for each row
  when (new.settled_at is distinct from old.settled_at or new.lapsed_at is distinct from old.lapsed_at)
  execute function tournament_prizes_settled();

-- Money of prizes moves with a prize only.
create function ledger_prize_exists() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from tournament_prizes
     where tournament_id = split_part(substr(new.subject, 12), '/', 1)::integer
       and rank = split_part(new.subject, '/', 2)::smallint and paid is not null and settled_at is not null)
  then
    raise exception 'no prize moves money for %', new.subject
      using errcode = 'restrict_violation', constraint = 'ledger_prize_exists';
  end if;
  return null;
end $$;
create trigger ledger_prize_exists after insert on ledger_entries for each row
  when (new.kind = 'prize.paid') execute function ledger_prize_exists();
