import { describe, expect, it } from 'vitest';
import { documentPage } from '../../../src/site/html/document-page.js';
import { ENGLISH, frameOf, preferredLanguage, TRANSLATIONS } from '../../../src/site/html/frame.js';
import { render } from '../rendering/render.js';
import { samplePage, SITE } from './sample-page.js';

/** Returns the placeholders of a sentence, sorted because their order depends on the language. */
const placesIn = (sentence: string): string[] => (sentence.match(/\{\w+\}/g) ?? []).toSorted();

describe('the words of the frame', () => {
  it.each(Object.entries(TRANSLATIONS))('[9.frame-language] are complete in %s', (_, words) => {
    expect(Object.keys(words)).toEqual(Object.keys(ENGLISH));
    for (const [name, sentence] of Object.entries(ENGLISH)) {
      const translated = words[name as keyof typeof ENGLISH];
      expect(translated.trim()).not.toBe('');
      expect(placesIn(translated)).toEqual(placesIn(sentence));
    }
  });

  it('[9.frame-language] exist in 22 languages', () => {
    expect(['en', ...Object.keys(TRANSLATIONS)].join(' ')).toBe(
      'en de fr es pt it nl pl ru uk tr ar he fa hi ja ko zh-Hans zh-Hant th vi id',
    );
  });

  it.each([
    ['de-AT', 'de'],
    ['pt-BR', 'pt'],
    ['zh', 'zh-Hans'],
    ['zh-HK', 'zh-Hant'],
    ['zh-Hans-TW', 'zh-Hans'],
    ['en-GB', 'en'],
    ['sw', 'en'],
    ['hi-Latn', 'en'],
  ])('for a page in %s are those of %s', (locale, language) => {
    expect(frameOf(locale).language).toBe(language);
  });

  it.each([
    [['sw', 'pl', 'de'], 'pl'],
    [['en-GB', 'de'], 'en-GB'],
    [['*'], 'en'],
    [['x_y', '-', 'fr'], 'fr'],
    [[], 'en'],
  ])('for a reader who accepts %j are those of %s', (accepted, language) => {
    expect(preferredLanguage(accepted)).toBe(language);
  });
});

describe('the frame of a document', () => {
  it('[9.frame-language] is in the language and the direction of the document', () => {
    const page = documentPage(
      SITE,
      samplePage({ locale: 'ar', author: { kind: 'ai', name: 'Desk' } }),
    );
    expect(page).toContain('<html lang="ar" dir="rtl">');
    for (const word of ['نُشر', 'المؤلف', 'كتبه ذكاء اصطناعي', 'الإصدار', 'الناشر']) {
      expect(page).toContain(word);
    }
    expect(page).not.toMatch(/lang="en"|dir="ltr"|>Published<|>Author</);
  });

  it.each(Object.entries(TRANSLATIONS))('[9.alerts] names alerts in %s', (locale, words) => {
    const kinds = ['note', 'tip', 'important', 'warning', 'caution'];
    const markdown = [...kinds.map((kind) => `> [!${kind}]\n> a`), '> [!tip] Note\n> a'];
    const page = documentPage(
      SITE,
      samplePage({ locale, html: render(markdown.join('\n\n')).html }),
    );
    const titles = [...page.matchAll(/<p class="alert-title">([^<]*)<\/p>/g)].map(
      ([, title]) => title,
    );
    expect(titles).toEqual([...words.alerts.split(', '), 'Note']);
    expect(new Set(titles.slice(0, 5)).size).toBe(5);
  });

  it.each(Object.entries(TRANSLATIONS))(
    '[9.frame-language] names tables, tasks, footnotes, ways back, diagrams and pictures of an article in %s',
    (locale, { table, backToReference, diagram, picture, doneTask, openTask, footnotes }) => {
      const markdown =
        '| |\n|-|\n| a |\n\n- [ ] a\n- [x] b\n\na[^1] b[^1] ![](https://x.test/p.png) ![c](https://x.test/q.png)\n\n[^1]: d\n\n' +
        '```mermaid\ngraph TD\n```\n\n`<i aria-label="Table"><table`';
      const page = documentPage(SITE, samplePage({ locale, html: render(markdown).html }));
      const back = (number: string) => backToReference.replace('{number}', number);
      for (const part of [
        `aria-label="${table}"><table>`,
        `aria-label="${back('1')}" class="data-footnote-backref">`,
        `aria-label="${back('1-2')}" class="data-footnote-backref">`,
        `disabled="" aria-label="${openTask}"> a`,
        `disabled="" aria-label="${doneTask}"> b`,
        `id="footnote-label">${footnotes}</h2>`,
        `<figcaption>${diagram}</figcaption>`,
        `<span class="picture-place">(${picture}: x.test)</span>`,
        '<code>&lt;i aria-label="Table"&gt;&lt;table</code>',
      ]) {
        expect(page).toContain(part);
      }
    },
  );

  it('[9.frame-language] is in English, with lang="en", if there is no translation for the document', () => {
    const page = documentPage(SITE, samplePage({ locale: 'sw' }));
    expect(page).toContain('<header class="masthead" lang="en" dir="ltr">');
    expect(page).toContain('<dt>Published</dt>');
  });
});
