import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { harmlessSvg } from './harmless-svg.js';
import { parsedUrl } from '../validation/rule.js';
import type { Setting } from './setting.js';

/** The logo of the site, an SVG or PNG file. */
export interface SiteLogo {
  readonly type: 'image/svg+xml' | 'image/png';
  /** The path of its address, which contains a digest of its bytes. */
  readonly href: string;
  readonly body: Buffer;
  /** Width divided by height. */
  readonly ratio: number;
}

const MAX_LOGO_BYTES = 100_000;
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const PNG_END = Buffer.from('49454e44ae426082', 'hex');

/** Reads a logo. Returns the reason as the rest of a sentence about the file if the file is refused. */
function readLogo(path: string): SiteLogo | string {
  let body: Buffer;
  try {
    const { size } = statSync(path);
    if (size > MAX_LOGO_BYTES) return `has ${size} bytes`;
    body = readFileSync(path);
  } catch {
    return 'cannot be read';
  }
  const isPng = body.subarray(0, PNG.length).equals(PNG);
  const drawing = isPng ? pngSize(body) : harmlessSvg(body.toString('utf8'));
  if (typeof drawing === 'string') return drawing;
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 16);
  const [type, ending] = isPng
    ? (['image/png', 'png'] as const)
    : (['image/svg+xml', 'svg'] as const);
  return { type, body, href: `/assets/logo.${digest}.${ending}`, ratio: drawing.ratio };
}

function pngSize(body: Buffer): { readonly ratio: number } | string {
  const size = body.length >= 33 ? [body.readUInt32BE(16), body.readUInt32BE(20)] : [0, 0];
  const [width, height] = size as [number, number];
  const isWhole = body.subarray(-PNG_END.length).equals(PNG_END);
  return isWhole && width > 0 && height > 0 ? { ratio: width / height } : 'is not a complete PNG';
}

export const logo = (name: string): Setting<SiteLogo | null> => ({
  name,
  rule: `an SVG or PNG file of at most ${MAX_LOGO_BYTES} bytes; an SVG without script, entities, event handlers, embedded documents and references to other files`,
  default: null,
  parse: (path) => {
    const read = readLogo(path);
    return typeof read === 'string' ? undefined : read;
  },
  explain: (path) => {
    const read = readLogo(path);
    return typeof read === 'string' ? `The file ${read}` : '';
  },
});

/** The colours of links, in the light and in the dark scheme of the pages: `#rrggbb`. */
export interface SiteAccent {
  readonly light: string;
  readonly dark: string;
}

type Rgb = readonly [red: number, green: number, blue: number];

/** Minimum contrast of text (WCAG 2.2 AA). */
const CONTRAST = 4.5;
/** The colours of the style sheet on which links stand. */
const GROUNDS = ['paper', 'raised', 'marked', 'code-added', 'code-removed'];

/** Reads the colours on which links stand from the style sheet: those of the light scheme, then those of the dark one. */
function grounds(): readonly (readonly Rgb[])[] {
  const file = createRequire(import.meta.url).resolve('#assets/site.css');
  const schemes = readFileSync(file, 'utf8').split(':root {').slice(1, 3);
  return schemes.map((scheme) =>
    GROUNDS.map((name) => rgb(new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(scheme)![1]!)),
  );
}

const rgb = (colour: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as unknown as Rgb;

const hex = (colour: Rgb): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** Returns the contrast of two colours (WCAG 2.2): 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

/** Returns the nearest colour on the way from a colour to black or white that has enough contrast with all grounds. */
function nearest(colour: string, on: readonly Rgb[]): string {
  const isLight = luminance(on[0]!) > 0.18;
  const end = isLight ? 0 : 255;
  for (let step = 0; step <= 255; step += 1) {
    const mixed = rgb(
      hex(rgb(colour).map((part) => part + ((end - part) * step) / 255) as unknown as Rgb),
    );
    if (on.every((ground) => contrast(mixed, ground) >= CONTRAST)) return hex(mixed);
  }
  return isLight ? '#000000' : '#ffffff';
}

/** Reads one or two colours. Returns the colours that were given, and the nearest ones that can be read. */
function readAccent(
  given: string,
): { readonly is: SiteAccent; readonly readable: SiteAccent } | undefined {
  const [, light, dark] =
    /^(#[0-9a-f]{6})(?:[ ,]+(#[0-9a-f]{6}))?$/.exec(given.toLowerCase()) ?? [];
  if (light === undefined) return undefined;
  const [onLight, onDark] = grounds() as [readonly Rgb[], readonly Rgb[]];
  const readable = { light: nearest(light, onLight), dark: nearest(dark ?? light, onDark) };
  return { is: { light, dark: dark ?? readable.dark }, readable };
}

export const accent = (name: string): Setting<SiteAccent | null> => ({
  name,
  rule: `a colour such as #0a5585 with a contrast of at least ${CONTRAST} on the light pages, or two such as #0a5585,#8ec5ee for the light and the dark pages`,
  default: null,
  parse: (given) => {
    const read = readAccent(given);
    const isReadable =
      read?.is.light === read?.readable.light && read?.is.dark === read?.readable.dark;
    return isReadable ? read?.readable : undefined;
  },
  explain: (given) => {
    const read = readAccent(given);
    return read
      ? `The nearest colours with enough contrast are ${read.readable.light},${read.readable.dark}`
      : '';
  },
});

export type FooterPart = string | { readonly text: string; readonly href: string };

const MAX_FOOTER = 500;
const LINK = /\[([^[\]]+)\]\(([^()\s]+)\)/g;

function readFooter(given: string): readonly FooterPart[] | undefined {
  if (given.length > MAX_FOOTER || /[\p{Cc}\u2028\u2029]/u.test(given)) return undefined;
  const parts: FooterPart[] = [];
  let end = 0;
  for (const { index, 0: whole, 1: text, 2: href } of given.matchAll(LINK)) {
    parts.push(given.slice(end, index), { text: text!, href: href! });
    end = index + whole.length;
  }
  const shown = [...parts, given.slice(end)].filter((part) => part !== '');
  return shown.every((part) => typeof part === 'string' || canLeadTo(part.href))
    ? shown
    : undefined;
}

const canLeadTo = (href: string): boolean =>
  /^\/(?![/\\])/.test(href) || /^(?:https?|mailto):$/.test(parsedUrl(href)?.protocol ?? '');

export const footer = (name: string): Setting<readonly FooterPart[]> => ({
  name,
  rule: `one line of at most ${MAX_FOOTER} characters, with links such as [Imprint](/en/imprint) to paths or to http, https or mailto addresses`,
  default: [],
  parse: readFooter,
});
