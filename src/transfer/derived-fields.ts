import { canonicalLocale } from '../platform/validation/locale.js';
import { headings } from '../rendering/headings.js';
import { MAX_SLUG_LENGTH, SLUG_LETTERS } from '../publications/document/slug.js';

/** The fields that the path of a file gives its document. */
export interface PathFields {
  readonly locale?: string;
  /** From the name of the file. */
  readonly slug: string;
  /** From the path below the folder of the locale, for when another file has that slug. */
  readonly pathSlug: string;
  /** The name of the file, without its ending. */
  readonly name: string;
}

/** A folder named `lib` or `doc` has the form of a locale, but is the name of no language. */
const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Characters that no slug has; each run becomes `-`. */
const NO_PART_OF_SLUG = new RegExp(String.raw`[^${SLUG_LETTERS}\p{M}_]+`, 'gu');
const LONGEST = new RegExp(`^.{0,${MAX_SLUG_LENGTH}}`, 'u');

/** `en/guide/Intro to it.md`: locale `en`, slug `intro-to-it`, or else `guide-intro-to-it`. */
export function pathFields(path: string): PathFields {
  const segments = path.split('/');
  const name = segments.at(-1)!.replace(/\.[^.]*$/, '');
  const locale = segments.length > 1 ? canonicalLocale(segments[0]!) : undefined;
  const isLocale = locale !== undefined && languages.of(locale) !== undefined;
  const folders = segments.slice(isLocale ? 1 : 0, -1);
  return {
    ...(isLocale ? { locale } : {}),
    slug: slugFrom(name),
    pathSlug: slugFrom([...folders, name].join('-')),
    name,
  };
}

/** The nearest text to a name that is a slug (contract 2); empty where there is none. */
function slugFrom(name: string): string {
  const joined = name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(NO_PART_OF_SLUG, '-')
    .replace(/(?<=^|[-_])\p{M}+/gu, '')
    .replace(/([-_])[-_]+/g, '$1');
  const [longest = ''] = joined.replace(/^[-_]/, '').match(LONGEST) ?? [];
  return longest.replace(/[-_]$/, '');
}

/** The words of the first heading of a Markdown text that has any; `undefined` where there is none. */
export function firstHeading(markdown: string): string | undefined {
  try {
    return headings(markdown).find(({ title }) => title !== '')?.title;
  } catch (error) {
    // Nested too deeply; the release reports it.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
