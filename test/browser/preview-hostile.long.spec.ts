import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserTestsRun, Tab } from '../setup/browser.js';
import { sharedDesk, type SharedDesk } from '../setup/desk.js';
import { previewOf } from '../setup/preview.js';
import { released } from '../setup/released.js';
import { expectAccepted } from '../setup/refusal.js';
import { CORPUS } from '../site/hostile/corpus.js';
import { HOSTILE } from '../unit/rendering/hostile-markdown.js';
import { overflowOf, PHONE } from './looks.js';

const BREAKOUT =
  '"\'></title></script></style><script>alert(1)</script><img src=x onerror=alert(1)>';
/** NUL characters, which the API refuses. */
const REFUSED = /\0/g;

const TEXT = HOSTILE.map(([, markdown]) => markdown.replace(REFUSED, '').replace(/^/gm, '> ')).join(
  '\n\n---\n\n',
);

/** Every field contains text that could break out of the field. */
const EVERYWHERE = {
  content: TEXT,
  title: BREAKOUT,
  description: BREAKOUT,
  tags: [BREAKOUT.slice(0, 50), 'javascript:alert(1)'],
  sources: ['https://example.org/"onmouseover="alert(1)', "https://example.org/'><script>"],
  author: { kind: 'ai', name: BREAKOUT },
  changeNote: BREAKOUT,
};

/**
 * Code that runs in the page. It dispatches events, and lists the forms and everything that a page must not contain.
 */
const INSPECTION = `(() => {
  for (const element of [...document.querySelectorAll('main *')].slice(0, 2000)) {
    for (const type of ['mouseover', 'mouseenter', 'focus', 'toggle', 'error', 'load', 'begin']) {
      element.dispatchEvent(new Event(type, { bubbles: true }));
    }
  }
  const tags = (selector) => [...document.querySelectorAll(selector)].map(({ tagName }) => tagName);
  return [
    ...tags('script, iframe, frame, object, embed, style, [style], svg, base, template'),
    ...tags('main :is(input, button, select, textarea):enabled'),
    ...[...document.forms].map(({ action }) => new URL(action).pathname),
    ...new Set([...document.links].map(({ protocol }) => protocol)
      .filter((protocol) => !['http:', 'https:', 'mailto:'].includes(protocol))),
    ...[...document.querySelectorAll('*')].flatMap((element) =>
      element.getAttributeNames().filter((name) => name.startsWith('on'))),
  ];
})()`;

describe.runIf(browserTestsRun(import.meta.filename))('a hostile revision in a browser', () => {
  let desk: SharedDesk;
  let tab: Tab;

  beforeAll(async () => {
    [desk, tab] = await Promise.all([sharedDesk(), Tab.open()]);
  });
  afterAll(() => tab?.close());

  /** Opens the preview and the page of its changes, and returns the findings for each of the two pages. */
  async function seen(before: object, after: object): Promise<unknown> {
    const { id } = await released(desk.api, before);
    expectAccepted(await desk.api.update(id, { expectedVersion: 1, ...after }), 200);
    const { url } = await previewOf(desk.api, id);
    const found: unknown[] = [];
    for (const address of [url, `${url}/changes`]) {
      const visit = await tab.visit(address, PHONE);
      const { page, noise, strangers, status } = visit;
      // A document may name a picture that does not exist. The browser logs this message for such a picture.
      const complaints = noise.filter((message) => !message.includes('Failed to load resource'));
      const width = await overflowOf(visit);
      found.push([status, await page.evaluate(INSPECTION), complaints, strangers, width]);
    }
    return found;
  }

  const NOTHING = [200, ['/search'], [], [], 0];

  it('[9.preview-hostile] runs no script, sends no request, and stays within its content area', async () => {
    expect(await seen({}, EVERYWHERE)).toEqual([NOTHING, NOTHING]);
  });

  it('[9.preview-hostile] runs no script and sends no request when the public revision is also hostile', async () => {
    const { changeNote: _, ...fields } = EVERYWHERE;
    const content = `${TEXT}\n\n</ins></del><script>alert(1)</script>`;
    expect(await seen(fields, { content, title: 'x' })).toEqual([NOTHING, NOTHING]);
  });

  it.each(['fields', 'names', 'markers'])(
    '[9.preview-hostile] does no harm with its %s',
    async (kind) => {
      const documents = CORPUS[kind]!.filter((_document, at) => at % 6 === 0);
      for (const { name, fields } of documents) {
        expect({ name, seen: await seen({}, fields) }).toEqual({ name, seen: [NOTHING, NOTHING] });
      }
    },
  );
});
