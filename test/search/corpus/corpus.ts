/** Titles and texts by slug. */
export type Texts = Readonly<Record<string, { readonly title: string; readonly text: string }>>;

/** Paragraphs in one language, and queries for them. */
export interface Corpus {
  readonly locale: string;
  readonly documents: Texts;
  /** Queries, each with the slugs of the documents that it should find. */
  readonly queries: readonly (readonly [q: string, ...slugs: string[]])[];
}

/** Reads documents from lines of the form `slug | title | text`. */
export function documentsIn(lines: string): Texts {
  const documents: Record<string, Texts[string]> = {};
  for (const line of lines.trim().split('\n')) {
    const [slug, title, text, ...more] = line.split(' | ');
    if (!slug || slug in documents || !title || !text || more.length > 0) {
      throw new Error(`This line is no document with a new slug: ${line}`);
    }
    documents[slug] = { title, text };
  }
  return documents;
}
