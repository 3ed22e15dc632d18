import type { Statement } from '../database/statement.js';

/** Counts the migrations of $1 that the database has; an error where it has none at all. */
export const COUNT_MIGRATIONS: Statement = {
  name: 'health_migrations',
  text: 'SELECT count(*)::integer AS applied FROM migrations WHERE name = ANY ($1::text[])',
};
