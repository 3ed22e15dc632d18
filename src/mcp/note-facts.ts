import type { Scope } from '../keys/scope.js';
import type {
  PublicationSummaryDto,
  PublishErrorDto,
} from '../publications/dto/publication.dto.js';
import type { Releasing } from './releasing.js';

/** The facts of an answer, besides the publication, on which its note depends. */
export interface Circumstances {
  /** Whether the fields of the working revision equal those of the public revision. */
  readonly isAsPublic?: boolean;
  /** The version whose fields this update restored. */
  readonly restoreVersion?: number | undefined;
  /** Who is allowed to release. If this member is absent, the calling key has every scope, and is allowed to release. */
  readonly releasing?: Releasing;
  /** Whether the calling key has just written the working revision. */
  readonly isOwn?: boolean;
}

export type Note = (publication: PublicationSummaryDto, circumstances?: Circumstances) => string;

/** Whether the calling key has a scope. A note names no tool that the key may not call. */
export const may = (scope: Scope, { releasing }: Circumstances): boolean =>
  releasing?.scopes.includes(scope) ?? true;

/** Says what readers see of a document whose working revision is not public. */
export function whatReadersSee({ publishedVersion, withdrawn }: PublicationSummaryDto): string {
  if (publishedVersion !== null) return `the public page still shows version ${publishedVersion}`;
  return withdrawn ? `${withdrawnAt(withdrawn)}, and nothing is public` : 'nothing is public';
}

/** Says what readers see of a document until its release in flight ends. */
export function whatReadersSeeNow({ publishedVersion, withdrawn }: PublicationSummaryDto): string {
  if (publishedVersion !== null) {
    return `until it is done the public page shows version ${publishedVersion}`;
  }
  return withdrawn
    ? `${withdrawnAt(withdrawn)}, and nothing is public yet`
    : 'nothing is public yet';
}

const withdrawnAt = ({ at }: { readonly at: string }): string =>
  `an operator withdrew the document at ${at}`;

export const failure = ({ code, version }: PublishErrorDto): string =>
  `${code === 'index_failed' ? 'indexing' : 'releasing'} version ${version} failed (${code})`;

/** Whether the revision is offered for review, even if the state is `publishing` because of an earlier revision. */
export const isOffered = ({ intent, state }: PublicationSummaryDto): boolean =>
  state === 'review' || (state === 'publishing' && intent === 'review');
