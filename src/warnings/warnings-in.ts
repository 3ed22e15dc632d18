import type { Token } from 'markdown-it';
import { type DocumentValue, MEMBER_NAMES } from '../documents/document.js';
import { codePoints } from '../platform/validation/rule.js';
import { decoded } from '../rendering/rules/headings.js';
import { metaOf } from '../rendering/rules/token-meta.js';
import { withoutFrontMatter } from '../rendering/rules/front-matter.js';
import {
  beginsWithKeys,
  brokenRows,
  framingParagraphs,
  frontMatterPlace,
  isUnclosed,
  skippingHeadings,
  wholeFence,
} from './block-faults.js';
import { isChatClosing, isChatOpening } from './chat-frames.js';
import { CAN_BE_HIDDEN, hiddenCharacters } from '../rendering/hidden-text.js';
import { addressFault, isExample, linkFaults } from './link-faults.js';
import { OWN_LINK } from './own-links.js';
import { forEachPassage, type Passage } from './passages.js';
import { ContentLines, type Place, pointsBefore } from './places.js';
import { TEXT_SIGNS, type TextSign } from './text-signs.js';
import { type WarningCode, WARNINGS } from './warning-codes.js';

export interface CheckedDocument extends DocumentValue {
  readonly locale: string;
  readonly markdown: string;
  /** Address of the document on the site; absent: links to the site are not looked for. */
  readonly address?: string;
}

/** Fields that a warning can be about. The items of a list are joined by line feeds. */
type CheckedField = 'content' | keyof DocumentValue;

/** A warning without text of the document (contract 16). */
export interface FoundWarning {
  readonly code: WarningCode | typeof OWN_LINK;
  readonly field: CheckedField;
  /** Number of code points of the field before the place, and in it; both 0 if it is about the whole document. */
  readonly offset: number;
  readonly length: number;
  /** Id of the innermost section; `null`: before the first section, or not in the content. */
  readonly section: string | null;
}

/** Most warnings of a document, and of a code in it. */
export const MAX_WARNINGS = 20;
const MAX_OF_CODE = 5;
/** Most places in a document that are looked at closely, so that a document of nothing but signs takes linear time. */
const MAX_LOOKED_AT = 300;
/** Longest place, in characters. */
const MAX_LENGTH = 200;

interface Found extends Place {
  readonly code: FoundWarning['code'];
  readonly field: CheckedField;
}

/** Errors come before notices. */
const rank = ({ code }: Found): number =>
  code !== OWN_LINK && WARNINGS[code].severity === 'error' ? 0 : 1;

/** The text of a field, as the places of warnings count it. */
export const fieldText = (
  document: DocumentValue,
  field: Exclude<CheckedField, 'content'>,
): string =>
  field === 'author'
    ? document.author.name
    : ([] as readonly string[]).concat(document[field]).join('\n');

/**
 * Looks for what a program has left in a document (contract 16). It gets the tokens of the parser that renders the
 * document, so that nothing is parsed twice: first `written`, before the filter of HTML, then `rendered`.
 */
export class WarningSearch {
  private readonly found: Found[] = [];
  private readonly ownLinks: Found[] = [];
  private readonly counts = new Map<WarningCode, number>();
  private readonly lines: ContentLines;
  private lookedAt = 0;

  constructor(private readonly document: CheckedDocument) {
    this.lines = new ContentLines(document.markdown);
  }

  /** Looks at the tokens with all HTML that is written. */
  written(tokens: readonly Token[]): void {
    this.inText(tokens);
    this.atEnds(tokens);
    const fence = wholeFence(tokens);
    if (fence) this.addLine('whole_text_in_fence', fence.map![0]);
    for (const token of tokens) {
      if (
        token.type === 'fence' &&
        this.hasRoom('unclosed_fence') &&
        isUnclosed(token, this.lines)
      ) {
        this.addLine('unclosed_fence', token.map![0]);
      }
    }
    for (const { map } of skippingHeadings(tokens, MAX_OF_CODE)) {
      this.addLine('heading_skips', map![0]);
    }
    for (const [line] of brokenRows(tokens, this.lines, MAX_OF_CODE)) {
      this.addLine('broken_table', line);
    }
  }

  /** Looks at the tokens that are rendered, and at the fields. Returns the first warnings, errors first. */
  rendered(tokens: readonly Token[]): FoundWarning[] {
    const { address } = this.document;
    for (const { code, written, lines } of linkFaults(tokens, MAX_OF_CODE, address)) {
      if (code === OWN_LINK) this.addOwnLink(written, lines);
      else this.add(code, this.lines.find(written, lines));
    }
    this.inFields();
    return this.located(tokens);
  }

  private inText(tokens: readonly Token[]): void {
    const { markdown, locale } = this.document;
    const isInCode = (hint: TextSign['hint']): boolean =>
      tokens.some(({ type, content }) => type === 'fence' && hint(content));
    const signs = TEXT_SIGNS.filter(
      ({ hint, isShownByCode = false }) => hint(markdown) && !(isShownByCode && isInCode(hint)),
    );
    const canHide = CAN_BE_HIDDEN.test(markdown);
    if (signs.length === 0 && !canHide) return;
    forEachPassage(tokens, (passage) => {
      for (const sign of signs) this.findSign(sign, passage, locale);
      if (canHide) this.findHidden(passage);
    });
  }

