-- What servers must agree on, and what the desk says about the site: one row, kept by the servers at their start.
-- owner: platform
create table installations (
  id smallint primary key check (id = 1),
  -- A known text, sealed with SECRET_KEY: a server with another key cannot open it, and does not start.
  sealed_check bytea not null,
  -- Parts of the site that are the sandbox, by the settings of the server that started last.
  sandbox_parts text[] not null
);
-- owner: platform
create view site_facts as
  select exists (select from installations where cardinality(sandbox_parts) > 0) as is_test_site;
