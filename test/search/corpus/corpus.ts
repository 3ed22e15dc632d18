/** Paragraphs in one language, and queries for them. */
export interface Corpus {
  readonly locale: string;
  /** By slug. */
  readonly documents: Readonly<Record<string, { readonly title: string; readonly text: string }>>;
  /** Words, and the slugs of the documents about them. */
  readonly queries: readonly (readonly [q: string, ...slugs: string[]])[];
}
