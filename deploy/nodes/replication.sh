#!/bin/sh
# Runs once, when the primary's database is made: lets the standby copy and follow it. The standby is waited for from the next start on, since the database
# that is being made has none.
echo "host replication tabula all trust" >> "$PGDATA/pg_hba.conf"
echo "synchronous_standby_names = 'standby'" >> "$PGDATA/postgresql.conf"
