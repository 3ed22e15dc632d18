import type { JSONWebKeySet } from 'jose';
import { originOf, type ReleaseRecord, sha256Of } from '../record.js';
import type { PagePath } from '../../documents/page-path.js';
import { versionHref, versionsHref } from '../../documents/version-path.js';
import { decodedUri, parsedUrl } from '../../platform/validation/rule.js';
import { readMarkdown, scalarIn } from './read-markdown.js';
import { keysIn, readKeys } from './verify-file.js';
import { type Failure, type Verification, verifyRelease, WITHHELD } from './verify-release.js';

const TIMEOUT_MS = 30_000;
/** Maximum size of an answer, in bytes. The check refuses a larger answer. The service has no page of this size. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Maximum number of pages that the check reads of the list of versions. */
const MAX_PAGES = 500;

/** A check of a version on a site. */
export interface UrlVerification extends Verification {
  /**
   * The origin in the record, if it is not the origin that was asked: the site has moved, or the answer is a copy.
   * `null` if both are the same.
   */
  readonly signedOrigin: string | null;
  /** Whether the address has no version number, so that the version was chosen by the site. */
  readonly chosenBySite: boolean;
}

/**
 * Checks a released version on a site. The record must be of the path and number that were asked. Sends no requests to
 * other origins.
 * @param address address of the page, Markdown or record of a version; if it has no version number, the version that
 * the site calls its newest is checked
 * @param keysFile a JWK Set; by default the JWK Set that the site serves
 * @throws Error if a needed address does not answer, or the version has no signed record
 */
export async function verifyUrl(address: string, keysFile?: string): Promise<UrlVerification> {
  const { origin, pathname } = new URL(address);
  // A path that begins with // must not lead to another origin.
  const get = (path: string) => fetched(new URL(origin + path));
  const keys = await keysOf(get, keysFile);
  const [, asked = '', number] = VERSION.exec(pathname) ?? [];
  const { page, version } =
    number === undefined ? await newestAt(get, origin, asked) : { page: asked, version: number };
  const markdown = version === undefined ? undefined : await get(`${page}@${version}.md`);
  if (!markdown) throw new Error(`${address} is missing.`);
  const jws = await get(`${page}@${version}.jws`);
  if (!jws) throw new Error(`Version ${version} at ${address} has no signed record.`);
  let listed: Promise<Listed> | undefined;
  const previous = async (sha256: string, of: ReleaseRecord) => {
    const { versions, withheld } = await (listed ??= listedAt(get, of));
    if (withheld.has(sha256)) return WITHHELD;
    for (const earlier of versions.filter((other) => other < of.version)) {
      const text = (await get(versionHref(of, earlier, 'record')))?.toString('latin1');
      if (text !== undefined && sha256Of(text) === sha256) return text;
    }
    return undefined;
  };
  const verification = await verifyRelease({
    markdown,
    jws: jws.toString('latin1'),
    keys,
    previous,
  });
  const { record, failures } = verification;
  const fault = record && addressFault(`${page}@${version}`, record);
  return {
    ...verification,
    failures: fault ? [fault, ...failures] : failures,
    signedOrigin: record && originOf(record) !== origin ? originOf(record) : null,
    chosenBySite: number === undefined,
  };
}

/** Splits a path into the path of the page and the version number. */
const VERSION = /^(.*?)(?:(?:@|%40)([1-9]\d{0,8}))?(?:\.md|\.jws)?$/;

const MARKDOWN_LINK = /<([^<>]*)>; rel="alternate"; type="text\/markdown"/;

/**
 * Finds the page that an address shows, and the number of its newest version, which its Markdown states. A start page
 * has another address than the page that it shows, and names it by a link to its Markdown.
 */
async function newestAt(get: Get, origin: string, asked: string) {
  let page = asked;
  let file = await get(`${page}.md`);
  if (!file) {
    const shown = await answered(new URL(origin + asked));
    await shown?.body?.cancel();
    const [, link = ''] = MARKDOWN_LINK.exec(shown?.headers.get('Link') ?? '') ?? [];
    page = parsedUrl(link)?.pathname.replace(/\.md$/, '') ?? asked;
    file = page === asked ? undefined : await get(`${page}.md`);
  }
  const version = file && scalarIn(readMarkdown(file), 'version');
  return { page, version: typeof version === 'number' ? String(version) : undefined };
}

function addressFault(asked: string, record: ReleaseRecord): Failure | undefined {
  const own = versionHref(record, record.version);
  if ((decodedUri(asked) ?? asked) === decodedUri(own)) return undefined;
  return {
    part: 'address',
    message: `The address that you gave is ${asked}, but the record belongs to ${record.address}.`,
  };
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

async function listedAt(get: Get, path: PagePath): Promise<Listed> {
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
async function answered(url: URL): Promise<Response | undefined> {
  let response: Response;
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' });
  } catch {
    throw new Error(`${url.href} gave no answer.`);
  }
  if (response.status === 404 || response.status === 410) return undefined;
  const location = response.headers.get('Location');
  if (location !== null)
    throw new Error(`${url.href} redirects to ${location}: verify that address.`);
  if (!response.ok) throw new Error(`${url.href} answered ${response.status}.`);
  return response;
}

/** Reads the body at an address, as `answered` requests it. @throws Error also if it is too large */
async function fetched(url: URL): Promise<Buffer | undefined> {
  const response = await answered(url);
  if (!response) return undefined;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new Error(`${url.href} is too large.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
