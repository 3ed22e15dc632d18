/** Selects the ids in `$answeredNotes` that are no notes of the publication. */
export const UNKNOWN_NOTES = `
      SELECT asked.id FROM unnest($answeredNotes::uuid[]) AS asked (id)
      WHERE NOT EXISTS (SELECT FROM note n WHERE n.id = asked.id AND n.publication_id = $publicationId)`;
