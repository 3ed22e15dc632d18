import { afterAll, describe, expect, it } from 'vitest';
import { sql } from '../setup/sql.js';
import { openSite, type SiteApp } from './site-app.js';

const here = await openSite();
const there = await openSite(here);
afterAll(async () => {
  await there.close();
  await here.close();
});

const FORMS = ['', '.md'];
const textAt = async (site: SiteApp, path: string): Promise<string> =>
  (await site.get(path)).text();

/** Returns the texts that both processes send for a path. */
const both = async (path: string): Promise<string[]> => [
  await textAt(here, path),
  await textAt(there, path),
];

describe('two processes on one database', () => {
  it.each(FORMS)(
    '[9.visible-at-once] both show a release at once at its address with the suffix "%s"',
    async (form) => {
      const slug = `twice${form.slice(1)}`;
      for (const word of ['first', 'second', 'third']) {
        await here.publish({ slug, title: word, html: `<p>${word}</p>`, markdown: word });
        for (const text of await both(`/en/${slug}${form}`)) expect(text).toContain(word);
      }
    },
  );

  it('[9.visible-at-once] both show the links to translations as these are released and withdrawn', async () => {
    const account = '01a1fd6f-1e86-74b1-9f1c-020bc5022ce6';
    await here.publish({ slug: 'many', accountId: account });
    expect((await both('/en/many')).join('')).not.toContain('hreflang="ko"');
    await here.publish({ locale: 'ko', slug: 'many', accountId: account });
    for (const text of await both('/en/many')) expect(text).toContain('hreflang="ko"');
    await here.withdraw('ko', 'many');
    expect((await both('/en/many')).join('')).not.toContain('hreflang="ko"');
  });

  it('[9.visible-at-once] both show a change in the database that no release made', async () => {
    await here.publish({ slug: 'edited' });
    await both('/en/edited');
    await sql(
      here.databaseUrl,
      `UPDATE released_version SET html = '<p>By hand.</p>' FROM page
        WHERE page.publication_id = released_version.publication_id AND slug = $1`,
      ['edited'],
    );
    for (const text of await both('/en/edited')) expect(text).toContain('By hand.');
  });

  it('give each of many concurrent readers of one process the requested page', async () => {
    const slugs = Array.from({ length: 10 }, (_, index) => `crowd-${index}`);
    for (const slug of slugs) await here.publish({ slug, title: `Page of ${slug}.` });
    await here.withdraw('en', 'crowd-3');
    const asked = [...slugs, 'nothing-there', ...slugs.toReversed()];
    const answers = await Promise.all(asked.map((slug) => here.get(`/en/${slug}`)));
    const statuses = answers.map(({ status }) => status);
    const expected = { 'crowd-3': 410, 'nothing-there': 404 } as Record<string, number>;
    expect(statuses).toEqual(asked.map((slug) => expected[slug] ?? 200));
    for (const [index, slug] of asked.entries()) {
      const text = await answers[index]!.text();
      expect(text.includes(`Page of ${slug}.`)).toBe(statuses[index] === 200);
    }
  });

  it.each(FORMS)(
    '[9.withdrawn-410] both answer 410 at once after a withdrawal, at the address with the suffix "%s"',
    async (form) => {
      const path = `/en/gone${form}`;
      await here.publish({ slug: 'gone' });
      await both(path);
      await here.withdraw('en', 'gone');
      expect([(await here.get(path)).status, (await there.get(path)).status]).toEqual([410, 410]);
    },
  );

  it('[9.conditional] both give the same ETag, so one answers 304 for a page from the other', async () => {
    await here.publish({ slug: 'tagged' });
    for (const form of FORMS) {
      const { headers } = await here.get(`/en/tagged${form}`);
      const conditions = { 'cache-control': 'max-age=0', 'if-none-match': headers.get('etag')! };
      const kept = await there.get(`/en/tagged${form}`, conditions);
      expect([kept.status, await kept.text()]).toEqual([304, '']);
    }
  });
});