  private findSign({ code, pattern, isMeant }: TextSign, passage: Passage, locale: string): void {
    pattern.lastIndex = 0;
    for (let found = pattern.exec(passage.text); found; found = pattern.exec(passage.text)) {
      this.lookedAt += 1;
      if (this.lookedAt > MAX_LOOKED_AT || !this.hasRoom(code)) return;
      if (!isMeant(passage, found, locale)) continue;
      this.add(code, this.lines.placeIn(passage, found.index, pattern.lastIndex));
    }
  }

  private findHidden(passage: Passage): void {
    const room = this.hasRoom('hidden_text') ? MAX_OF_CODE : 0;
    for (const { start, end } of hiddenCharacters(passage.text, room)) {
      const place = this.lines.placeIn(passage, start, end);
      const isWritten = this.document.markdown
        .slice(place.at)
        .startsWith(passage.text.slice(start, end));
      // A character that is written as an entity is not hidden.
      if (isWritten) this.add('hidden_text', place);
    }
  }

  private atEnds(tokens: readonly Token[]): void {
    const { markdown } = this.document;
    const [first, last] = framingParagraphs(tokens);
    if (first && isChatOpening(first.content)) this.addLine('chat_frame', first.map![0]);
    if (last && last !== first && isChatClosing(last.content)) {
      this.addLine('chat_frame', last.map![0]);
    }
    const text = markdown.startsWith('---') || markdown.startsWith('\ufeff---') ? markdown : '';
    const lineFeeds = text.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n');
    const place = frontMatterPlace(text, withoutFrontMatter(lineFeeds));
    if (place) this.add('front_matter_in_content', place);
    else if (beginsWithKeys(tokens)) this.addLine('front_matter_in_content', tokens[0]!.map![0]);
  }

  private inFields(): void {
    const { document } = this;
    for (const field of MEMBER_NAMES) {
      const text = fieldText(document, field);
      for (const { start, end } of hiddenCharacters(text, MAX_OF_CODE)) {
        this.add('hidden_text', { at: start, length: end - start }, field);
      }
    }
    let at = 0;
    for (const source of document.sources) {
      const code = isExample(source) ? 'placeholder' : addressFault(source);
      if (code) this.add(code, { at, length: source.length }, 'sources');
      at += source.length + 1;
    }
    if (document.author.kind === 'ai' && document.sources.length === 0) {
      this.add('no_sources', { at: 0, length: 0 });
    }
  }

  /** Keeps the place of a link to this site, if the content has it as it is, or without its encoding. */
  private addOwnLink(href: string, lines: readonly [number, number]): void {
    for (const written of new Set([href, decoded(href)])) {
      const { at } = this.lines.find(written, lines);
      if (!this.document.markdown.startsWith(written, at)) continue;
      this.ownLinks.push({ code: OWN_LINK, field: 'content', at, length: written.length });
      return;
    }
  }

  private hasRoom(code: WarningCode): boolean {
    return (this.counts.get(code) ?? 0) < MAX_OF_CODE;
  }

  private addLine(code: WarningCode, line: number): void {
    this.add(code, this.lines.placeOf(line));
  }

  private add(code: WarningCode, { at, length }: Place, field: CheckedField = 'content'): void {
    if (!this.hasRoom(code)) return;
    this.counts.set(code, (this.counts.get(code) ?? 0) + 1);
    this.found.push({ code, field, at, length: Math.min(length, MAX_LENGTH) });
  }

  /** Chooses the first warnings, and converts their places to code points and sections. */
  private located(tokens: readonly Token[]): FoundWarning[] {
    const chosen = this.found
      .toSorted((one, other) => rank(one) - rank(other) || one.at - other.at)
      .slice(0, MAX_WARNINGS)
      .concat(this.ownLinks);
    const inContent = chosen.filter(({ field }) => field === 'content').map(({ at }) => at);
    const ascending = [...new Set(inContent)].toSorted((one, other) => one - other);
    const points = pointsBefore(this.document.markdown, ascending);
    const offsets = new Map(ascending.map((at, place) => [at, points[place]!]));
    const sections = tokens.flatMap((token) => metaOf(token).heading ?? []);
    return chosen.map(({ code, field, at, length }) => {
      const text = field === 'content' ? this.document.markdown : fieldText(this.document, field);
      return {
        code,
        field,
        offset: field === 'content' ? offsets.get(at)! : codePoints(text.slice(0, at)),
        length: codePoints(text.slice(at, at + length)),
        section: field === 'content' && length > 0 ? this.sectionAt(sections, at) : null,
      };
    });
  }

  private sectionAt(
    sections: readonly { readonly id: string; readonly line: number }[],
    at: number,
  ): string | null {
    return sections.findLast(({ line }) => this.lines.startOf(line) <= at)?.id ?? null;
  }
}
