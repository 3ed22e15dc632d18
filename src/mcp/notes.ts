import type { ReleaseRule } from '../accounts/account-facts.js';
import type { Scope } from '../keys/scope.js';
import type { PublicationViewDto } from '../publications/dto/publication-view.dto.js';
import type {
  PublicationSummaryDto,
  PublishErrorDto,
} from '../publications/dto/publication.dto.js';

// A note says what the state of a document is. After a write, it also says what to do next (contract 8).

/** Who may release for the account of a call, and what the calling key may do (contract 7). */
export interface Releasing {
  readonly rule: ReleaseRule;
  readonly scopes: readonly Scope[];
  /** Whether the host asks the person before a publish (contract 8). */
  readonly hostAsks: boolean;
  /** The desk page of a publication; `null` if the service has no desk. */
  readonly deskUrl: (id: string) => string | null;
}

/** What a note depends on, besides the publication. */
export interface Circumstances {
  /** Whether the fields of the working revision equal those of the public revision. */
  readonly isAsPublic?: boolean;
  /** The version whose fields this update restored. */
  readonly restoreVersion?: number | undefined;
  readonly releasing: Releasing;
  /** Whether the calling key has just written the working revision. */
  readonly isOwn?: boolean;
}

type Publication = PublicationSummaryDto;

/** Makes the note of a read. It asks for nothing, because the model may have been told only to read. */
export function readNote(publication: Publication, circumstances: Circumstances): string {
  const { id, version, state, returned } = publication;
  const standing = `Version ${version} ${state === 'review' ? 'is offered for review' : 'is a draft'}`;
  const fact = factOf(publication, circumstances, standing);
  if (state === 'publishing') {
    return `${fact} get_publication with waitSeconds 30 waits for the end of the release.`;
  }
  if (state === 'published') return fact;
  if (returned) return `${fact} ${RETURNED}.`;
  if (state === 'review') {
    return `${fact} get_publication with waitSeconds 30 and until "decided" waits for the decision.`;
  }
  const { isAsPublic, releasing, isOwn = false } = circumstances;
  const denial = isAsPublic ? undefined : denialOf(releasing, id, isOwn);
  return denial ? `${fact} ${denial.fact}.` : fact;
}

/** Says how many notes of approvers are open, and how to read and answer them. */
export function openNotesIn(
  { openNotes = 0, notes }: Pick<PublicationViewDto, 'openNotes' | 'notes'>,
  circumstances: Circumstances,
): string | false {
  if (openNotes === 0) return false;
  const steps = [
    ...(notes ? [] : ['get_publication with view notes shows them']),
    ...(may('write', circumstances) ? ['update_publication with answeredNotes answers them'] : []),
  ];
  const fact =
    openNotes === 1 ? '1 note of an approver is open' : `${openNotes} notes of approvers are open`;
  return `${[fact, steps.join(', and ')].filter(Boolean).join(': ')}.`;
}

/** Makes the note after a write. */
export function note(publication: Publication, circumstances: Circumstances): string {
  const offered = publication.state === 'review' ? ', offered for review' : '';
  const fact = factOf(publication, circumstances, `${saved(publication, circumstances)}${offered}`);
  return `${fact} ${nextStep(publication, circumstances)}`.trimEnd();
}

/** Makes the note after an update. A release that is in flight releases an earlier revision. */
export function noteOfUpdate(publication: Publication, circumstances: Circumstances): string {
  if (publication.state !== 'publishing') return note(publication, circumstances);
  const next = circumstances.isAsPublic
    ? `This version does not differ from the public version. ${ifReads(circumstances, 'Call get_publication with waitSeconds 30 to learn what is public after the release that is in progress.')}`
    : releaseStep(publication, circumstances);
  return `${saved(publication, circumstances)} while an earlier version is being released. ${next}`;
}

/** Makes the note of a replay, which describes the document at the time of the first call (contract 5). */
export function replayNote(circumstances: Circumstances): string {
  const fact =
    'This is the answer to the first call with this idempotencyKey. The repeated call wrote nothing, and the document may have changed since the first call.';
  const isReader = may('read', circumstances);
  return isReader
    ? `${fact} Call get_publication to read the present state of the document.`
    : fact;
}

function factOf(publication: Publication, { isAsPublic }: Circumstances, standing: string): string {
  const { state, version, returned, publishError, indexStatus } = publication;
  const failure = publishError ? failureOf(publishError) : '';
  if (state === 'publishing') {
    return `A release of this document, perhaps of an earlier version, is in progress; ${seenBy(publication, true)}.`;
  }
  if (state === 'published') {
    const found =
      indexStatus === 'ready'
        ? ' and the search of the site finds this version'
        : failure
          ? `, but the search of the site does not find this version: ${failure}`
          : '; the search of the site does not find this version yet';
    return `Version ${version} is public at the url of the document${found}.`;
  }
  if (returned)
    return `An approver sent version ${version} back for changes; ${seenBy(publication)}.`;
  const rest = isAsPublic
    ? [`version ${version} does not differ from the public version`, failure]
    : [failure, seenBy(publication)];
  return `${[standing, ...rest].filter(Boolean).join('; ')}.`;
}

const RETURNED =
  'In the answer, the field named returned says who sent this version back and what the writer has to change';

const saved = ({ version }: Publication, { restoreVersion }: Circumstances): string =>
  `Saved as version ${version}${restoreVersion === undefined ? '' : ` with the fields of version ${restoreVersion}`}`;

const failureOf = ({ code, version }: PublishErrorDto): string =>
  `the ${code === 'index_failed' ? 'indexing' : 'release'} of version ${version} failed (${code})`;

