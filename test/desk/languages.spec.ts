import { expect, it } from 'vitest';
import { DESK_TRANSLATIONS } from '../../src/site/html/desk-words.js';
import { html } from '../../src/site/html/html.js';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted } from '../setup/refusal.js';
import { newPerson } from './person.js';

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'he', 'fa']);

it.each([
  ['ar-EG, en;q=0.5', 'lang="ar" dir="rtl"', 'نشر'],
  ['zh-TW', 'lang="zh-Hant" dir="ltr"', '發布'],
  ['sw', 'lang="en" dir="ltr"', 'Release'],
])('[13.languages] the desk speaks to a reader of %s', async (language, root, button) => {
  const desk = await sharedDesk();
  const { cookie } = await newPerson(desk, desk.accountId);
  const { id } = expectAccepted(await desk.api.create(newDocument({ intent: 'review' })), 201);
  for (const path of ['/desk', `/desk/${id}`]) {
    const headers = { Cookie: cookie, 'Accept-Language': language };
    const text = await (await fetch(desk.url + path, { headers })).text();
    expect(text).toContain(`<html ${root}`);
    if (path !== '/desk')
      expect(text).toMatch(new RegExp(`<button[^>]*class="primary"[^>]*>${button}`));
  }
});

it.each(Object.entries(DESK_TRANSLATIONS))(
  '[13.languages] asks for the key and refuses it in %s, and has a form for corrections',
  async (language, words) => {
    const desk = await sharedDesk();
    const headers = { 'Accept-Language': language, Origin: desk.url };
    const get = async (path: string, more: Readonly<Record<string, string>> = {}) =>
      (await fetch(desk.url + path, { headers: { ...headers, ...more } })).text();
    const asked = await get('/desk');
    expect(asked).toContain(
      `<html lang="${language}" dir="${RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr'}"`,
    );
    for (const word of [words.signInTitle, words.signInKey, words.signIn])
      expect(asked).toContain(html`${word}`.text);
    const refusal = async (key: string) =>
      (
        await fetch(`${desk.url}/desk/sign-in`, {
          method: 'POST',
          headers,
          body: new URLSearchParams({ key }),
        })
      ).text();
    expect(await refusal(desk.key)).toContain(html`${words.keyOfProgram}`.text);
    const { cookie } = await newPerson(desk, desk.accountId);
    const { id } = expectAccepted(await desk.api.create(newDocument({ intent: 'review' })), 201);
    const form = await get(`/desk/${id}/correct`, { Cookie: cookie });
    for (const word of [words.correctHint, words.save, words.beginning])
      expect(form).toContain(html`${word}`.text);
  },
);

it('[13.languages] warns in the language of the reader', async () => {
  const desk = await sharedDesk();
  const { cookie } = await newPerson(desk, desk.accountId);
  const content = 'Some text. <think>I should stop.</think>\n\n[here]()';
  const document = newDocument({ intent: 'review', content });
  const sent = { headers: { Prefer: 'wait=10' } };
  const { id } = expectAccepted(await desk.api.create(document, sent), 201);
  for (const [language, words] of Object.entries(DESK_TRANSLATIONS)) {
    const headers = { Cookie: cookie, 'Accept-Language': language };
    const text = await (await fetch(`${desk.url}/desk/${id}`, { headers })).text();
    for (const word of [words.warningError, words.leaked_reasoning, words.dead_link]) {
      expect(text).toContain(html`${word}`.text);
    }
  }
});
