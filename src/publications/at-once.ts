import type { AtOnce } from '../writes/change.js';
import { CREATE_AT_ONCE, PUBLISH_AT_ONCE, UPDATE_AT_ONCE } from './at-once.statements.js';
import type { UpdatePublicationDto } from './dto/update-publication.dto.js';
import { storable } from './publication-version.js';
import { type DocumentFields, revisionChange, revisionValues } from './revision-fields.js';

export const createAtOnce = (document: DocumentFields, publicBaseUrl: string): AtOnce => ({
  statement: CREATE_AT_ONCE,
  values: [document.locale, document.slug, ...revisionValues(document), publicBaseUrl],
});

/** `null` where nothing changes: only the steps know in which words that is refused. */
export function updateAtOnce(input: UpdatePublicationDto, publicBaseUrl: string): AtOnce | null {
  const fields = revisionValues(revisionChange(input));
  if (fields.every((value) => value === undefined)) return null;
  const { expectedVersion, locale, slug } = input;
  const values = [storable(expectedVersion), ...fields, locale, slug, publicBaseUrl];
  return { statement: UPDATE_AT_ONCE, values };
}

/** @param sources that the revision needs to be published */
export const publishAtOnce = (
  expectedVersion: number,
  sources: number,
  publicBaseUrl: string,
): AtOnce => ({
  statement: PUBLISH_AT_ONCE,
  values: [storable(expectedVersion), sources, publicBaseUrl],
});
