#!/bin/sh
# As the image of PgBouncer that compose.yaml names: writes its configuration from its environment.
set -eu
cat >/etc/pgbouncer/pgbouncer.ini <<INI
[databases]
$DB_NAME = host=$DB_HOST port=5432 auth_user=$DB_USER
[pgbouncer]
listen_addr = 0.0.0.0
listen_port = $LISTEN_PORT
unix_socket_dir =
auth_file = /etc/pgbouncer/userlist.txt
auth_type = $AUTH_TYPE
pool_mode = $POOL_MODE
max_prepared_statements = $MAX_PREPARED_STATEMENTS
max_client_conn = $MAX_CLIENT_CONN
default_pool_size = $DEFAULT_POOL_SIZE
ignore_startup_parameters = extra_float_digits
INI
printf '"%s" "%s"\n' "$DB_USER" "$DB_PASSWORD" >/etc/pgbouncer/userlist.txt
exec pgbouncer /etc/pgbouncer/pgbouncer.ini
