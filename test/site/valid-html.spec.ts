import { HtmlValidate } from 'html-validate';
import { describe, expect, it } from 'vitest';
import { sharedDesk } from '../setup/desk.js';
import { publishShowcase, PAGE_KINDS } from './showcase.js';

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  // The box around a table has the role `region` only for keyboard scrolling. The box is no section of the text, so no
  // native element fits.
  rules: { 'prefer-native-element': ['error', { exclude: ['region'] }] },
});

const addresses = await publishShowcase(await sharedDesk());

describe('the HTML of', () => {
  it.each(PAGE_KINDS)('[9.valid-html] %s is valid', async (kind) => {
    const page = await (await fetch(addresses[kind])).text();
    const { results } = await validator.validateString(page);
    const faults = results.flatMap(({ messages, source }) =>
      messages.map(
        ({ ruleId, message, offset }) =>
          `${ruleId}: ${message} at ${source?.slice(offset - 40, offset + 80)}`,
      ),
    );
    expect(faults).toEqual([]);
  });
});
