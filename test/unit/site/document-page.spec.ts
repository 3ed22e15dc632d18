import { TRANSLATIONS } from '../../../src/site/html/frame.js';
import { describe, expect, it } from 'vitest';
import { articleIn } from '../../setup/preview.js';
import { documentPage } from '../../../src/site/html/document-page.js';
import { documentArticle } from '../../../src/site/html/document-article.js';
import type { ShownPage } from '../../../src/site/shown-page.js';
import { samplePage, SITE } from './sample-page.js';

const written = (named: Partial<ShownPage> = {}): string => documentPage(SITE, samplePage(named));

const DATA_BLOCK = '<script type="application/ld+json">';

const heading = (depth: number, text: string) => ({ depth, id: `s-${text}`, text });

describe('documentPage', () => {
  it('escapes everything but the sanitised content', () => {
    const hostile = '"><script>x</script>';
    const page = written({
      title: hostile,
      description: hostile,
      tags: [hostile],
      sources: [`https://example.org/?${hostile}`, `javascript:${hostile}`],
      author: { kind: 'ai', name: hostile },
      approvedBy: hostile,
      accountName: hostile,
      headings: ['a', 'b', 'c', hostile].map((text) => heading(2, text)),
    });
    expect(page.match(/<script.*?>/g)).toEqual([DATA_BLOCK]);
    expect(page).not.toContain('href="javascript:');
    expect(page).toContain('<div class="content"><p>Text.</p></div>');
  });

  it('shows a change date if there was an earlier release, even on the same day', () => {
    const firstPublishedAt = new Date('2026-11-01T09:00:00.000Z');
    const first = { firstPublishedAt, publishedAt: firstPublishedAt };
    expect(written(first)).not.toContain('Changed');
    const publishedAt = new Date('2026-11-01T23:00:00.000Z');
    expect(written({ firstPublishedAt, publishedAt })).toContain('Changed');
  });

  it('[9.page-machine-made] has a meta element for an AI author, but none for a service or a person', () => {
    const mark = '<meta name="digital-source-type" content="trainedAlgorithmicMedia" />';
    expect(written({ author: { kind: 'ai', name: 'Desk' } })).toContain(mark);
    expect(written({ author: { kind: 'robot_2', name: 'Desk' } })).toContain(mark);
    expect(written({ author: { kind: 'service', name: 'Desk' } })).not.toContain(
      'digital-source-type',
    );
    expect(written({ author: { kind: 'person', name: 'Desk' } })).not.toContain(
      'digital-source-type',
    );
  });

  it.each([
    ['desk', 'Approved by', ' at the desk'],
    ['host', 'Released by', ' — confirmed in an assistant, as that program states'],
    ['key', 'Released by', ' — as stated by the publisher'],
    ['host', 'Released by', ' — confirmed in <bdi>&lt;b&gt;</bdi>, as that program states', '<b>'],
  ] as const)(
    '[9.approved-via] says how a person approved the release, and who says so: %s',
    (approvedVia, term, sentence, approvedIn?: string) => {
      const page = written({ approvedBy: 'Ada <', approvedVia, approvedIn: approvedIn ?? null });
      const facts = Array.from(page.matchAll(/<dt>([^<]* by)<\/dt>\s*<dd>(.*?)<\/dd>/gs), (fact) =>
        fact.slice(1),
      );
      expect(facts).toEqual([[term, `<bdi lang="en">Ada &lt;</bdi>${sentence}`]]);
    },
  );

  it('[9.approved-via] describes approvals by desk, host and key differently in every language of the frame', () => {
    const said = ['en', ...Object.keys(TRANSLATIONS)].map((locale) => {
      const by = (approvedVia: 'desk' | 'host' | 'key', approvedIn: string | null = null) =>
        /<dd><bdi[^>]*>Ada<\/bdi>[^]*?<\/dd>|<dd>[^<]*<bdi[^>]*>Ada<\/bdi>[^]*?<\/dd>/.exec(
          written({ locale, approvedBy: 'Ada', approvedVia, approvedIn }),
        )![0];
      return new Set([by('desk'), by('host'), by('key'), by('host', 'Claude Code')]);
    });
    expect(said).toHaveLength(22);
    expect(said.every(({ size }) => size === 4)).toBe(true);
    const all = new Set(said.flatMap((sentences) => Array.from(sentences)));
    expect(all.size).toBe(88);
  });

  it('[9.released-by] names no person without an approver, and no publisher without an account name', () => {
    expect(written()).not.toContain('Released by');
    expect(written({ accountName: null })).not.toContain('Publisher');
  });

  it('[9.title-once] gives the title the id of the heading of depth 1, and omits this heading from the contents', () => {
    const headings = [heading(1, 'hello'), ...['a', 'b', 'c', 'd'].map((text) => heading(2, text))];
    const page = written({ headings });
    expect(page).toContain('<h1 id="s-hello">Hello</h1>');
    expect(page).not.toContain('href="#s-hello"');
    expect(written()).toContain('<h1>Hello</h1>');
  });

  it('[9.article-of-revision] has an article that does not depend on dates, version and approver', () => {
    const later = {
      version: 9,
      firstPublishedAt: new Date('2020-01-01T00:00:00.000Z'),
      publishedAt: new Date('2027-01-01T00:00:00.000Z'),
      translations: ['en', 'ko'],
      approvedBy: 'Ada Lovelace',
      accountName: 'Another',
    };
    expect(articleIn(written(later))).toBe(articleIn(written()));
    expect(articleIn(written())).toBe(documentArticle(samplePage()).text);
  });

  it.each([
    ['ko', '2026년 11월 1일'],
    ['de-AT', '1. November 2026'],
    ['ja', '2026年11月1日'],
    ['tlh', 'November 1, 2026'],
  ])('writes its dates in the format of %s', (locale, date) => {
    expect(written({ locale })).toContain(`>${date}</time`);
  });

  it.each([
    ['en', 'ltr'],
    ['ar', 'rtl'],
    ['he-IL', 'rtl'],
    ['az', 'ltr'],
    ['az-Arab', 'rtl'],
    ['zh-Hans', 'ltr'],
  ])('declares the language and the writing direction of %s', (locale, direction) => {
    expect(written({ locale })).toContain(`<html lang="${locale}" dir="${direction}">`);
  });
});
