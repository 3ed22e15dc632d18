import { canonicalLocale } from '../platform/validation/locale.js';
import { headings } from '../rendering/headings.js';
import { MAX_SLUG_LENGTH, SLUG_LETTERS } from '../documents/slug.js';

/** The fields of a document that come from the path of its file. */
export interface PathFields {
  readonly locale?: string;
  /** The slug from the name of the file. */
  readonly slug: string;
  /** The slug from the path below the locale folder. An import uses this slug if another file already has `slug`. */
  readonly pathSlug: string;
  /** The name of the file, without its ending. */
  readonly name: string;
}

/** Names of languages. Folder names such as `lib` and `doc` have the form of a locale, but they name no language. */
const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Matches a sequence of characters that a slug cannot contain; the sequence becomes one `-`. */
const NO_PART_OF_SLUG = new RegExp(String.raw`[^${SLUG_LETTERS}\p{M}_]+`, 'gu');
const LONGEST = new RegExp(`^.{0,${MAX_SLUG_LENGTH}}`, 'u');

/** Derives, from `en/guide/Intro to it.md`, the locale `en`, slug `intro-to-it` and path slug `guide-intro-to-it`. */
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

/** Makes a valid slug from a name (contract 2); empty if the name has no usable character. */
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

/** Finds the text of the first heading that is not empty; `undefined` if no heading has text. */
export function firstHeading(markdown: string): string | undefined {
  try {
    return headings(markdown).find(({ title }) => title !== '')?.title;
  } catch (error) {
    // The text is nested too deeply to be parsed. A release of the document reports this fault.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
