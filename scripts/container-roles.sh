#!/bin/sh
# The two roles and the database of a service in production. The image of PostgreSQL runs it once, when its volume is empty.
set -e
psql --set=ON_ERROR_STOP=1 --set=password="$POSTGRES_PASSWORD" --username=postgres <<'SQL'
CREATE ROLE colmado_owner LOGIN PASSWORD :'password';
CREATE ROLE colmado LOGIN PASSWORD :'password';
CREATE DATABASE colmado OWNER colmado_owner;
SQL
