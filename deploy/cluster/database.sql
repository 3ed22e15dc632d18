-- The role and database of the service, made once by psql -v password=…: it may be run again.
SELECT format('CREATE ROLE imprimatur LOGIN PASSWORD %L', :'password')
 WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'imprimatur')
\gexec
SELECT 'CREATE DATABASE imprimatur OWNER imprimatur'
 WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'imprimatur')
\gexec
-- What the service asks for when it connects, and PgBouncer does not hand on.
ALTER ROLE imprimatur SET statement_timeout = '10s';
ALTER ROLE imprimatur SET lock_timeout = '4s';
ALTER ROLE imprimatur SET idle_in_transaction_session_timeout = '5s';
ALTER ROLE imprimatur SET jit = off;
