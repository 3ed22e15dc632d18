/**
 * The revision of publication `p` that follows `b`, whose release is `l`: its parameters begin with `$first`,
 * in the order of `revisionValues`, and what is null is taken from `b`. A revision that an accepted publish has
 * named hands no intent on (CONTRACT 3).
 */
export function nextRevision(first: number): string {
  const given = (place: number, or: string): string => `coalesce($${first + place}, ${or})`;
  const intent = `CASE WHEN l.requested_version = b.version THEN 'draft' ELSE b.intent END`;
  return `
    INSERT INTO revision (publication_id, version, title, content, description, tags, sources,
                          author_kind, author_name, intent, created_at)
    SELECT p.id, p.version, ${given(0, 'b.title')}, ${given(1, 'b.content')},
           ${given(2, 'b.description')}, ${given(3, 'b.tags')}, ${given(4, 'b.sources')},
           ${given(5, 'b.author_kind')}, ${given(6, 'b.author_name')}, ${given(7, intent)}, p.updated_at`;
}
