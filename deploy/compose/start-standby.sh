#!/bin/bash
# Copies the primary when this standby starts with an empty folder, and follows it from then on.
set -eu
export PGPASSWORD="$REPLICA_PASSWORD" PGSSLMODE=verify-full PGSSLROOTCERT=/certs/ca.crt
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  pg_basebackup --host "$PRIMARY_HOST" --username tradefront_replica --pgdata "$PGDATA" \
    --wal-method stream --slot standby --checkpoint fast --write-recovery-conf
fi
exec postgres "$@"
