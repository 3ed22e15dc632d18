import type { DocumentValue } from '../documents/document.js';
import { firstCharacters } from '../platform/validation/rule.js';
import { type OWN_LINK } from './own-links.js';
import { type FoundWarning, fieldText } from './warnings-in.js';
import { WARNINGS } from './warning-codes.js';
import type { WarningDto } from './warning.dto.js';

/** Length of an excerpt, in characters. */
export const MAX_EXCERPT = 100;

/** A stored warning as the database reads it. */
export interface ReadWarning extends FoundWarning {
  readonly code: Exclude<FoundWarning['code'], typeof OWN_LINK>;
  /** The text at its place; only if it is in the content. */
  readonly excerpt?: string;
}

/** Characters that a reader of an excerpt does not see, or that change the order or the lines of its text. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu;

/** Names invisible characters, as `[U+200B]`, on one line. */
const seen = (text: string): string =>
  text
    .replace(/[^\S\ufeff\u2028\u2029]+/g, ' ')
    .replace(
      UNSEEN,
      (sign) => `[U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`,
    );

/** Completes stored warnings by what their codes mean and by excerpts of the fields of their revision. */
export function shownWarnings(
  found: readonly ReadWarning[],
  document: DocumentValue,
): WarningDto[] {
  return found.map(({ code, field, offset, length, section, excerpt = '' }) => {
    const { severity, message, nextStep } = WARNINGS[code];
    const shown = { code, severity, section, nextStep };
    if (field === 'content') {
      return { ...shown, message, excerpt: seen(firstCharacters(excerpt, MAX_EXCERPT)) };
    }
    const points = Array.from(fieldText(document, field));
    const text = points.slice(offset, offset + Math.min(length, MAX_EXCERPT)).join('');
    const where =
      code === 'title_twice' ? message : `${message} The text is in the field \`${field}\`.`;
    return { ...shown, message: where, excerpt: seen(text) };
  });
}
