import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../platform/config/config.js';
import { TRANSLATIONS } from './html/frame.js';
import { STYLE_SHEET } from './style-sheet.js';

/** Source folders and files whose code determines the bytes that readers get. */
const FOLDERS = ['../rendering/', './html/'];
const FILES = ['./atom-feed', './front-matter', './list-path', './page-path', './page-pictures'];
/** Packages whose code determines the bytes that readers get. */
const PACKAGES = ['github-slugger', 'highlight.js', 'markdown-it', 'parse5', 'temml'];

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** Extension of the source files: `.js` in the build, `.ts` in tests. */
const EXTENSION = extname(fileURLToPath(import.meta.url));
const isSource = (name: string): boolean => name.endsWith(EXTENSION) && !name.endsWith('.d.ts');

function sourceFiles(): string[] {
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(here(folder), { recursive: true, encoding: 'utf8' })
      .filter(isSource)
      .toSorted()
      .map((name) => join(here(folder), name)),
  );
  return [...inFolders, ...FILES.map((file) => here(file + EXTENSION))];
}

/**
 * Finds the `package.json` of a package. Searches the module folders for this file, because some packages do not export
 * the file.
 */
function packageFile(name: string): string {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  return folders.map((folder) => join(folder, name, 'package.json')).find(existsSync)!;
}

function digest(parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64url').slice(0, 22);
}

let program: string | undefined;

/** Makes a digest that changes if the renderer, the sanitiser, a template, a translation or the style sheet changes. */
const programDigest = (): string =>
  (program ??= digest([
    STYLE_SHEET.version,
    JSON.stringify(TRANSLATIONS),
    ...[...sourceFiles(), ...PACKAGES.map(packageFile)].map((file) => readFileSync(file, 'utf8')),
  ]));

/**
 * Makes the digest of this program and of the settings that pages show. If another edition made a stored file, this
 * edition makes the file again (contract 9).
 */
export const editionOf = (config: Config): string => {
  const { siteName, siteDescription, publicBaseUrl, imageOrigins } = config;
  return digest([
    programDigest(),
    JSON.stringify([siteName, siteDescription, publicBaseUrl, imageOrigins]),
  ]);
};
