-- News: the last good content of each feed and of the economic calendar.

-- Feeds and the calendar of the settings `news_feeds` and `calendar_url`.
-- owner: news
create table news_sources (
  url text primary key check (length(url) <= 500),
  -- When the source is fetched again. Also the end of the lease of the server that fetches it.
  next_fetch_at timestamptz not null,
  tried_at timestamptz,
  -- When the source last had current content. Null: never.
  succeeded_at timestamptz,
  -- Number of failures since the last success.
  failures integer not null default 0 check (failures >= 0),
  -- Error of the last try, if it failed.
  fault text,
  -- Headers for the next conditional request.
  etag text,
  last_modified text
);

-- Items of feeds. They are cleaned: no pictures, and no markup but the allowed one.
-- owner: news
create table news_items (
  -- Derived from source and guid.
  id text primary key check (length(id) = 32),
  source text not null references news_sources on delete cascade,
  title text not null,
  summary text not null,
  html text not null,
  link text,
  -- Time by the feed, or, without one, when the item was first seen.
  published_at timestamptz not null
);
create index news_items_newest on news_items (source, published_at desc, id);

-- owner: news
create table calendar_events (
  source text not null references news_sources on delete cascade,
  id text not null,
  at timestamptz not null,
  -- Titles by language.
  titles jsonb not null,
  currency text not null check (length(currency) = 3),
  importance text not null check (importance in ('low', 'medium', 'high')),
  previous text,
  forecast text,
  actual text,
  primary key (source, id)
);
