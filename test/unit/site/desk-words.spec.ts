import { describe, expect, it } from 'vitest';
import {
  type Counted,
  DESK_ENGLISH,
  DESK_TRANSLATIONS,
} from '../../../src/site/html/desk-words.js';
import { TRANSLATIONS } from '../../../src/site/html/frame.js';

/** Returns the placeholders of a sentence, sorted, without the number, which some forms name in words. */
const placesIn = (sentence: string): string[] =>
  (sentence.match(/\{\w+\}/g) ?? []).filter((place) => place !== '{count}').toSorted();

const formsOf = (sentence: Counted): Record<string, string> =>
  typeof sentence === 'string' ? { other: sentence } : { ...sentence };

describe('the words of the desk', () => {
  it('[13.languages] exist in the languages of the frame', () => {
    expect(Object.keys(DESK_TRANSLATIONS)).toEqual(Object.keys(TRANSLATIONS));
  });

  it.each(Object.entries(DESK_TRANSLATIONS))(
    '[13.languages] are complete in %s',
    (language, words) => {
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
      expect(Object.keys(words)).toEqual(Object.keys(DESK_ENGLISH));
      for (const [name, english] of Object.entries(DESK_ENGLISH) as [
        keyof typeof words,
        Counted,
      ][]) {
        const forms = formsOf(words[name]);
        if (typeof english !== 'string')
          expect(Object.keys(forms).toSorted()).toEqual(pluralCategories.toSorted());
        for (const form of Object.values(forms)) {
          expect(form.trim()).not.toBe('');
          expect(placesIn(form)).toEqual(placesIn(formsOf(english)['other']!));
        }
      }
    },
  );
});
