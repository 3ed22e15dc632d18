import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { compressedFile, tagOf } from './content-coding.js';
import { releasedFile } from './front-matter.js';
import { documentPage } from './html/document-page.js';
import { TRANSLATIONS } from './html/frame.js';
import { type Site, siteOf } from './html/site.js';
import type { PageForm } from './page-path.js';
import type { CompressedFile, MadePage } from './shown-page.js';

/** A document with something in every place of the template. */
const SAMPLE: MadePage = {
  locale: 'en',
  slug: 'sample',
  publicationId: '',
  accountId: '',
  version: 1,
  title: 'Title',
  description: 'Description',
  tags: ['tag'],
  sources: ['https://example.org/', 'urn:other'],
  authorKind: 'ai',
  authorName: 'Author',
  approvedBy: 'Approver',
  accountName: 'Account',
  markdown: 'Text',
  html: '<p>Text</p>',
  headings: [1, 2, 2, 3, 3].map((depth) => ({ depth, id: 's-id', text: 'Heading' })),
  firstPublishedAt: new Date(0),
  publishedAt: new Date(86_400_000),
  withdrawnAt: null,
  translations: ['ar', 'en'],
  changedAt: new Date(0),
};

/** The two files at the address of a document: its page and its Markdown (contract 9). */
@Injectable()
export class DocumentFiles {
  /**
   * Changes with the template, its words in all languages, the style sheet and the settings that a page shows. It is found by writing
   * a page, so that nobody need remember to change a number.
   */
  readonly madeBy: string;
  private readonly site: Site;

  constructor(config: Config) {
    this.site = siteOf(config);
    const sample = this.written(SAMPLE, 'page') + this.written(SAMPLE, 'markdown');
    this.madeBy = tagOf(sample + JSON.stringify(TRANSLATIONS));
  }

  /** Makes one of the files, compressed. */
  make(page: MadePage, form: PageForm): Promise<CompressedFile> {
    return compressedFile(this.written(page, form));
  }

  private written(page: MadePage, form: PageForm): string {
    return form === 'page' ? documentPage(this.site, page) : releasedFile(page, this.site.baseUrl);
  }
}
