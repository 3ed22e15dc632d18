import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import type { Answer } from '../platform/http/deliver.js';
import { fileAnswer } from './answers.js';
import { siteOf } from './html/site.js';
import { llmsText } from './llms-text.js';
import { PagesRepository } from './pages.repository.js';

const TEXT = 'text/plain; charset=utf-8';
const NEWEST = { limit: 100, offset: 0 };

/** Answers requests for the files for crawlers (contract 9). */
@Injectable()
export class CrawlersService {
  constructor(
    private readonly pages: PagesRepository,
    private readonly config: Config,
  ) {}

  /** Answers with `robots.txt` (RFC 9309), which allows everything except the API and search results. */
  robots(): Answer {
    const { contentSignal, publicBaseUrl } = this.config;
    const rules = [
      'User-agent: *',
      ...(contentSignal === '' ? [] : [`Content-Signal: ${contentSignal}`]),
      'Disallow: /api/',
      'Disallow: /search',
      '',
      `Sitemap: ${publicBaseUrl}/sitemap.xml`,
      '',
    ];
    return fileAnswer(TEXT, rules.join('\n'));
  }

  /** Answers with `llms.txt`, a guide to the site for language models. */
  async llms(): Promise<Answer> {
    const [entries, locales] = await Promise.all([
      this.pages.newest({ kind: 'all' }, NEWEST),
      this.pages.locales(),
    ]);
    return fileAnswer(TEXT, llmsText(siteOf(this.config), entries, locales));
  }
}
