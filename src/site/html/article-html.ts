import { parseFragment } from 'parse5';
import { parsedUrl } from '../../platform/validation/rule.js';
import { plainText } from '../../rendering/plain-text.js';
import { frameOf } from './frame.js';

// The HTML of an article was sanitised and serialized. Therefore the values of attributes are in double quotes and
// contain no double quotes, and `<` begins a tag everywhere else.

const ATTRIBUTES = String.raw`(?:\s+[^\s=>"/]+(?:="[^"]*")?)*`;
const TAG = new RegExp(String.raw`</?[a-z][^\s>/]*${ATTRIBUTES}\s*/?>`, 'gi');

/** Attributes of the sanitised HTML that have an address, or a list of addresses as `srcset`. */
const ADDRESS = /(\s(?:href|src|cite|srcset)=")([^"]*)"/g;

/**
 * Makes all addresses absolute, for places where a relative address leads nowhere, such as feeds.
 * @param page absolute address of the page that shows the article
 */
export const withAbsoluteAddresses = (article: string, page: string): string =>
  article.replaceAll(TAG, (tag) =>
    tag.replaceAll(ADDRESS, (_, name: string, addresses: string) => {
      const isSet = name.startsWith('srcset', 1);
      const absolute = isSet
        ? addresses.replaceAll(/[^\s,]\S*(?= \d+w)/g, (each) => absoluteOf(each, page))
        : absoluteOf(addresses, page);
      return `${name}${absolute}"`;
    }),
  );

/** Resolves an address as it stands in HTML, where each `&` of the address is `&amp;`. */
function absoluteOf(address: string, page: string): string {
  if (/^[a-z][a-z\d+.-]*:/i.test(address)) return address;
  const url = parsedUrl(address.replaceAll('&amp;', '&'), page);
  return url ? url.href.replaceAll('&', '&amp;') : address;
}

const ALERTS = ['note', 'tip', 'important', 'warning', 'caution'];
/*
 * What the renderer writes in English, because it knows no locale. Each pattern has a raw `<` or `>` of its element, which
 * no text of an author has.
 */
const ALERT =
  /(<div class="alert alert-([a-z]+)" role="note">\s*<p class="alert-title") lang="en" dir="ltr">[^<]*/g;
const TABLE = ' aria-label="Table"><table';
const BACK = / aria-label="Back to reference ([\d-]+)"(?= class="data-footnote-backref">)/g;
const TASK = / aria-label="(Completed|Incomplete) task">/g;
const FOOTNOTES = /(<h2 class="sr-only" id="footnote-label") lang="en">[^<]*/g;
const DIAGRAM = /(<figure class="diagram"><figcaption) lang="en">[^<]*/g;
const PICTURE_PLACE = /(<span class="picture-place") lang="en">\(picture(?: on ([^<)]*))?\)/g;

/** Puts what the renderer writes in English into the language of a document. */
export function inLanguage(article: string, locale: string): string {
  const { language, words } = frameOf(locale);
  if (language === 'en') return article;
  const titles = words.alerts.split(', ');
  return article
    .replaceAll(ALERT, (_, opening: string, kind: string) => {
      return `${opening}>${titles[ALERTS.indexOf(kind)]}`;
    })
    .replaceAll(TABLE, ` aria-label="${words.table}"><table`)
    .replaceAll(BACK, (_, number: string) => {
      return ` aria-label="${words.backToReference.replace('{number}', number)}"`;
    })
    .replaceAll(TASK, (_, kind: string) => {
      return ` aria-label="${kind === 'Completed' ? words.doneTask : words.openTask}">`;
    })
    .replaceAll(FOOTNOTES, `$1>${words.footnotes}`)
    .replaceAll(DIAGRAM, `$1>${words.diagram}`)
    .replaceAll(PICTURE_PLACE, (_, opening: string, host?: string) => {
      return `${opening}>(${words.picture}${host === undefined ? '' : `: ${host}`})`;
    });
}

/** Minimum width of a picture in a preview of a shared link, in pixels. Readers of links drop smaller pictures. */
const MIN_WIDTH = 300;
const PICTURE = /<img src="(\/pictures\/[^"]+)"(?: [a-z]+="[^"]*")*? width="(\d+)"/g;

/** Returns the path of the first stored picture that is wide enough for previews of shared links, if there is one. */
export function sharedPicture(article: string): string | undefined {
  for (const [, path, width] of article.matchAll(PICTURE)) {
    if (Number(width) >= MIN_WIDTH) return path;
  }
  return undefined;
}

/** Length of the beginning of an article in which `firstWords` looks for text, in characters of HTML. */
const MAX_READ = 8_000;
/** Maximum length of `firstWords`. Search engines show about 160 characters. */
const MAX_WORDS = 160;
const PARAGRAPH = /<p(?: (?!class="(?:alert-title|picture-place))[^>]*)?>([^]*?)(?:<\/p>|$)/g;

/** Returns the first words of the paragraphs of an article; empty if its beginning has no paragraph. */
export function firstWords(article: string): string {
  const paragraphs = article.slice(0, MAX_READ).matchAll(PARAGRAPH);
  const inside = Array.from(paragraphs, ([, paragraph]) => paragraph!).join(' ');
  const text = plainText(parseFragment(inside)).replaceAll('\n', ' ');
  const characters = Array.from(text);
  if (characters.length <= MAX_WORDS) return text;
  const cut = characters.slice(0, MAX_WORDS - 1).join('');
  const words = cut.replace(/ \S*$/, '');
  // A script without spaces has no such place; a long last word is cut instead.
  return `${words.length > cut.length / 2 ? words : cut}…`;
}
