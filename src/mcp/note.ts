import type { PublicationState } from '../publications/publication-state.js';
import type {
  PublicationSummaryDto,
  PublishErrorDto,
} from '../publications/dto/publication.dto.js';

/** Where a document stands, and what follows from it, in words for a model (CONTRACT 8). */
export function note(publication: PublicationSummaryDto): string {
  return NOTES[publication.state](publication);
}

type Note = (publication: PublicationSummaryDto) => string;

const NOTES: Readonly<Record<PublicationState, Note>> = {
  draft: savedNote,
  review: savedNote,
  publishing: (publication) => `A release is in flight; ${publicNow(publication)}. ${WAIT}`,
  published: publishedNote,
};

const WAIT = 'Call get_publication with waitSeconds 30 to see it through.';

const publicNow = ({ publishedVersion }: PublicationSummaryDto): string =>
  publishedVersion === null
    ? 'nothing is public yet'
    : `until it is done the public page shows version ${publishedVersion}`;

function publishedNote({ version, indexStatus, publishError }: PublicationSummaryDto): string {
  const isPublic = `Version ${version} is public at its url`;
  if (indexStatus === 'ready') return `${isPublic} and found by the site's search.`;
  return publishError
    ? `${isPublic}, but the search does not find it: indexing failed (${publishError.code}). ${again(version)}`
    : `${isPublic}; the search does not find it yet. ${WAIT}`;
}

function savedNote(publication: PublicationSummaryDto): string {
  const { version, state, publishedVersion, publishError } = publication;
  const saved = `Saved as version ${version}${state === 'review' ? ', offered for review' : ''}`;
  const seen =
    publishedVersion === null
      ? 'nothing is public'
      : `the public page still shows version ${publishedVersion}`;
  if (publishError?.version === version) {
    return `${saved}; releasing it failed (${publishError.code}) and ${seen}. ${mended(publishError.code, version)}`;
  }
  return `${saved}; ${seen}. Call publish_publication with expectedVersion ${version} to release it.`;
}

/** What can not be rendered will not be at the next try either; the rest may. */
const mended = (code: PublishErrorDto['code'], version: number): string =>
  code === 'render_failed' || code === 'render_timeout'
    ? 'Mend the content with update_publication, then publish the new version.'
    : again(version);

const again = (version: number): string =>
  `Call publish_publication with expectedVersion ${version} and a new idempotencyKey to try again.`;
