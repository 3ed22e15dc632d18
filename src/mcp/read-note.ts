import type { PublicationSummaryDto } from '../publications/dto/publication.dto.js';
import {
  type Circumstances,
  failure,
  type Note,
  whatReadersSee,
  whatReadersSeeNow,
} from './note-facts.js';
import { whyNotReleased } from './releasing.js';

/**
 * Makes the note of an answer that only reads a document. The note says what is so, and asks for nothing: the model may
 * have been told only to read (contract 8).
 */
export const readNote: Note = (publication, circumstances = {}) => {
  const { state } = publication;
  if (state === 'publishing') {
    return `A release is in flight, perhaps of an earlier version; ${whatReadersSeeNow(publication)}. get_publication with waitSeconds 30 waits for its end.`;
  }
  return state === 'published' ? publicNote(publication) : workingNote(publication, circumstances);
};

function publicNote({ version, indexStatus, publishError }: PublicationSummaryDto): string {
  const isPublic = `Version ${version} is public at its url`;
  if (indexStatus === 'ready') return `${isPublic} and found by the site's search.`;
  return publishError
    ? `${isPublic}, but the search does not find it: ${failure(publishError)}.`
    : `${isPublic}; the search does not find it yet.`;
}

function workingNote(publication: PublicationSummaryDto, circumstances: Circumstances): string {
  const { id, version, state, returned, publishError } = publication;
  const seen = whatReadersSee(publication);
  if (returned) {
    return `Version ${version} was sent back; ${seen}. The member returned says who asked for what.`;
  }
  const standing = state === 'review' ? 'is offered for review' : 'is a draft';
  const facts = [
    `Version ${version} ${standing}`,
    circumstances.isAsPublic ? 'it says the same as the public version' : '',
    publishError ? failure(publishError) : '',
    circumstances.isAsPublic ? '' : seen,
  ].filter(Boolean);
  const told = `${facts.join('; ')}.`;
  if (state === 'review') {
    return `${told} get_publication with waitSeconds 30 and until decided waits for the decision.`;
  }
  if (circumstances.isAsPublic || !circumstances.releasing) return told;
  const denial = whyNotReleased(circumstances.releasing, id, circumstances.isOwn ?? false);
  return denial ? `${told} ${denial.fact}.` : told;
}
