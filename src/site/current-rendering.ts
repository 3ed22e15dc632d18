import type { Config } from '../platform/config/config.js';
import { unavailable } from '../platform/problems/common-problems.js';
import { TaskError } from '../platform/threads/thread-tasks.js';
import type { Threads } from '../platform/threads/threads.service.js';
import { shownOrigins } from '../rendering/rendered-document.js';
import type { Rendered } from './shown-page.js';

/** Longest wait of a reader for a turn in the threads, in ms. */
const TIMEOUT_MS = 4_000;

/**
 * Renders a page or version again if an older renderer has rendered it, so that no HTML of an older sanitiser is shown.
 * @throws Problem `unavailable` if it is not ready in time
 */
export async function currentRendering<Page extends Rendered>(
  page: Page,
  threads: Threads,
  config: Config,
): Promise<Page> {
  if (!page.isOutdated) return page;
  const { title, markdown, pictures, accountId } = page;
  const document = { title, markdown, pictures, imageOrigins: shownOrigins(config) };
  const turn = { account: accountId, timeoutMs: TIMEOUT_MS };
  try {
    return { ...page, ...(await threads.run('renderAnew', document, turn)) };
  } catch (error) {
    throw error instanceof TaskError ? unavailable() : error;
  }
}
