import type { Config } from '../platform/config/config.js';
import type { Threads } from '../platform/threads/threads.service.js';
import { shownOrigins } from '../rendering/rendered-document.js';
import type { Rendered } from './shown-page.js';

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
  const rendered = await threads.forRequest('renderAnew', document, { account: accountId });
  return { ...page, ...rendered };
}
