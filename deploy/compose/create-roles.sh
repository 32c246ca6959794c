#!/bin/bash
# Runs once, when the database is created: the roles, the database, and who can connect. docs/install.md says what each role is for.
set -eu
psql --set=ON_ERROR_STOP=1 --username postgres --dbname postgres \
  --set=owner="$OWNER_PASSWORD" --set=app="$APP_PASSWORD" --set=desk="$DESK_PASSWORD" --set=replica="$REPLICA_PASSWORD" <<'SQL'
create role tradefront_owner login password :'owner';
create role tradefront_app login password :'app';
create role tradefront_desk login password :'desk';
create role tradefront_replica login replication password :'replica';
create database tradefront owner tradefront_owner;
select pg_create_physical_replication_slot('standby');
-- From the next start on, a commit waits until the standby has it: docs/install.md says why.
alter system set synchronous_standby_names = 'standby';
SQL
# Passwords travel over TLS only.
cat > "$PGDATA/pg_hba.conf" <<'HBA'
local   all         all                               trust
hostssl tradefront  all                 all           scram-sha-256
hostssl replication tradefront_replica  all           scram-sha-256
HBA
