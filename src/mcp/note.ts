import type {
  PublicationSummaryDto,
  PublishErrorDto,
} from '../publications/dto/publication.dto.js';
import type { PublicationState } from '../publications/document/publication-state.js';
import { type Releasing, whoReleases } from './releasing.js';

export interface Circumstances {
  /** Whether the fields of the working revision equal those of the public revision. */
  readonly isAsPublic?: boolean;
  /** The version whose fields this update restored. */
  readonly restoreVersion?: number | undefined;
  /** Who is allowed to release. If this member is absent, the calling key is allowed to release. */
  readonly releasing?: Releasing;
  /** Whether the calling key has just written the working revision. */
  readonly isOwn?: boolean;
}

type Note = (publication: PublicationSummaryDto, circumstances?: Circumstances) => string;

/** Makes the note for a model: the state of a document and the next step (contract 8). */
export const note: Note = (publication, circumstances = {}) =>
  NOTES[publication.state](publication, circumstances);

/** Makes the note after an update. If a release is in flight after the update, it releases an earlier revision. */
export const noteOfUpdate: Note = (publication, circumstances) =>
  publication.state === 'publishing'
    ? `${saved(publication, circumstances)} while an earlier version is being released. ${circumstances?.isAsPublic ? AS_PUBLIC_NOW : nextOf(publication, circumstances)}`
    : note(publication, circumstances);

/** Note of a replayed answer. Such an answer describes the state at the time of the first call (contract 5). */
export const REPLAY_NOTE =
  'This is the answer to the first call with this idempotencyKey, given again: nothing was written now, and the document may have changed since. Call get_publication to learn how it stands now.';

const WAIT = 'Call get_publication with waitSeconds 30 to see it through.';

const NOTES: Readonly<Record<PublicationState, Note>> = {
  draft: savedNote,
  review: savedNote,
  publishing: (publication) =>
    `A release is in flight, perhaps of an earlier version; ${publicNow(publication)}. ${WAIT}`,
  published: publishedNote,
};

const publicNow = ({ publishedVersion }: PublicationSummaryDto): string =>
  publishedVersion === null
    ? 'nothing is public yet'
    : `until it is done the public page shows version ${publishedVersion}`;

const release: Note = ({ id, version }, circumstances) =>
  elsewhere(id, circumstances) ??
  `Call publish_publication with expectedVersion ${version} to release it.`;

const again: Note = ({ id, version }, circumstances) =>
  elsewhere(id, circumstances) ??
  `Call publish_publication with expectedVersion ${version} and a new idempotencyKey to try again.`;

const elsewhere = (id: string, { releasing, isOwn = false }: Circumstances = {}) =>
  releasing && whoReleases(releasing, id, isOwn);

function publishedNote(publication: PublicationSummaryDto, circumstances?: Circumstances): string {
  const { version, indexStatus, publishError } = publication;
  const isPublic = `Version ${version} is public at its url`;
  if (indexStatus === 'ready') return `${isPublic} and found by the site's search.`;
  return publishError
    ? `${isPublic}, but the search does not find it: ${failure(publishError)}. ${again(publication, circumstances)}`
    : `${isPublic}; the search does not find it yet. ${WAIT}`;
}

const saved = (
  { version }: PublicationSummaryDto,
  { restoreVersion }: Circumstances = {},
): string =>
  `Saved as version ${version}${restoreVersion === undefined ? '' : ` with the fields of version ${restoreVersion}`}`;

function savedNote(publication: PublicationSummaryDto, circumstances: Circumstances = {}): string {
  const { version, state, publishedVersion, publishError, returned } = publication;
  const done = `${saved(publication, circumstances)}${state === 'review' ? ', offered for review' : ''}`;
  const seen =
    publishedVersion === null
      ? 'nothing is public'
      : `the public page still shows version ${publishedVersion}`;
  if (returned) return `Version ${version} was sent back; ${seen}. ${MEND}`;
  if (circumstances.isAsPublic) return `${done}; ${AS_PUBLIC}`;
  if (!publishError) {
    return `${done}; ${seen}. ${nextOf(publication, circumstances)}`;
  }
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
const nextOf: Note = (publication, circumstances) =>
  isOffered(publication) ? AWAIT_DECISION : release(publication, circumstances);

/** Whether the revision is offered for review, even if the state is `publishing` because of an earlier revision. */
const isOffered = ({ intent, state }: PublicationSummaryDto): boolean =>
  state === 'review' || (state === 'publishing' && intent === 'review');

const MEND =
  'The member returned says who asked for what: make the change with update_publication, which offers it for review again.';

const AS_PUBLIC =
  'it says the same as the public version, so there is nothing to release unless you change it.';

const AS_PUBLIC_NOW =
  'It says the same as the version that is public now: call get_publication with waitSeconds 30 to learn what is public after that release.';

const AWAIT_DECISION =
  'It waits for a decision: call get_publication with waitSeconds 30 and until decided to learn it.';

const failure = ({ code, version }: PublishErrorDto): string =>
  `${code === 'index_failed' ? 'indexing' : 'releasing'} version ${version} failed (${code})`;

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
  if (isOffered(publication)) return isOfContent ? MEND_OFFERED : AWAIT_DECISION;
  if (!isOfContent) return again(publication, circumstances);
  const instead = elsewhere(publication.id, circumstances);
  return instead === undefined
    ? 'Mend the content with update_publication, then publish the new version.'
    : `Mend the content with update_publication. ${instead}`;
}

const MEND_OFFERED =
  'Mend the content with update_publication, which offers it for review again with intent review.';
