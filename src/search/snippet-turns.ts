import { Injectable } from '@nestjs/common';
import { Semaphore } from '../platform/concurrency/semaphore.js';

/**
 * Makes the snippets of one answer at a time; accounts, and the site, take turns. The main thread does other work between
 * two snippets. If the snippets of many answers were made at the same time, each pause of a request would last as long as
 * one snippet of every answer.
 */
@Injectable()
export class SnippetTurns extends Semaphore {
  constructor() {
    super({ max: 1 });
  }
}
