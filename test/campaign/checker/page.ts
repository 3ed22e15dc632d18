import type { PageView } from '../history.js';
import { picturesIn } from '../pictures.js';
import { MARK } from '../texts.js';
import type { Entry, Revision } from './ledger.js';

/**
 * Returns the version in the text of a page. Returns 0 if the status of the page is not 200, and -1 if the text
 * contains no version.
 */
export function shownVersion({
  kind,
  status,
  text,
}: Pick<PageView, 'kind' | 'status' | 'text'>): number {
  if (status !== 200) return 0;
  const form = kind === 'html' ? /"version":(\d+)/ : /^version: (\d+)$/m;
  return Number(form.exec(text)?.[1] ?? -1);
}

/** Returns the differences between a page and its revision. */
export function faultsOfPage(
  { kind, text: shown }: Pick<PageView, 'kind' | 'text'>,
  { account }: Entry,
  revision: Revision,
): string[] {
  // The Markdown of a page has the public addresses of pictures, and not the names of pictures.
  const text = kind === 'html' ? shown : shown.replaceAll(PICTURE_ADDRESS, 'picture:$1');
  const whole = [revision.title, ...pieces(kind, revision.content)];
  const own = new Set([
    `mark-${account.name}-account`,
    ...[...JSON.stringify(revision).matchAll(MARK)].map(([mark]) => mark),
  ]);
  return [
    ...whole.filter((piece) => !text.includes(piece)).map((piece) => `lacks ${piece.slice(0, 80)}`),
    ...[...text.matchAll(MARK)].filter(([mark]) => !own.has(mark)).map(([mark]) => `shows ${mark}`),
  ];
}

/** Returns the parts of a content that a page of this kind must show. A Markdown page must show the whole content. */
const pieces = (kind: PageView['kind'], content: string): string[] =>
  kind === 'markdown'
    ? [content]
    : [
        /^begin \S+ begin/.exec(content)![0],
        /end \S+ end$/.exec(content)![0],
        ...picturesIn(content).map((sha256) => `/pictures/${sha256}-`),
      ];

const PICTURE_ADDRESS = /https?:[^\s()]*\/pictures\/([0-9a-f]{64})-\d+\.[a-z]+/g;
