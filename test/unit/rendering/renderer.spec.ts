import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RENDERER } from '../../../src/rendering/rendered-document.js';
import { CONTENTS } from '../../site/hostile/corpus.js';
import { render } from './render.js';

const { tests } = createRequire(import.meta.url)('commonmark-spec') as {
  tests: { readonly markdown: string }[];
};

const CORPUS = [
  ...tests.map(({ markdown }) => markdown),
  readFileSync(join(import.meta.dirname, 'gfm-extensions.txt'), 'utf8'),
  ...CONTENTS.map(([, markdown]) => markdown),
  '# A\n\n```ts\nconst a = `b`;\n```\n\n$$\\frac{1}{2}$$ and $x$[^1]\n\n> [!NOTE]\n> b\n\n[^1]: c',
];

it('[9.rendered-anew] a renderer that renders the corpus in another way has another number', () => {
  const rendered = JSON.stringify(CORPUS.map((markdown) => render(markdown)));
  // If only the hash differs, raise `RENDERER`, then write both here.
  expect([RENDERER, hash('sha256', rendered)]).toEqual([
    5,
    '690949dfd4d974f6c307af23ac00000ee1b4b0e87ded4df1fdf0e6ca2c635465',
  ]);
});