/** Says what readers see of a document whose working revision is not public. */
function seenBy({ publishedVersion, withdrawn }: Publication, isInFlight = false): string {
  if (publishedVersion !== null) {
    return isInFlight
      ? `until the release ends, the public page shows version ${publishedVersion}`
      : `the public page still shows version ${publishedVersion}`;
  }
  const nothing = `nothing is public${isInFlight ? ' yet' : ''}`;
  return withdrawn
    ? `an operator withdrew the document at ${withdrawn.at}, and ${
        withdrawn.supersededBy === undefined
          ? nothing
          : `the address of the document redirects to publication ${withdrawn.supersededBy}`
      }`
    : nothing;
}

function nextStep(publication: Publication, circumstances: Circumstances): string {
  const { state, version, returned, publishError, indexStatus } = publication;
  if (state === 'published' && indexStatus === 'ready') return '';
  if (state === 'publishing' || (state === 'published' && !publishError)) {
    return ifReads(
      circumstances,
      'Call get_publication with waitSeconds 30 to wait until release and indexing have ended.',
    );
  }
  if (state === 'published') return releaseStep(publication, circumstances, true);
  if (returned) {
    return may('write', circumstances)
      ? `${RETURNED}: make the change with update_publication, which also offers the new version for review again.`
      : `${RETURNED}. Tell the user who sent it back and what has to change.`;
  }
  if (circumstances.isAsPublic)
    return 'There is nothing to release unless you change the document.';
  const isOfThis = publishError?.version === version;
  return isOfThis && isOfContent(publishError)
    ? repairStep(publication, circumstances)
    : releaseStep(publication, circumstances, isOfThis);
}

const isOfContent = ({ code }: PublishErrorDto): boolean =>
  code === 'render_failed' || code === 'render_timeout';

/** Says how to correct a content that could not be rendered. */
function repairStep(publication: Publication, circumstances: Circumstances): string {
  if (!may('write', circumstances)) {
    return 'The content has to be corrected, and this key lacks the scope write: tell the user.';
  }
  const correct = 'Correct the content with update_publication';
  if (isOffered(publication))
    return `${correct}, which also offers the new version for review again.`;
  const denied = deniedStep(publication, circumstances);
  return denied === undefined
    ? `${correct}, then publish the new version.`
    : `${correct}. ${denied}`;
}

/** Says how the working revision becomes public. */
function releaseStep(
  publication: Publication,
  circumstances: Circumstances,
  isAgain = false,
): string {
  if (isOffered(publication)) {
    return `This version waits for the decision of an approver. ${ifReads(circumstances, 'To wait for the decision, call get_publication with waitSeconds 30 and until "decided".')}`;
  }
  const how = isAgain ? 'and a new idempotencyKey to try the release again' : 'to release it';
  return (
    deniedStep(publication, circumstances) ??
    `Call publish_publication with expectedVersion ${publication.version} ${how}.`
  );
}

/** Whether the revision is offered for review, even if the state is `publishing` because of an earlier revision. */
const isOffered = ({ intent, state }: Publication): boolean =>
  state === 'review' || (state === 'publishing' && intent === 'review');

/** Whether the calling key has a scope. A note names no tool that the key may not call. */
const may = (scope: Scope, { releasing }: Circumstances): boolean =>
  releasing.scopes.includes(scope);

const ifReads = (circumstances: Circumstances, step: string): string =>
  may('read', circumstances)
    ? step
    : 'This key lacks the scope read, so you cannot see how the release or review ends: tell the user.';

/** Says what to do if this key may not release the revision, or if nobody should who does not know of a withdrawal. */
function deniedStep(
  { id, withdrawn }: Publication,
  { releasing, isOwn = false }: Circumstances,
): string | undefined {
  if (withdrawn) {
    return 'Tell the user that an operator has withdrawn the document. Only a person who knows about the withdrawal may make the document public again.';
  }
  const denial = denialOf(releasing, id, isOwn);
  return denial && `${denial.fact}: ${denial.step}`;
}

/**
 * Says why the calling key may not release a revision, and what it can do instead, both as parts of sentences. Returns
 * `undefined` if the key may release it, or if this function cannot tell.
 * @param isOwn whether this call wrote the revision; if `false`, the writer of the revision is not known
 */
function denialOf(
  { rule, scopes, hostAsks, deskUrl }: Releasing,
  id: string,
  isOwn: boolean,
): { readonly fact: string; readonly step: string } | undefined {
  const url = deskUrl(id);
  const atDesk =
    url === null
      ? 'tell the user'
      : `give the user the address of this document at the desk, ${url}`;
  if (rule === 'other-key' && isOwn) {
    const also = url === null ? '' : `, and so may an approver at the desk, ${url}`;
    const fact = `In this account, the key that wrote a version may not release it; another key may${also}`;
    return { fact, step: 'tell the user.' };
  }
  const needsPerson: Readonly<Record<ReleaseRule, boolean>> = {
    'any-key': false,
    'other-key': false,
    confirmed: !hostAsks,
    desk: true,
  };
  if (needsPerson[rule]) {
    const missing = url === null ? ', but this service has no desk for that' : '';
    return {
      fact: `In this account, a person has to release each version${missing}`,
      step: `${atDesk}.`,
    };
  }
  if (scopes.includes('publish')) return undefined;
  const offer = scopes.includes('write')
    ? 'to make this version public, offer the version for review (update_publication with intent set to review), and '
    : '';
  const other = url === null ? '; the user may have another key that has the scope publish' : '';
  return {
    fact: 'This key lacks the scope publish, so it cannot release this version',
    step: `${offer}${atDesk}${other}.`,
  };
}
