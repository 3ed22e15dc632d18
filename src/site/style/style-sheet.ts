import { createHash } from 'node:crypto';
import { CODE } from './code.js';
import { CONTENT } from './content.js';
import { DOCUMENT } from './document.js';
import { FRAME } from './frame.js';
import { LISTS } from './lists.js';
import { PALETTE } from './palette.js';
import { PREVIEW } from './preview.js';
import { SCRIPTS } from './scripts.js';

const text = [PALETTE, FRAME, DOCUMENT, CONTENT, CODE, LISTS, PREVIEW, SCRIPTS]
  .join('')
  .replace(/\s+/g, ' ');
const version = createHash('sha256').update(text).digest('hex').slice(0, 16);

/** The one style sheet of the site; another text has another address, so that it is kept for ever. */
export const STYLE_SHEET = {
  text,
  version,
  href: `/assets/site.${version}.css`,
} as const;
