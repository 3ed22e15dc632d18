import { Injectable } from '@nestjs/common';
import { Problem } from '../../platform/problems/problem.js';
import { type TaskOptions, Threads } from '../../platform/threads/threads.service.js';
import type { FoundPlacesDto } from '../dto/publication-view.dto.js';
import type { ReadPublicationDto } from '../dto/read-publication.dto.js';
import { unknownSection } from '../publications.errors.js';
import { type BoundedView, type ContentBounds, fitting } from './bounded.js';
import { partOf } from './content-part.js';
import type { OutlineBounds } from './outline.js';

/** Maximum wait for the outline that an answer contains in addition to a part of the content. */
const BESIDE_TIMEOUT_MS = 1_500;

/** A content or a part of it; with an outline if `bounds` cut it. */
export type PartView = { readonly content: string } & Pick<
  BoundedView,
  'contentRange' | 'outline' | 'sectionCount' | 'isOutlineLate'
>;

/** Reads the parts of a content that a thread finds: sections, the outline, places with a text (contract 4). */
@Injectable()
export class ContentViews {
  constructor(private readonly threads: Threads) {}

  /**
   * Returns the content, or the part that the query selects. With `bounds` and without `length`, returns at most
   * `contentBytes`, and as much of the outline as fits if the rest is left out.
   * @throws Problem `invalid_request` for an unknown section, `unavailable`
   */
  async part(
    turn: TaskOptions,
    content: string,
    { section, offset, length }: Pick<ReadPublicationDto, 'section' | 'offset' | 'length'>,
    bounds: ContentBounds | undefined,
  ): Promise<PartView> {
    const isAskedWhole = [section, offset, length].every((wish) => wish === undefined);
    const maxBytes = length === undefined ? bounds?.contentBytes : undefined;
    // Skips counting if the content certainly fits, because a UTF-16 code unit takes at most 3 bytes in UTF-8.
    if (isAskedWhole && content.length * 3 <= (maxBytes ?? Infinity)) return { content };
    const text = section === undefined ? content : await this.section(turn, content, section);
    const { content: part, contentRange } = partOf(text, { offset, length, maxBytes });
    if (isAskedWhole && part.length === content.length) return { content };
    const answered = { content: part, contentRange };
    const isBounded =
      maxBytes !== undefined && contentRange.offset + contentRange.length < contentRange.total;
    if (!isBounded || !bounds) return answered;
    return { ...answered, ...(await this.outlineBeside(turn, content, bounds.outlineBytes)) };
  }

  /** Returns the outline of the content, or `isOutlineLate` if the outline is not ready in time. */
  private async outlineBeside(
    turn: TaskOptions,
    content: string,
    maxBytes: number,
  ): Promise<Pick<BoundedView, 'outline' | 'sectionCount' | 'isOutlineLate'>> {
    try {
      return await this.outline({ ...turn, timeoutMs: BESIDE_TIMEOUT_MS }, content, { maxBytes });
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'unavailable')) throw error;
      return { isOutlineLate: true };
    }
  }

  /** @throws Problem `invalid_request` */
  async places(
    turn: TaskOptions,
    content: string,
    { find, section }: Pick<ReadPublicationDto, 'find' | 'section'>,
    bounds: ContentBounds | undefined,
  ): Promise<FoundPlacesDto> {
    const found = await this.threads.forRequest('find', { content, text: find!, section }, turn);
    if ('likeliest' in found) throw unknownSection(found.likeliest);
    const { count, places } = found;
    return { count, places: bounds ? fitting(places, bounds.contentBytes) : places };
  }

  async outline(
    turn: TaskOptions,
    content: string,
    bounds: OutlineBounds,
  ): Promise<Pick<BoundedView, 'outline' | 'sectionCount'>> {
    const found = await this.threads.forRequest('outline', { content, ...bounds }, turn);
    const { outline, sectionCount } = found;
    const isShortened = bounds.maxBytes !== undefined && outline.length < sectionCount;
    return { outline, ...(isShortened && { sectionCount }) };
  }

  /** @throws Problem `invalid_request` */
  private async section(turn: TaskOptions, content: string, id: string): Promise<string> {
    const text = await this.threads.forRequest('section', { content, id }, turn);
    if (typeof text !== 'string') throw unknownSection(text.likeliest);
    return text;
  }
}
