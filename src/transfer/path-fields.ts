import { canonicalLocale } from '../platform/validation/locale.js';
import { MAX_SLUG_LENGTH } from '../documents/slug.js';

/** What the path of a file tells of its document. */
export interface PathFields {
  readonly locale?: string;
  readonly slug: string;
  /** The name of the file, without its ending. */
  readonly name: string;
}

/** A folder named `lib` or `doc` has the form of a locale, but is the name of no language. */
const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

const LONGEST = new RegExp(`^.{0,${MAX_SLUG_LENGTH}}`, 'u');

/** `en/guide/Intro to it.md`: locale `en`, slug `intro-to-it`. */
export function pathFields(path: string): PathFields {
  const segments = path.split('/');
  const name = segments.at(-1)!.replace(/\.[^.]*$/, '');
  const locale = segments.length > 1 ? canonicalLocale(segments[0]!) : undefined;
  const slug = slugFrom(name);
  return locale !== undefined && languages.of(locale) !== undefined
    ? { locale, slug, name }
    : { slug, name };
}

/** The nearest text to a name that is a slug (CONTRACT 2); empty where there is none. */
function slugFrom(name: string): string {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[^\p{Ll}\p{Lo}\p{Lm}\p{Nd}\p{M}_]+/gu, '-')
    .replace(/(?<=^|[-_])\p{M}+/gu, '')
    .replace(/([-_])[-_]+/g, '$1');
  const [longest = ''] = words.replace(/^[-_]/, '').match(LONGEST) ?? [];
  return longest.replace(/[-_]$/, '');
}
