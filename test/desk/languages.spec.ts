import { expect, it } from 'vitest';
import { DESK_ENGLISH, DESK_TRANSLATIONS } from '../../src/site/html/desk-words.js';
import { html } from '../../src/site/html/html.js';
import { sharedDesk } from '../setup/desk.js';
import { newDocument, WAIT } from '../setup/document.js';
import { expectAccepted } from '../setup/refusal.js';
import { newPerson } from './person.js';

const desk = await sharedDesk();
const { cookie } = await newPerson(desk, desk.accountId);
const content = 'Some text. <think>I should stop.</think>\n\n[here]()';
const faulty = newDocument({ intent: 'review', content });
const { id } = expectAccepted(await desk.api.create(faulty, WAIT), 201);

it.each([
  ['ar-EG, en;q=0.5', 'ar', 'rtl'],
  ['he', 'he', 'rtl'],
  ['zh-TW', 'zh-Hant', 'ltr'],
  ['sw', 'en', 'ltr'],
])(
  '[13.languages] the desk speaks to a reader of %s: sign-in and its refusal, queue, document, warnings, and form for corrections',
  async (accepted, language, direction) => {
    const words = DESK_TRANSLATIONS[language] ?? DESK_ENGLISH;
    const headers = { 'Accept-Language': accepted, Origin: desk.url };
    const get = async (path: string, more: Readonly<Record<string, string>> = {}) =>
      (await fetch(desk.url + path, { headers: { ...headers, ...more } })).text();
    const expectWords = (page: string, ...said: readonly string[]): void => {
      expect(page).toContain(`<html lang="${language}" dir="${direction}"`);
      for (const word of said) expect(page).toContain(html`${word}`.text);
    };
    expectWords(await get('/desk'), words.signInTitle, words.signInKey, words.signIn);
    const body = new URLSearchParams({ key: desk.key });
    const refused = await fetch(`${desk.url}/desk/sign-in`, { method: 'POST', headers, body });
    expectWords(await refused.text(), words.keyOfProgram);
    const signedIn = { Cookie: cookie };
    expectWords(await get('/desk', signedIn), words.queue);
    const document = await get(`/desk/${id}`, signedIn);
    expectWords(document, words.warningError, words.leaked_reasoning, words.dead_link);
    expect(document).toMatch(new RegExp(`<button[^>]*class="primary"[^>]*>${words.release}`));
    const form = await get(`/desk/${id}/correct`, signedIn);
    expectWords(form, words.correctHint, words.save, words.beginning);
  },
);
