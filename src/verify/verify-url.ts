import type { JSONWebKeySet } from 'jose';
import { type ReleaseRecord, sha256Of } from '../signatures/record.js';
import { versionHref, versionsHref } from '../site/page-path.js';
import { readMarkdown } from './read-markdown.js';
import { keysIn, NoRecord, readKeys } from './verify-file.js';
import { type Verification, verifyRelease, WITHHELD } from './verify-release.js';

const TIMEOUT_MS = 30_000;
/** Maximum size of an answer, in bytes. The check refuses a larger answer. The service has no page of this size. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Maximum number of pages that the check reads of the list of versions. */
const MAX_PAGES = 500;

/**
 * Checks a released version on a site. Sends no requests to other origins.
 * @param address address of the page, Markdown or record of a version; if it has no version number, the newest version
 * is checked
 * @param keysFile a JWK Set; by default the JWK Set that the site serves
 * @throws Error if a needed address does not answer, NoRecord if the version has no signed record
 */
export async function verifyUrl(address: string, keysFile?: string): Promise<Verification> {
  const { origin, pathname } = new URL(address);
  const get = (path: string) => fetched(new URL(path, origin));
  const keys = await keysOf(get, keysFile);
  const markdown = await get(`${pathname.replace(/\.(?:md|jws)$/, '')}.md`);
  if (!markdown) throw new Error(`${address} is not there.`);
  const { locale, slug, version } = readMarkdown(markdown).fields;
  const path = { locale: String(locale), slug: String(slug) };
  const jws = await get(versionHref(path, Number(version), 'record'));
  if (!jws) throw new NoRecord(`Version ${String(version)} at ${address} has no signed record.`);
  let listed: Promise<Listed> | undefined;
  const previous = async (sha256: string, of: ReleaseRecord) => {
    const { versions, withheld } = await (listed ??= listedAt(get, path));
    if (withheld.has(sha256)) return WITHHELD;
    for (const number of versions.filter((other) => other < of.version)) {
      const text = (await get(versionHref(path, number, 'record')))?.toString('latin1');
      if (text !== undefined && sha256Of(text) === sha256) return text;
    }
    return undefined;
  };
  return verifyRelease({ markdown, jws: jws.toString('latin1'), keys, previous });
}

type Get = (path: string) => Promise<Buffer | undefined>;

async function keysOf(get: Get, file: string | undefined): Promise<JSONWebKeySet> {
  if (file !== undefined) return readKeys(file);
  const text = await get('/.well-known/jwks.json');
  return keysIn(text?.toString() ?? '', '/.well-known/jwks.json');
}

/** The versions that have a record, newest first, and the hashes of withheld records. */
interface Listed {
  readonly versions: readonly number[];
  readonly withheld: ReadonlySet<string>;
}

async function listedAt(get: Get, path: { locale: string; slug: string }): Promise<Listed> {
  const versions: number[] = [];
  const withheld = new Set<string>();
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const text = (await get(versionsHref(path, page)))?.toString();
    if (text === undefined) break;
    for (const [, number] of text.matchAll(/@(\d+)\.jws"/g)) versions.push(Number(number));
    for (const [, hash] of text.matchAll(/class="withheld">([0-9a-f]{64})</g)) withheld.add(hash!);
    if (!text.includes('rel="next"')) break;
  }
  return { versions, withheld };
}

/** Requests an address. @returns `undefined` on 404 or 410. @throws Error on any other failure */
async function fetched(url: URL): Promise<Buffer | undefined> {
  let response: Response;
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
  } catch {
    throw new Error(`${url.href} gave no answer.`);
  }
  if (response.status === 404 || response.status === 410) return undefined;
  if (!response.ok || !response.body) throw new Error(`${url.href} answered ${response.status}.`);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new Error(`${url.href} is too large.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
