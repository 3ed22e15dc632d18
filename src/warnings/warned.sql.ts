import { type Severity, WARNINGS } from './warning-codes.js';

const pathOf = (severity: Severity): string => {
  const codes = Object.entries(WARNINGS).filter(([, kind]) => kind.severity === severity);
  return `'$[*] ? (${codes.map(([code]) => `@.code == "${code}"`).join(' || ')})'`;
};

/** SQL condition: the working revision of publication `p` was looked at, and has a warning with the severity `value`. */
export const warned = (value: string): string => `EXISTS (
      SELECT FROM search_entry e
       WHERE e.publication_id = p.id AND e.version = p.version
         AND CASE ${value}::text WHEN 'error' THEN e.warnings @? ${pathOf('error')} ELSE e.warnings @? ${pathOf('notice')} END)`;

/** SQL condition: the account of search entry `e` has another public document with its title. */
export const IS_TITLE_TWICE = `EXISTS (
      SELECT FROM search_entry other
       WHERE other.title_hash = e.title_hash AND other.account_id = e.account_id
         AND other.public_locale = e.locale AND other.publication_id <> e.publication_id)`;

/**
 * SQL expression: whether there is anything to warn of in the working revision of publication `p`; null: it is not
 * looked at yet. A reader of a document without warnings needs no second statement, which costs a third of the read.
 */
export const IS_WARNED = `(
      SELECT CASE jsonb_typeof(e.warnings) WHEN 'array' THEN e.warnings <> '[]' OR ${IS_TITLE_TWICE} END
        FROM search_entry e WHERE e.publication_id = p.id AND e.version = p.version)`;
