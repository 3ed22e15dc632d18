import { fromMarkdown } from 'mdast-util-from-markdown';
import { afterAll, describe, expect, it } from 'vitest';
import { openSite } from './site-app.js';

const BASE = 'https://docs.example.org';
const HOSTILE = 'A [b](c) ![d](e) <script> `f` *g* \\ & #\n\n## Optional';

const site = await openSite();
afterAll(() => site.close());

/** Returns the headings, each with the addresses of the links in the list below it. */
function outline(text: string): [string, string[]][] {
  const sections: [string, string[]][] = [];
  for (const node of fromMarkdown(text).children) {
    const source = text.slice(node.position!.start.offset, node.position!.end.offset);
    if (node.type === 'heading') sections.push([source, []]);
    if (node.type !== 'list') continue;
    for (const { children } of node.children) {
      const [first] = children[0]?.type === 'paragraph' ? children[0].children : [];
      sections.at(-1)![1].push(first?.type === 'link' ? first.url : 'no link');
    }
  }
  return sections;
}

describe('llms.txt', () => {
  it('[9.llms] has a title and a summary while nothing is published', async () => {
    const response = await site.get('/llms.txt');
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const text = await response.text();
    expect(text).toMatch(/^# The Desk\n\n> \S/);
    expect(outline(text).map(([title]) => title)).toEqual(['# The Desk', '## Optional']);
  });

  it('[9.llms] links to the Markdown of the newest documents, even with hostile titles', async () => {
    await site.publish({ slug: 'one', title: HOSTILE, description: HOSTILE });
    await site.publish({ locale: 'ko', slug: '문서', authorKind: 'person' });
    const text = await (await site.get('/llms.txt')).text();
    expect(outline(text)).toEqual([
      ['# The Desk', []],
      ['## Newest documents', [`${BASE}/ko/${encodeURIComponent('문서')}.md`, `${BASE}/en/one.md`]],
      ['## Languages', [`${BASE}/en`, `${BASE}/ko`]],
      [
        '## Optional',
        [
          `${BASE}/search.json?q=words`,
          `${BASE}/mcp/public/server-card`,
          `${BASE}/feed.xml`,
          `${BASE}/sitemap.xml`,
        ],
      ],
    ]);
    expect(text).toContain('A greeting. (ko)');
    expect(text).toContain('(en, written by AI)');
  });
});
