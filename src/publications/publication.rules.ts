import { canonicalLocale } from '../platform/validation/locale.js';
import { listRule, type Rule, textRule } from '../platform/validation/rule.js';
import { isSlug, SLUG_MOST } from './slug.js';

/** The limits of CONTRACT 2; OpenAPI and tool schemas show the same numbers. */
export const LIMITS = {
  title: { least: 1, most: 200 },
  content: { least: 1, most: 200_000 },
  description: { least: 0, most: 500 },
  tags: 20,
  tag: { least: 1, most: 50 },
  sources: 50,
  source: 2_048,
  authorKind: { least: 1, most: 40 },
  authorName: { least: 1, most: 120 },
} as const;

export const localeRule: Rule = (value) =>
  typeof value === 'string' && canonicalLocale(value) !== undefined
    ? undefined
    : 'must be a BCP 47 locale: language, optional script and region, such as en, ko, pt-BR or zh-Hans';

const slugText = textRule({ least: 1, most: SLUG_MOST, oneLine: true });

export const slugRule: Rule = (value) =>
  slugText(value) ??
  (isSlug(value as string)
    ? undefined
    : 'must be groups of letters without capitals and digits, joined by a single - or _');

export const titleRule: Rule = textRule({ ...LIMITS.title, oneLine: true });

const contentText = textRule(LIMITS.content);

export const contentRule: Rule = (value) =>
  contentText(value) ?? ((value as string).trim() === '' ? 'must not be blank' : undefined);

export const descriptionRule: Rule = textRule(LIMITS.description);

const tagText = textRule({ ...LIMITS.tag, oneLine: true });

export const tagRule: Rule = (value) =>
  tagText(value) ?? (value === '.' || value === '..' ? 'must not be . or ..' : undefined);

export const tagsRule: Rule = listRule(LIMITS.tags);

const sourceText = textRule({ least: 1, most: LIMITS.source, oneLine: true });

export const sourceRule: Rule = (value) => sourceText(value) ?? urlFault(value as string);

function urlFault(text: string): string | undefined {
  if (!/^https?:\/\/[^\s/?#\\]/i.test(text) || /\s/.test(text) || !URL.canParse(text)) {
    return 'must be an absolute http or https URL';
  }
  const { username, password } = new URL(text);
  return username + password === '' ? undefined : 'must not contain credentials';
}

export const sourcesRule: Rule = listRule(LIMITS.sources);

export const authorRule: Rule = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? undefined
    : 'must be an object with kind and name';

export const authorKindRule: Rule = (value) =>
  typeof value === 'string' && /^[a-z0-9_-]{1,40}$/.test(value)
    ? undefined
    : 'must be 1 to 40 characters of a-z, 0-9, _ and -';

export const authorNameRule: Rule = textRule({ ...LIMITS.authorName, oneLine: true });
