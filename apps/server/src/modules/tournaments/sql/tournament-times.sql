-- These functions find the tournament that a time belongs to. They are in one file, because PostgreSQL binds functions in SQL when it
-- creates those that call them.

create or replace function tournament_type_at(at timestamptz) returns text language sql stable return
  case when at < date_bin('7 days', at, '2001-01-01 00:00Z') + interval '117 hours' then 'weekly'
       when at < date_bin('7 days', at, '2001-01-01 00:00Z') + interval '165 hours' then 'weekend' end;

create or replace function tournament_start_at(at timestamptz) returns timestamptz language sql stable return
  date_bin('7 days', at, '2001-01-01 00:00Z')
    + case tournament_type_at(at) when 'weekend' then interval '117 hours' else interval '0' end;

-- Returns the type of the tournament, if any, for which a trade counts that is opened or closed at a time.
create or replace function tournament_type_for(symbol text, at timestamptz) returns text language sql stable return
  case when tournament_type_at(at) = 'weekly'
         or exists (select from tournament_weekend_symbols s where s.symbol = tournament_type_for.symbol)
       then tournament_type_at(at) end;
