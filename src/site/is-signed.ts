/** SQL condition: the version that `row` names (`publication_id`, `version`) has a signed record (contract 15). */
export const isSigned = (row: string): string => `
    EXISTS (SELECT FROM released_revision AS signed WHERE signed.publication_id = ${row}.publication_id
               AND signed.version = ${row}.version AND signed.record_number IS NOT NULL)`;
