import type { StateFacts } from '../documents/publication-state.js';

/** What was written from a file the last time: an import or a publish owns this revision, and no other (contract 10). */
export interface LastWritten {
  /** SHA-256 of the file, in hexadecimal. */
  readonly sha256: string;
  /** The revision that was made from the file, or was found equal to it. */
  readonly version: number;
}

/**
 * Whether a file that differs from the working revision of its document may replace this revision:
 *
 * - `own`: yes, because the working revision was made from this file, or the file was exported from it;
 * - `left`: no, and nothing is to be done, because only the document has changed since;
 * - `conflict`: no, because both have changed, or because the document was never written from this file.
 *
 * @param last what was written from this file the last time; `undefined` if nothing was
 * @param exported the version that the file was exported from; `undefined` if it is no export
 */
export function ownership(
  sha256: string,
  current: number,
  last: LastWritten | undefined,
  exported: number | undefined,
): 'own' | 'left' | 'conflict' {
  if (last?.version === current || exported === current) return 'own';
  return last?.sha256 === sha256 ? 'left' : 'conflict';
}

/**
 * Why a revision is not released without a further word of a person: the document was withdrawn, the revision was sent
 * back, the revision waits for review, it was not made from the file, or its file says that it is a draft.
 */
export type Held = 'withdrawn' | 'returned' | 'review' | 'changed' | 'draft';

export type Standing = Pick<StateFacts, 'intent' | 'returned'> & {
  readonly withdrawn: object | null;
};

/**
 * Says why a revision that was made from a file must not be released; `undefined` if it may be.
 * @param again whether the operator or caller wants withdrawn documents to be released
 */
export function heldBack(
  { intent, returned, withdrawn }: Standing,
  again: boolean,
): Held | undefined {
  if (returned !== null) return 'returned';
  // While another revision is in flight, the state does not show the intent.
  if (intent === 'review') return 'review';
  return withdrawn !== null && !again ? 'withdrawn' : undefined;
}

/** Codes of problems after which nothing is left to be requested: the revision is public or in flight. */
export const DONE_ALREADY: ReadonlySet<string> = new Set([
  'publish_in_progress',
  'already_published',
]);

/** The ends of sentences that begin with the file. */
export const HELD_WORDS: Readonly<Record<Held, string>> = {
  withdrawn: 'an operator withdrew the document; use --again to publish it again',
  returned: 'an approver sent the document back for changes; change the file',
  review: 'the document waits for review; a person has to decide whether to release it',
  draft: 'the document is a draft, as its front matter or folder says',
  changed:
    'the document was changed after it was last written from this file; publish that change yourself',
};
