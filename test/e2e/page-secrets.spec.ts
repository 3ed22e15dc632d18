import { afterAll, describe, expect, it } from 'vitest';
import { openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { released } from '../setup/released.js';
import { expectAccepted } from '../setup/refusal.js';

const desk = await openDesk();
afterAll(() => desk.close());

const SECRETS = {
  title: 'Xylotitle',
  content: 'Xylotext',
  description: 'Xylodescription',
  tags: ['xylotag'],
  sources: ['https://xylosource.example/'],
  author: { kind: 'ai', name: 'Xyloname' },
};

/** Every address of the site that could show the document with this slug. */
const addresses = (slug: string): string[] => [
  '/',
  '/en',
  '/ko',
  `/en/${slug}`,
  `/en/${slug}.md`,
  `/ko/${slug}`,
  `/ko/${slug}.md`,
  ...Object.values(SECRETS)
    .flat()
    .map((secret) => encodeURIComponent(typeof secret === 'string' ? secret : secret.name))
    .flatMap((word) => [`/search?q=${word}`, `/search.json?q=${word}`]),
  '/search.json?q=xylo',
  `/search.json?q=${slug}`,
  '/tags/xylotag',
  '/feed.xml',
  '/en/feed.xml',
  '/sitemap.xml',
  '/robots.txt',
  '/llms.txt',
];

/** Returns status, body, and all headers except the date. */
async function seen(path: string): Promise<object> {
  const response = await fetch(desk.url + path, {
    redirect: 'manual',
    headers: { 'X-Request-Id': 'the-same' },
  });
  const headers = Object.fromEntries(response.headers);
  delete headers['date'];
  return { path, status: response.status, headers, body: await response.text() };
}

const allSeen = async (slug: string): Promise<object[]> => {
  const answers: object[] = [];
  for (const path of addresses(slug)) answers.push(await seen(path));
  return answers;
};

describe('the public site', () => {
  it('[9.only-released] gives the same bytes as if drafts did not exist', async () => {
    const slug = 'xylo';
    const shown = await released(desk.api, { slug, locale: 'ko', title: 'Shown' });
    const before = await allSeen(slug);

    for (const intent of ['draft', 'review']) {
      const locale = intent === 'draft' ? 'en' : 'ja';
      expectAccepted(await desk.api.create(newDocument({ slug, locale, intent, ...SECRETS })), 201);
    }
    expectAccepted(await desk.api.update(shown.id, { expectedVersion: 1, ...SECRETS }), 200);
    expect(await allSeen(slug)).toEqual(before);
  });

  it('[9.only-released] answers the same for a draft and for an address without a document', async () => {
    const slug = 'a-draft';
    const all = () => Promise.all(['', '.md', '/'].map((form) => seen(`/en/${slug}${form}`)));
    const before = await all();
    expectAccepted(await desk.api.create(newDocument({ slug })), 201);
    expect(await all()).toEqual(before);
  });
});
