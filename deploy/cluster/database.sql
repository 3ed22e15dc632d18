-- Makes the role and the database of the service. Run this file with psql -v password=…. It may be run again.
SELECT format('CREATE ROLE imprimatur LOGIN PASSWORD %L', :'password')
 WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'imprimatur')
\gexec
SELECT 'CREATE DATABASE imprimatur OWNER imprimatur'
 WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'imprimatur')
\gexec
-- The service also sends these settings when it connects, but PgBouncer drops them, or passes them to only some
-- connections.
ALTER ROLE imprimatur SET statement_timeout = '10s';
ALTER ROLE imprimatur SET lock_timeout = '4s';
ALTER ROLE imprimatur SET idle_in_transaction_session_timeout = '5s';
ALTER ROLE imprimatur SET jit = off;
