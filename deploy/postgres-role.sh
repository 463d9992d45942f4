#!/bin/sh
# The image of PostgreSQL runs this once, in an empty volume: Hearth's own role, which is no superuser. The superuser
# has no password afterwards, so that only commands inside of this container can be it.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$POSTGRES_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role hearth login createdb password :'password';
create database hearth owner hearth;
select format('alter role %I password null', current_user) \gexec
SQL
