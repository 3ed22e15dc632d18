import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { ours, theirs } from './normalised.js';

/** Numbers of the CommonMark examples that the service intentionally renders in another way, by reason (contract 9). */
const MEANT: Readonly<Record<string, readonly number[]>> = {
  'a forbidden tag is removed, and its text is kept': [
    21, 31, 148, 150, 156, 157, 158, 180, 187, 344, 476, 477, 491, 494, 613, 614, 615, 616, 623,
    630, 631, 642, 643,
  ],
  'a text in a table that is in no cell gets a cell': [191],
  'an address is no link if its scheme is not allowed or no browser could open the address': [
    500, 596, 597, 598, 599, 601,
  ],
  'a bare address is a link, as in GFM': [602, 608, 611, 612],
};

interface Example {
  readonly number: number;
  readonly markdown: string;
  readonly html: string;
}

const { tests } = createRequire(import.meta.url)('commonmark-spec') as { tests: Example[] };

const tabbed = (text: string): string => text.replaceAll('→', '\t');
const agrees = ({ markdown, html }: Example): boolean =>
  ours(tabbed(markdown)) === theirs(tabbed(html));

it('[2.content-markdown] [9.markdown-examples] the examples of CommonMark render as specified, except for intended differences', () => {
  const differing = tests.filter((example) => !agrees(example));
  expect(differing.map(({ number }) => number)).toEqual(
    Object.values(MEANT)
      .flat()
      .toSorted((a, b) => a - b),
  );
  expect(tests).toHaveLength(652);
});
