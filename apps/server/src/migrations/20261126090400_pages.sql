-- Content that operators wrote to replace a page's built-in text, per language.

-- owner: pages
create table pages (
  area text not null check (area in ('pg', 'ag', 'modal')),
  name text not null check (name ~ '^[a-z0-9_-]{1,60}$'),
  language text not null check (length(language) between 2 and 10),
  title text not null check (length(title) <= 200),
  -- Sanitized before it is stored and again before it is served.
  html text not null check (length(html) <= 100000),
  changed_at timestamptz not null,
  primary key (area, name, language)
);
