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
