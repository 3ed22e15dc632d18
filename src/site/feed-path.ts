import { listHref } from './list-path.js';
import type { ListSubject } from './listed-page.js';

/** The path of the feed of a list; a tag has none of its own. */
export const feedHref = (subject: ListSubject): string =>
  subject.kind === 'locale' ? `${listHref(subject)}/feed.xml` : '/feed.xml';
