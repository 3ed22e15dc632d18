import type {
  PublicationSummaryDto,
  PublishErrorDto,
} from '../publications/dto/publication.dto.js';
import type { PublicationState } from '../publications/document/publication-state.js';
import {
  type Circumstances,
  failure,
  isOffered,
  may,
  type Note,
  whatReadersSee,
  whatReadersSeeNow,
} from './note-facts.js';
import { whyNotReleased } from './releasing.js';

/** Makes the note after a write: the state of a document and the next step (contract 8). */
export const note: Note = (publication, circumstances = {}) =>
  NOTES[publication.state](publication, circumstances);

/** Makes the note after an update. If a release is in flight after the update, it releases an earlier revision. */
export const noteOfUpdate: Note = (publication, circumstances = {}) =>
  publication.state === 'publishing'
    ? `${saved(publication, circumstances)} while an earlier version is being released. ${circumstances.isAsPublic ? asPublicNow(circumstances) : nextOf(publication, circumstances)}`
    : note(publication, circumstances);

/** Note of a replayed answer. Such an answer describes the state at the time of the first call (contract 5). */
export const replayNote = (circumstances: Circumstances): string =>
  [
    'This is the answer to the first call with this idempotencyKey, given again: nothing was written now, and the document may have changed since.',
    may('read', circumstances) ? 'Call get_publication to learn how it stands now.' : '',
  ]
    .filter(Boolean)
    .join(' ');

const NOTES: Readonly<
  Record<
    PublicationState,
    (publication: PublicationSummaryDto, circumstances: Circumstances) => string
  >
> = {
  draft: savedNote,
  review: savedNote,
  publishing: (publication, circumstances) =>
    `A release is in flight, perhaps of an earlier version; ${whatReadersSeeNow(publication)}. ${wait(circumstances)}`,
  published: publishedNote,
};

const wait = (circumstances: Circumstances): string =>
  may('read', circumstances)
    ? 'Call get_publication with waitSeconds 30 to see it through.'
    : UNSEEN;

/** Said instead of a call of get_publication, if the key lacks the scope `read`. */
const UNSEEN = 'This key lacks the scope read, so it does not see how that ends: tell the user.';

const release = (publication: PublicationSummaryDto, circumstances: Circumstances): string =>
  notReleased(publication, circumstances) ??
  `Call publish_publication with expectedVersion ${publication.version} to release it.`;

const again = (publication: PublicationSummaryDto, circumstances: Circumstances): string =>
  notReleased(publication, circumstances) ??
  `Call publish_publication with expectedVersion ${publication.version} and a new idempotencyKey to try again.`;

/** Says what to do if this key may not release the revision, or if nobody should who does not know of a withdrawal. */
function notReleased(
  { id, withdrawn }: PublicationSummaryDto,
  { releasing, isOwn = false }: Circumstances,
): string | undefined {
  if (withdrawn) return WITHDRAWN;
  const denial = releasing && whyNotReleased(releasing, id, isOwn);
  return denial && `${denial.fact}: ${denial.step}`;
}

const WITHDRAWN =
  'Tell the user about the withdrawal: it becomes public again only if somebody who knows of it wants that.';

function publishedNote(publication: PublicationSummaryDto, circumstances: Circumstances): string {
  const { version, indexStatus, publishError } = publication;
  const isPublic = `Version ${version} is public at its url`;
  if (indexStatus === 'ready') return `${isPublic} and found by the site's search.`;
  return publishError
    ? `${isPublic}, but the search does not find it: ${failure(publishError)}. ${again(publication, circumstances)}`
    : `${isPublic}; the search does not find it yet. ${wait(circumstances)}`;
}

const saved = ({ version }: PublicationSummaryDto, { restoreVersion }: Circumstances): string =>
  `Saved as version ${version}${restoreVersion === undefined ? '' : ` with the fields of version ${restoreVersion}`}`;

function savedNote(publication: PublicationSummaryDto, circumstances: Circumstances): string {
  const { version, state, publishError, returned } = publication;
  const done = `${saved(publication, circumstances)}${state === 'review' ? ', offered for review' : ''}`;
  const seen = whatReadersSee(publication);
  if (returned) return `Version ${version} was sent back; ${seen}. ${mend(circumstances)}`;
  if (circumstances.isAsPublic) return `${done}; ${AS_PUBLIC}`;
  if (!publishError) return `${done}; ${seen}. ${nextOf(publication, circumstances)}`;
  const next =
    publishError.version === version
      ? mended(publication, publishError, circumstances)
      : nextOf(publication, circumstances);
  return `${done}; ${failure(publishError)}; ${seen}. ${next}`;
}

/**
 * Returns the next step. If the revision is offered for review, the step is to wait for the decision. If not, the step
 * is to release the revision.
 */
const nextOf = (publication: PublicationSummaryDto, circumstances: Circumstances): string =>
  isOffered(publication) ? awaitDecision(circumstances) : release(publication, circumstances);

const mend = (circumstances: Circumstances): string =>
  may('write', circumstances)
    ? 'The member returned says who asked for what: make the change with update_publication, which offers it for review again.'
    : 'The member returned says who asked for what: tell the user.';

const AS_PUBLIC =
  'it says the same as the public version, so there is nothing to release unless you change it.';

const asPublicNow = (circumstances: Circumstances): string =>
  `It says the same as the version that is public now. ${
    may('read', circumstances)
      ? 'Call get_publication with waitSeconds 30 to learn what is public after that release.'
      : UNSEEN
  }`;

const awaitDecision = (circumstances: Circumstances): string =>
  may('read', circumstances)
    ? 'It waits for a decision: call get_publication with waitSeconds 30 and until decided to learn it.'
    : `It waits for a decision. ${UNSEEN}`;

/**
 * Says what to do after a failed release. If the content could not be rendered, the content must be changed. After
 * another failure, a revision offered for review waits for the decision, and any other revision can be released again.
 */
function mended(
  publication: PublicationSummaryDto,
  { code }: PublishErrorDto,
  circumstances: Circumstances,
): string {
  const isOfContent = code === 'render_failed' || code === 'render_timeout';
  if (!isOfContent) {
    return isOffered(publication)
      ? awaitDecision(circumstances)
      : again(publication, circumstances);
  }
  if (!may('write', circumstances)) return CONTENT_AT_FAULT;
  if (isOffered(publication))
    return `${MEND_CONTENT}, which offers it for review again with intent review.`;
  const instead = notReleased(publication, circumstances);
  return instead === undefined
    ? `${MEND_CONTENT}, then publish the new version.`
    : `${MEND_CONTENT}. ${instead}`;
}

const MEND_CONTENT = 'Mend the content with update_publication';
const CONTENT_AT_FAULT =
  'The content has to change, and this key lacks the scope write: tell the user.';
