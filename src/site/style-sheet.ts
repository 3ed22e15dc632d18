import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { SiteAccent } from '../platform/config/site-look.js';

/** Path of the style sheet. `imports` in package.json defines `#assets`, so that src and dist use the same folder. */
const file = createRequire(import.meta.url).resolve('#assets/site.css');
const plain = readFileSync(file, 'utf8')
  .replace(/\/\*.*?\*\//gs, '')
  .replace(/\s+/g, ' ')
  .trim();

/**
 * The style sheet of the site. Its address contains a digest of its text. Therefore caches can keep the style sheet for
 * a year.
 */
export interface StyleSheet {
  readonly text: string;
  readonly version: string;
  readonly href: string;
}

const made = new Map<string, StyleSheet>();

/** Returns the style sheet with these colours of links; with its own colours if `accent` is `null`. */
export function styleSheetWith(accent: SiteAccent | null): StyleSheet {
  const colours = accent
    ? ` :root { --link: ${accent.light}; } @media screen and (prefers-color-scheme: dark) { :root { --link: ${accent.dark}; } }`
    : '';
  const known = made.get(colours);
  if (known) return known;
  const text = plain + colours;
  const version = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const sheet = { text, version, href: `/assets/site.${version}.css` };
  made.set(colours, sheet);
  return sheet;
}
