import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Path of the style sheet. `imports` in package.json defines `#assets`, so that src and dist use the same folder. */
const file = createRequire(import.meta.url).resolve('#assets/site.css');
const text = readFileSync(file, 'utf8')
  .replace(/\/\*.*?\*\//gs, '')
  .replace(/\s+/g, ' ')
  .trim();
const version = createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * The style sheet of the site. Its address contains a digest of its text. Therefore caches can keep the style sheet for
 * a year.
 */
export const STYLE_SHEET = {
  text,
  version,
  href: `/assets/site.${version}.css`,
} as const;
