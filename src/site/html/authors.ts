/** Kinds of authors that stand for people (contract 9), as schema.org calls them. */
const PEOPLE = new Map([
  ['person', 'Person'],
  ['organization', 'Organization'],
]);

/**
 * What the IPTC calls media that a trained model made; schema.org has the same term under a name of its
 * own (ADR 17). People's texts have none.
 */
export const MACHINE_MADE = 'trainedAlgorithmicMedia';
export const MACHINE_MADE_AT_SCHEMA_ORG = 'https://schema.org/TrainedAlgorithmicMediaDigitalSource';

/** Whether what an author of this kind writes is marked as machine-written: all but people's texts. */
export const isMachine = (kind: string): boolean => !PEOPLE.has(kind);

/** The type that schema.org has for an author of this kind. */
export const schemaTypeOf = (kind: string): string => PEOPLE.get(kind) ?? 'SoftwareApplication';
