import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ours, theirs } from './normalised.js';

/** Names of the examples that the service intentionally renders in another way, each with the reason (contract 9). */
const MEANT: Readonly<Record<string, string>> = {
  'Autolinks 8': 'an address whose scheme is not allowed is no link',
  'Disallowed Raw HTML 1': 'a forbidden tag is removed, with or without its text',
};

const EXAMPLE = /^`{32} example\n([^]*?)\n\.\n([^]*?)\n`{32}$/gm;

/** Examples, named by section and position. The number of an example is different in each edition of GFM. */
const examples = readFileSync(join(import.meta.dirname, 'gfm-extensions.txt'), 'utf8')
  .split(/^## /m)
  .slice(1)
  .flatMap((section) =>
    [...section.matchAll(EXAMPLE)].map(([, markdown = '', html = ''], index) => ({
      name: `${/^.*(?= \(extension\))/.exec(section)![0]} ${index + 1}`,
      markdown,
      html,
    })),
  );

it('[2.content-markdown] [9.markdown-gfm] the examples of the GFM extensions render as specified, except for intended differences', () => {
  const differing = examples.filter(({ markdown, html }) => ours(markdown) !== theirs(html));
  expect(differing.map(({ name }) => name)).toEqual(Object.keys(MEANT));
  expect(examples).toHaveLength(26);
});
