import { isDeepStrictEqual } from 'node:util';
import type { PublicationDto } from '../publications/publication.dto.js';
import type { UpdatePublicationDto } from '../publications/inputs.js';
import type { DocumentFields } from '../documents/document.js';

/** What a revision shall say; without an intent, the one it has is kept. */
export type Wanted = Omit<DocumentFields, 'intent'> & Partial<Pick<DocumentFields, 'intent'>>;

/** The fields of a working revision that are not as wanted, as an update names them. */
export function differences(
  current: PublicationDto,
  { author, ...wanted }: Wanted,
): Omit<UpdatePublicationDto, 'expectedVersion'> {
  const { kind, name } = author;
  const changed = Object.entries({ ...wanted, author: { kind, name } }).filter(
    ([field, value]) => !isDeepStrictEqual(value, current[field as keyof DocumentFields]),
  );
  return Object.fromEntries(changed);
}
