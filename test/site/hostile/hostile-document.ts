/** A document that attacks readers or the service: the name of the attack, and the fields that contain it. */
export interface HostileDocument {
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Makes documents that have the attack in their content. */
export const texts = (vectors: Readonly<Record<string, string>>): readonly HostileDocument[] =>
  Object.entries(vectors).map(([name, content]) => ({ name, fields: { content } }));
