#!/bin/sh
# As PostgreSQL's image: makes a cluster where none is, runs /docker-entrypoint-initdb.d over it, then serves.
set -eu
export PATH="$(echo /usr/lib/postgresql/*/bin):$PATH"
PGDATA=/var/lib/postgresql/cluster
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf %s "$POSTGRES_PASSWORD" >/tmp/password
  # shellcheck disable=SC2086
  initdb --username=postgres --pwfile=/tmp/password $POSTGRES_INITDB_ARGS "$PGDATA"
  rm /tmp/password
  printf 'host all all all scram-sha-256\n' >>"$PGDATA/pg_hba.conf"
  # Without an address, so that nobody comes by TCP before all of it is done.
  pg_ctl --pgdata="$PGDATA" --options="-c listen_addresses=''" --wait start
  for script in /docker-entrypoint-initdb.d/*.sh; do sh "$script"; done
  pg_ctl --pgdata="$PGDATA" --mode=fast --wait stop
fi
exec postgres -D "$PGDATA" -c listen_addresses='*'
