#!/bin/sh
# PostgreSQL's image runs this once, in an empty volume. Creates Hearth's role, no superuser, and removes the
# superuser's password, so that only commands inside this container connect as it.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$POSTGRES_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role hearth login createdb password :'password';
create database hearth owner hearth;
select format('alter role %I password null', current_user) \gexec
SQL
