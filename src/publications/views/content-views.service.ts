import { Injectable } from '@nestjs/common';
import { Problem } from '../../platform/problems/problem.js';
import { ContentsService, type ContentTurn } from '../contents.service.js';
import type { FoundPlacesDto } from '../dto/publication-view.dto.js';
import type { ReadPublicationDto } from '../dto/read-publication.dto.js';
import { unknownSection } from '../publications.errors.js';
import { type BoundedView, type ContentBounds, fitting } from './bounded.js';
import type { OutlineBounds } from './outline.js';

/** Maximum wait for the outline that an answer contains in addition to a part of the content. */
const BESIDE_TIMEOUT_MS = 1_500;

/** Reads the parts of a content that a thread finds: sections, the outline, places with a text (contract 4). */
@Injectable()
export class ContentViews {
  constructor(private readonly contents: ContentsService) {}

  /** Returns the outline of the content, or `isOutlineLate` if the outline is not ready in time. */
  async outlineBeside(
    turn: ContentTurn,
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
    turn: ContentTurn,
    content: string,
    { find, section }: ReadPublicationDto,
    bounds: ContentBounds | undefined,
  ): Promise<FoundPlacesDto> {
    const found = await this.contents.run('find', { content, text: find!, section }, turn);
    if ('likeliest' in found) throw unknownSection(found.likeliest);
    const { count, places } = found;
    return { count, places: bounds ? fitting(places, bounds.contentBytes) : places };
  }

  async outline(
    turn: ContentTurn,
    content: string,
    bounds: OutlineBounds,
  ): Promise<Pick<BoundedView, 'outline' | 'sectionCount'>> {
    const found = await this.contents.run('outline', { content, ...bounds }, turn);
    const { outline, sectionCount } = found;
    const isShortened = bounds.maxBytes !== undefined && outline.length < sectionCount;
    return { outline, ...(isShortened && { sectionCount }) };
  }

  /** @throws Problem `invalid_request` */
  async section(turn: ContentTurn, content: string, id: string): Promise<string> {
    const text = await this.contents.run('section', { content, id }, turn);
    if (typeof text !== 'string') throw unknownSection(text.likeliest);
    return text;
  }
}
