import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RICH_DOCUMENT } from '../browser/rich-document.js';
import { type Desk, openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { articleIn, previewOf } from '../setup/preview.js';
import { expectAccepted } from '../setup/refusal.js';
import { CORPUS } from './hostile/corpus.js';
import type { HostileDocument } from './hostile/hostile-document.js';

const PARTS = [
  '# The title\n\n',
  '## A heading with `code` and $a_1$\n\nText.\n\n',
  '> [!WARNING]\n> Take *care*.\n\n',
  '| a | b |\n|:--|--:|\n| 1 | ~~2~~ |\n\n',
  '```ts\nconst a: number = 1; // one\n```\n\n',
  '$$\\frac{a}{b}$$\n\n',
  'A note[^n].\n\n[^n]: Said *there*.\n\n',
  '- [x] done\n- [ ] not done\n  1. one\n\n',
  '<details open><summary>More</summary>\n\nInside.\n\n</details>\n\n',
  '![A picture](https://example.org/a.png) and https://example.org/b.\n\n',
  '```mermaid\ngraph TD; A-->B\n```\n\n',
  '### 문서 게시\n\n말과 言葉와 <ruby>漢<rt>かん</rt></ruby>.\n\n',
];
const LOCALES = ['en', 'ko', 'ja', 'ar', 'pt-BR', 'zh-Hans', 'he'];
const KINDS = ['ai', 'person', 'organization', 'service'];

/** Documents with many mixtures of `PARTS`. */
const VARIED: readonly HostileDocument[] = Array.from({ length: 140 }, (_, number) => ({
  name: `mixture ${number}`,
  fields: {
    locale: LOCALES[number % LOCALES.length]!,
    title: number % 3 === 0 ? 'The title' : `A title & <b>${number}</b>`,
    description: number % 2 === 0 ? '' : `A "description" of ${number}.`,
    tags: Array.from({ length: number % 5 }, (_tag, at) => `tag ${at} & more`),
    author: { kind: KINDS[number % KINDS.length]!, name: `Author ${number}` },
    content:
      PARTS.filter((_part, at) => ((number * 2_654_435_761) >>> (at + 5)) % 2 === 1).join('') +
      `End of ${number}.`,
  },
}));

const DOCUMENTS = [
  ...VARIED,
  ...Object.values(CORPUS).flat(),
  { name: 'everything', fields: RICH_DOCUMENT },
];

describe('the articles of previews', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk({ RATE_LIMIT_PER_MINUTE: '0' });
  });
  afterAll(() => desk.close());

  it('are compared for at least 300 documents', () => {
    expect(DOCUMENTS.length).toBeGreaterThanOrEqual(300);
  });

  it.each(DOCUMENTS.map((document) => [document.name, document] as const))(
    '[9.preview-article] [9.preview-fault] equal the articles of the releases: %s',
    async (_name, { fields }) => {
      const { id, url } = expectAccepted(await desk.api.create(newDocument(fields)), 201);
      const preview = await fetch((await previewOf(desk.api, id)).url);
      const article = articleIn(await preview.text());
      expectAccepted(await desk.api.publish(id, { expectedVersion: 1 }), 202);
      let now = expectAccepted(await desk.api.read(id, { Prefer: 'wait=30' }), 200);
      while (now.state === 'publishing') {
        now = expectAccepted(await desk.api.read(id, { Prefer: 'wait=30' }), 200);
      }
      if (now.publishedVersion === null) {
        expect([now.publishError?.code, preview.status]).toEqual([
          expect.stringMatching(/^render_(?:failed|timeout)$/),
          422,
        ]);
        return;
      }
      expect(preview.status).toBe(200);
      const page = await (await fetch(url)).text();
      expect(article).toBeDefined();
      expect(article === articleIn(page)).toBe(true);
    },
  );
});
