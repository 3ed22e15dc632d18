import type { DocumentValue } from '../documents/document.js';
import { type FoundWarning, fieldText } from './warnings-in.js';
import { type Severity, type WarningCode, WARNINGS } from './warning-codes.js';

/** A warning as clients and people see it (contract 16). */
export interface ShownWarning {
  readonly code: WarningCode;
  readonly severity: Severity;
  readonly message: string;
  readonly section: string | null;
  readonly excerpt: string;
  readonly nextStep: string;
}

/** Length of an excerpt, in characters. */
const MAX_EXCERPT = 100;

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

/** Completes stored warnings by what their codes mean and by excerpts of the revision that they are about. */
export function shownWarnings(
  found: readonly FoundWarning[],
  document: DocumentValue,
  content: string,
): ShownWarning[] {
  const contentPoints = found.some(({ field }) => field === 'content') ? Array.from(content) : [];
  return found.map(({ code, field, offset, length, section }) => {
    const { severity, message, nextStep } = WARNINGS[code];
    const points = field === 'content' ? contentPoints : Array.from(fieldText(document, field));
    const place = field === 'content' ? '' : ` It is in \`${field}\`.`;
    const excerpt = points.slice(offset, offset + Math.min(length, MAX_EXCERPT)).join('');
    return { code, severity, message: message + place, section, excerpt: seen(excerpt), nextStep };
  });
}
