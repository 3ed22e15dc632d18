/** Paragraphs of one language, and what readers would ask for them. */
export interface Corpus {
  readonly locale: string;
  /** By slug. */
  readonly documents: Readonly<Record<string, { readonly title: string; readonly text: string }>>;
  /** Words, and the documents that are about them. */
  readonly queries: readonly (readonly [q: string, ...slugs: string[]])[];
}
