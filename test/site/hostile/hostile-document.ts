/** A document that tries to do more than to be read: what it tries, and the fields in which it does. */
export interface HostileDocument {
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Documents that try it in their text. */
export const texts = (vectors: Readonly<Record<string, string>>): readonly HostileDocument[] =>
  Object.entries(vectors).map(([name, content]) => ({ name, fields: { content } }));
