/** Kinds of authors that stand for people (CONTRACT 9), as schema.org calls them. */
const PEOPLE = new Map([
  ['person', 'Person'],
  ['organization', 'Organization'],
]);

/** Whether what an author of this kind writes is marked as machine-written: all but people's texts. */
export const isMachine = (kind: string): boolean => !PEOPLE.has(kind);

/** The type that schema.org has for an author of this kind. */
export const schemaTypeOf = (kind: string): string => PEOPLE.get(kind) ?? 'SoftwareApplication';
