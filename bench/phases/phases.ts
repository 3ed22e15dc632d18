import type { Phase } from './phase.js';
import { legacyToolCall, list, modernToolCall, read } from './reads.js';
import { publishToReady, publishToReadyIdle, wholeLife } from './releases.js';
import { page, pageFromDatabase, pageUncompressed, pageUnchanged, search } from './site.js';
import { create, publish, update } from './writes.js';

/** All phases, in the order of the measurements. */
export const PHASES: readonly Phase[] = [
  create,
  read,
  list,
  update,
  publish,
  page,
  pageFromDatabase,
  pageUnchanged,
  pageUncompressed,
  search,
  legacyToolCall,
  modernToolCall,
  publishToReadyIdle,
  publishToReady,
  wholeLife,
];
