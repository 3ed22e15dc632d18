import type { FrameWords } from './frame.js';

/** Author kinds that stand for people (contract 9), with their schema.org types. */
const PEOPLE = new Map([
  ['person', 'Person'],
  ['organization', 'Organization'],
]);

/** The IPTC term for content made by a trained model (ADR 17). Texts by people and services have no such term. */
export const MACHINE_MADE = 'trainedAlgorithmicMedia';
export const MACHINE_MADE_AT_SCHEMA_ORG = 'https://schema.org/TrainedAlgorithmicMediaDigitalSource';

/** The kind of a program that publishes. How its texts were made is not known. */
const SERVICE = 'service';

/** Whether a text by an author of this kind counts as written by AI: the kind is `ai` or unknown. */
export const isAi = (kind: string): boolean => !PEOPLE.has(kind) && kind !== SERVICE;

/** The label beside the author's name; `undefined` for people. */
export function authorMark(kind: string, words: FrameWords): string | undefined {
  if (isAi(kind)) return words.byAi;
  return kind === SERVICE ? words.byService : undefined;
}

/** The schema.org type of an author of this kind. */
export const schemaTypeOf = (kind: string): string => PEOPLE.get(kind) ?? 'SoftwareApplication';
