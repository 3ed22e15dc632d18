import { Injectable } from '@nestjs/common';
import { MAX_PARTS } from '../rendering/bounds.js';
import { type Inspection, needsInspection } from '../rendering/pictures.js';
import { Threads } from '../platform/threads/threads.service.js';
import { contentFaulty } from './publications.errors.js';

/** The fault of content with too many parts. */
const TOO_MANY_PARTS = `must have at most ${MAX_PARTS.toLocaleString('en')} Markdown parts, such as headings, list items, table cells and marks; split the document`;

/** Looks into new content before it is written (contract 2). */
@Injectable()
export class ContentsService {
  constructor(private readonly threads: Threads) {}

  /**
   * Finds the pictures that new content names. A thread parses the content, but only if there can be something to find.
   * @param faulty makes the problem of content with too many parts (contract 2)
   * @throws Problem `validation_failed`, `unavailable`
   */
  async picturesIn(
    content: string,
    account: string,
    faulty = contentFaulty,
  ): Promise<Inspection['pictures']> {
    if (!needsInspection(content)) return [];
    const found = await this.threads.forRequest('inspect', { content }, { account });
    const { hasTooManyParts, pictures } = found;
    if (hasTooManyParts) throw faulty(TOO_MANY_PARTS);
    return pictures;
  }
}
