import { drawPicture, type PictureStock } from './pictures.js';
import type { Random } from './random.js';

/**
 * Pattern of the mark in every text of an account. Before the text is released, nobody but the account may see the
 * mark.
 */
export const MARK = /mark-([a-z]+)-[a-z0-9]+/g;

const PARAGRAPH =
  'Some *text* with `code`, a [link](https://example.org/a) and **more** of it.\n\n';

/**
 * Returns content with a mark at its beginning and at its end, so that the checks detect a missing part. The
 * content sometimes takes long to render, and sometimes shows a picture. The bytes of the picture go into the
 * stock.
 */
export function content(mark: string, random: Random, stock: PictureStock): string {
  const length = random.chance(0.15) ? random.whole(100, 400) : random.whole(0, 3);
  const shown = random.chance(0.3) ? picture(random, stock) : '';
  return `begin ${mark} begin\n\n${shown}${PARAGRAPH.repeat(length)}end ${mark} end`;
}

function picture(random: Random, stock: PictureStock): string {
  const { sha256, bytes } = drawPicture(random);
  stock.set(sha256, bytes);
  return `![A chart](picture:${sha256})\n\n`;
}

export const title = (mark: string): string => `Title ${mark}`;

export const sources = (mark: string): string[] => [`https://example.org/${mark}`];

export const author = (mark: string): object => ({ kind: 'ai', name: mark });
