import type { Statement } from '../platform/database/statement.js';

/**
 * Whether nothing is left to wait for (CONTRACT 4): $1 publications. The planner cannot see how many
 * they are, and so plans once: to plan each time took three times as long as to look.
 */
export const SETTLED_RELEASES: Statement = {
  name: 'release_settled',
  text: `
    SELECT publication_id AS id
    FROM unnest((SELECT $1::uuid[])) AS asked (publication_id) JOIN release USING (publication_id)
    WHERE error IS NOT NULL
       OR (NOT in_flight AND indexed_version IS NOT DISTINCT FROM published_version)`,
};
