import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { openDesk } from '../setup/desk.js';
import { newDocument, WAIT } from '../setup/document.js';
import { expectAccepted } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';

const desk = await openDesk();
afterAll(() => desk.close());

const created = async (content: string) =>
  expectAccepted(await desk.api.create(newDocument({ content })), 201);

describe('rendering', () => {
  it('[9.rendered-once] is done at release: a reader gets the stored HTML', async () => {
    const { id, url } = await created('Some *text*.');
    expectAccepted(await desk.api.publish(id, { expectedVersion: 1 }, WAIT), 202);
    expect(await (await fetch(url)).text()).toContain('<p>Some <em>text</em>.</p>');

    await sql(desk.databaseUrl, `UPDATE revision SET content = 'Other *text*.'`);
    expect(await (await fetch(url)).text()).toContain('<p>Some <em>text</em>.</p>');
    expect(await (await fetch(`${url}.md`)).text()).toContain('Other *text*.');

    await sql(desk.databaseUrl, `UPDATE released_version SET html = '<p>Stored.</p>'`);
    expect(await (await fetch(url)).text()).toContain('<p>Stored.</p>');
  });

  it('[9.never-stalls-api] does not block the API', async () => {
    // This document takes long to render.
    const { id } = await created(`> > > - [ ] ${'a '.repeat(20)}\n`.repeat(3_500));
    let ended = false;
    const release = desk.api
      .publish(id, { expectedVersion: 1 }, WAIT)
      .finally(() => (ended = true));

    const began = performance.now();
    let [last, longestSilence] = [began, 0];
    while (!ended) {
      expectAccepted(await desk.api.read(id), 200);
      await sleep(10);
      const now = performance.now();
      longestSilence = Math.max(longestSilence, now - last);
      last = now;
    }
    // If rendering blocked the API, the longest silence would last as long as the rendering.
    expect(longestSilence).toBeLessThan((last - began) / 2);
    expect(expectAccepted(await release, 202)).toMatchObject({ state: 'published' });
  });
});
