/** Author kinds that stand for people (contract 9), with their schema.org types. */
const PEOPLE = new Map([
  ['person', 'Person'],
  ['organization', 'Organization'],
]);

/**
 * The IPTC term for content that a trained model made (ADR 17). Texts by people and by services do not get this term.
 */
export const MACHINE_MADE = 'trainedAlgorithmicMedia';
export const MACHINE_MADE_AT_SCHEMA_ORG = 'https://schema.org/TrainedAlgorithmicMediaDigitalSource';

/** Author kind of a program. The kind does not say how the texts of the program were made. */
const SERVICE = 'service';

/** Whether texts by authors of this kind count as written by AI. True for `ai` and for every unknown kind. */
export const isAi = (kind: string): boolean => !PEOPLE.has(kind) && kind !== SERVICE;

/** Returns the label beside the author's name; `undefined` for people. */
export function authorMark(
  kind: string,
  words: { readonly byAi: string; readonly byService: string },
): string | undefined {
  if (isAi(kind)) return words.byAi;
  return kind === SERVICE ? words.byService : undefined;
}

/** Returns the schema.org type of an author of this kind. */
export const schemaTypeOf = (kind: string): string => PEOPLE.get(kind) ?? 'SoftwareApplication';
