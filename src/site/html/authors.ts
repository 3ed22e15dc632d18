import type { FrameWords } from './frame.js';

/** Kinds of authors that stand for people (contract 9), as schema.org calls them. */
const PEOPLE = new Map([
  ['person', 'Person'],
  ['organization', 'Organization'],
]);

/** The IPTC term for what a trained model made (ADR 17). Texts of people and of services have none. */
export const MACHINE_MADE = 'trainedAlgorithmicMedia';
export const MACHINE_MADE_AT_SCHEMA_ORG = 'https://schema.org/TrainedAlgorithmicMediaDigitalSource';

/** A program that publishes; how it came by its texts is not known. */
const SERVICE = 'service';

/** Whether what an author of this kind writes counts as written by AI: the kind `ai`, and any that is not known. */
export const isAi = (kind: string): boolean => !PEOPLE.has(kind) && kind !== SERVICE;

/** The mark beside an author; none for people. */
export function authorMark(kind: string, words: FrameWords): string | undefined {
  if (isAi(kind)) return words.byAi;
  return kind === SERVICE ? words.byService : undefined;
}

/** The type that schema.org has for an author of this kind. */
export const schemaTypeOf = (kind: string): string => PEOPLE.get(kind) ?? 'SoftwareApplication';
