import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { JSONWebKeySet } from 'jose';
import { type ReleaseRecord, sha256Of } from '../record.js';
import { differences, readMarkdown, type ReadMarkdown, scalarIn } from './read-markdown.js';
import { isObject } from '../../platform/validation/shape.js';
import { readRecord } from './read-record.js';
import { type Failure, type Verification, verifyRelease, WITHHELD } from './verify-release.js';

/** Default name of the file with the public keys, in the folder of the checked file. */
export const KEYS_FILE = 'jwks.json';
/** Suffix of the file that contains the hash of a withheld record instead of the record. */
const WITHHELD_SUFFIX = '.jws.sha256';

export interface RecordsInFolder {
  /** The records by file name without `.jws`. */
  readonly byName: ReadonlyMap<string, string>;
  readonly byHash: ReadonlyMap<string, string>;
  readonly withheld: ReadonlySet<string>;
}

/**
 * Checks the Markdown of a released version with the records in its folder (contract 15).
 * @param keysFile a JWK Set; by default `jwks.json` in the same folder
 * @throws Error if a needed file is missing, or there is no record of the version
 */
export async function verifyFile(file: string, keysFile?: string): Promise<Verification> {
  const folder = dirname(file);
  const keys = await readKeys(keysFile ?? join(folder, KEYS_FILE));
  const records = await recordsIn(folder);
  const markdown = await readFile(file);
  const own =
    records.byName.get(basename(file, '.md')) ?? (await recordOf(markdown, records, keys));
  if (own === undefined) throw new Error(`There is no signed record next to ${file}.`);
  const verification = await verifyRelease({
    markdown,
    jws: own,
    keys,
    previous: async (sha256) =>
      records.withheld.has(sha256) ? WITHHELD : records.byHash.get(sha256),
  });
  const fault = nameFault(basename(file, '.md'), verification.record);
  return fault ? { ...verification, failures: [...verification.failures, fault] } : verification;
}

/**
 * Compares a file name that ends with a version number with the record. `curl -O` and `publications evidence` make such
 * names. Any other name says nothing about the version.
 */
function nameFault(name: string, record: ReleaseRecord | undefined): Failure | undefined {
  if (!record || !/(?:@|^version-)\d+$/.test(name)) return undefined;
  const { address, slug, version } = record;
  const names = [basename(address), `${slug}@${version}`, `version-${version}`];
  if (names.includes(name)) return undefined;
  return {
    part: 'address',
    message: `The file is named ${name}, but its record belongs to ${address}.`,
  };
}

/** @throws Error if the file cannot be read, or is not a key set */
export async function readKeys(file: string): Promise<JSONWebKeySet> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`The file with the public keys is not at ${file}: give its path with --keys.`);
  });
  return keysIn(text, file);
}

/** @param source file or address, for the error message. @throws Error if the text is not a key set */
export function keysIn(text: string, source: string): JSONWebKeySet {
  try {
    const keys = JSON.parse(text) as JSONWebKeySet;
    if (Array.isArray(keys.keys) && keys.keys.every(isObject)) return keys;
  } catch {
    // Invalid JSON is reported below, as is any other text that is not a key set.
  }
  throw new Error(`${source} is not a JWK Set (RFC 7517).`);
}

/** Reads the records in a folder, and the hashes of withheld records. */
export async function recordsIn(folder: string): Promise<RecordsInFolder> {
  const [byName, byHash] = [new Map<string, string>(), new Map<string, string>()];
  const withheld = new Set<string>();
  for (const name of await readdir(folder)) {
    if (name.endsWith('.jws')) {
      const jws = await readFile(join(folder, name), 'latin1');
      byName.set(basename(name, '.jws'), jws);
      byHash.set(sha256Of(Buffer.from(jws, 'latin1')), jws);
    } else if (name.endsWith(WITHHELD_SUFFIX)) {
      withheld.add((await readFile(join(folder, name), 'latin1')).slice(0, 64));
    }
  }
  return { byName, byHash, withheld };
}

/**
 * Finds the record of a Markdown file with any name, by the address of the record in the front matter. If a version was
 * released several times, returns the record that fits the file, else the newest.
 */
async function recordOf(
  file: Uint8Array,
  { byHash }: RecordsInFolder,
  keys: JSONWebKeySet,
): Promise<string | undefined> {
  let read: ReadMarkdown;
  try {
    read = readMarkdown(file);
  } catch {
    return undefined;
  }
  const address = scalarIn(read, 'record');
  const found: { readonly jws: string; readonly record: ReleaseRecord }[] = [];
  for (const jws of byHash.values()) {
    const { record } = await readRecord(jws, keys);
    if (record && `${record.address}.jws` === address) found.push({ jws, record });
  }
  found.sort((one, other) => (one.record.publishedAt < other.record.publishedAt ? 1 : -1));
  const fitting = found.find(({ record }) => differences(read, record).length === 0);
  return (fitting ?? found[0])?.jws;
}
