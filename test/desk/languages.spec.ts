import { expect, it } from 'vitest';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted } from '../setup/refusal.js';
import { newPerson } from './person.js';

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
