import { hash } from 'node:crypto';
import { canonicalLocale } from '../platform/validation/locale.js';
import { firstCharacters } from '../platform/validation/rule.js';
import { MAX_TITLE_LENGTH } from '../documents/document.js';
import { MAX_SLUG_LENGTH, SLUG_LETTERS } from '../documents/slug.js';

/** The fields of a document that come from the path of its file. */
export interface PathFields {
  readonly locale?: string;
  /** The slug from the name of the file; `undefined` if the name alone says nothing, such as `index` or `a`. */
  readonly nameSlug: string | undefined;
  /** The slug from the path below the locale folder. */
  readonly pathSlug: string;
  /** The name of the file without its ending, or else that of its folder; without the number of Notion or a date. */
  readonly title: string;
}

/** Names of languages. Folder names such as `lib` and `doc` have the form of a locale, but they name no language. */
const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** The number that Notion puts behind the names of files and folders. */
const NOTION_ID = /[ _-]+[0-9a-f]{32}$/i;
/** The date before the name of a post. */
export const POST_DATE = /^(\d{4}-\d{2}-\d{2})-(?=.)/;
/** Files that stand for their folder. */
export const INDEX = /^(?:_?index|readme)$/i;

function namesLanguage(tag: string): boolean {
  const locale = canonicalLocale(tag);
  return locale !== undefined && languages.of(locale) !== undefined;
}

/** Returns the name of the locale folder of a path; `undefined` if its first folder names no language. */
export function localeFolder(path: string): string | undefined {
  const [first, second] = path.split('/');
  return second !== undefined && namesLanguage(first!) ? first : undefined;
}

/** Returns the language in a name such as `about.fr.md`, as Hugo and MkDocs name translations, and the path without it. */
export function translationIn(
  path: string,
): { readonly tag: string; readonly original: string } | undefined {
  const [, before, tag, ending] =
    /^(.*[^/])\.([a-z]{2}(?:-[a-z]{2,4})?)(\.[^./]+)$/i.exec(path) ?? [];
  return tag !== undefined && namesLanguage(tag) ? { tag, original: before! + ending! } : undefined;
}

/** Derives, from `en/guide/Intro to it.md`, the locale `en`, the slugs `intro-to-it` and `guide-intro-to-it`. */
export function pathFields(path: string): PathFields {
  const folder = localeFolder(path);
  const all = path
    .replace(/\.[^./]*$/, '')
    .split('/')
    .map((segment) => segment.replace(NOTION_ID, ''));
  const segments = folder === undefined ? all : all.slice(1);
  const name = segments.at(-1)!;
  const isIndex = INDEX.test(name) && segments.length > 1;
  const own = slugFrom(name);
  return {
    ...(folder === undefined ? {} : { locale: canonicalLocale(folder)! }),
    nameSlug: INDEX.test(name) || Array.from(own).length < 2 ? undefined : own,
    pathSlug:
      slugFrom((isIndex ? segments.slice(0, -1) : segments).join('-')) ||
      `page-${hash('sha256', path).slice(0, 8)}`,
    title: firstCharacters(
      isIndex ? segments.at(-2)! : name.replace(POST_DATE, ''),
      MAX_TITLE_LENGTH,
    ).trim(),
  };
}

/** Matches a sequence of characters that the slug of a file does not have; the sequence becomes one `-`. */
const NO_PART_OF_SLUG = new RegExp(String.raw`[^${SLUG_LETTERS}\p{M}]+`, 'gu');
const LONGEST = new RegExp(`^.{0,${MAX_SLUG_LENGTH}}`, 'u');

/** Makes a valid slug from a name or path (contract 2); empty if it has no usable character. */
export function slugFrom(name: string): string {
  const joined = name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(NO_PART_OF_SLUG, '-')
    .replace(/(?<=^|-)\p{M}+/gu, '')
    .replace(/-{2,}/g, '-');
  const [longest = ''] = joined.replace(/^-/, '').match(LONGEST) ?? [];
  return longest.replace(/-$/, '');
}
