import type { PublishErrorCode } from '../releases/publish-error.js';

/** What a `publishError` means, and what its reader does next (CONTRACT 2, 3). */
export interface PublishErrorExplanation {
  readonly meaning: string;
  readonly nextStep: string;
}

const MEND =
  'Mend the content with an update, then publish the new version. The same revision would fail again.';
const AGAIN = 'Publish the same version again, with a new idempotency key; tell the operator.';

export const PUBLISH_ERRORS: Readonly<Record<PublishErrorCode, PublishErrorExplanation>> = {
  render_failed: { meaning: 'The document can not be turned into a page.', nextStep: MEND },
  render_timeout: {
    meaning: 'Turning the document into a page took longer than it may.',
    nextStep: MEND,
  },
  release_failed: {
    meaning: 'The service could not make the revision public, in eight attempts.',
    nextStep: AGAIN,
  },
  index_failed: {
    meaning: 'The revision is public, but the search could not take it in.',
    nextStep: AGAIN,
  },
};
