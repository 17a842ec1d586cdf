#!/bin/sh
# Run once by PostgreSQL's image, when it makes its cluster: the two roles of docs/settings.md.
set -eu
psql --set ON_ERROR_STOP=1 --set owner="$OWNER_PASSWORD" --set serving="$SERVING_PASSWORD" \
  --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
create role pabean login password :'owner' createrole;
create role pabean_serving login password :'serving';
create database pabean owner pabean encoding 'UTF8' template template0;
SQL
