import { isDeepStrictEqual } from 'node:util';
import type { DocumentFields } from '../documents/document.js';
import type { UpdatePublicationDto } from '../publications/dto/write-bodies.dto.js';

/** The fields that a revision should have. If `intent` is absent, the current intent stays. */
export type TargetFields = Omit<DocumentFields, 'intent'> & Partial<Pick<DocumentFields, 'intent'>>;

/** The names of pictures in Markdown, in capitals or not (contract 14). */
const PICTURE_NAME = /picture:[0-9a-f]{64}/gi;

/** Makes the update that gives a revision the target fields. The update contains only fields that differ. */
export function differences(
  current: DocumentFields,
  { author, ...target }: TargetFields,
): Omit<UpdatePublicationDto, 'expectedVersion'> {
  const { kind, name } = author;
  const changed = Object.entries({ ...target, author: { kind, name } }).filter(
    ([field, value]) => !isEqual(value, current[field as keyof DocumentFields]),
  );
  return Object.fromEntries(changed);
}

/** Whether two values are equal. An export names pictures in small letters, so the case of their names is ignored. */
const isEqual = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(one, other) ||
  (typeof one === 'string' &&
    typeof other === 'string' &&
    one.length === other.length &&
    withSmallNames(one) === withSmallNames(other));

const withSmallNames = (text: string): string =>
  text.replace(PICTURE_NAME, (name) => name.toLowerCase());
