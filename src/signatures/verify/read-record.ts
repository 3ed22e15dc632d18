import { compactVerify, createLocalJWKSet, errors, type JSONWebKeySet } from 'jose';
import { type DocumentValue, FIELDS, MEMBER_NAMES } from '../../documents/document.js';
import { isObject } from '../../platform/validation/shape.js';
import { canonicalText, type ReleaseRecord } from '../record.js';
import { versionHref } from '../../documents/version-path.js';

/** The record in a JWS, and the faults of the JWS. */
export interface ReadRecord {
  /** `undefined` if the payload is not a record. */
  readonly record: ReleaseRecord | undefined;
  /** Why the payload is not a record, as the end of a sentence; `undefined` if it is a record. */
  readonly recordFault: string | undefined;
  /** Why the signature is not valid; `undefined` if it is valid. */
  readonly signatureFault: string | undefined;
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isHash: Check = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const isList: Check = (value) => Array.isArray(value) && value.every(isText);
const isTexts = (value: unknown, names: readonly string[]): boolean =>
  isObject(value) &&
  Object.keys(value).length === names.length &&
  names.every((name) => isText(value[name]));

/** Returns the check of a member of the document: author, list of texts, or text. */
function memberCheck(name: keyof DocumentValue): Check {
  if (name === 'author') return (value) => isTexts(value, ['kind', 'name']);
  return Array.isArray(FIELDS[name].default) ? isList : isText;
}

const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

/**
 * Members of a record (contract 15). Each of these members except `approvedIn` and `approver` is required, and no other
 * member is allowed.
 */
const MEMBERS: Readonly<Record<string, Check>> = {
  ...Object.fromEntries(
    MEMBER_NAMES.filter((name) => name !== 'description').map((name) => [name, memberCheck(name)]),
  ),
  address: (value) => typeof value === 'string' && URL.canParse(value),
  locale: isText,
  slug: isText,
  version: (value) => Number.isSafeInteger(value) && Number(value) > 0,
  contentSha256: isHash,
  descriptionSha256: isHash,
  digitalSourceType: orNull(isText),
  publisher: isText,
  approvedBy: orNull(isText),
  approvedVia: (value) => [null, 'desk', 'host', 'key'].includes(value as string | null),
  approvedIn: (value) => value === undefined || isText(value),
  approver: (value) => value === undefined || isTexts(value, ['id', 'name']),
  publishedAt: (value) =>
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) &&
    !Number.isNaN(Date.parse(value)),
  previous: orNull(isHash),
};

/** Reads a JWS in compact serialisation, and checks its signature with public keys. */
export async function readRecord(jws: string, keys: JSONWebKeySet): Promise<ReadRecord> {
  const signatureFault = await signatureFaultOf(jws, keys);
  const payload = jws.split('.')[1] ?? '';
  try {
    return { record: recordIn(payload), recordFault: undefined, signatureFault };
  } catch (error) {
    const recordFault = error instanceof SyntaxError ? error.message : 'is not text';
    return { record: undefined, recordFault, signatureFault };
  }
}

async function signatureFaultOf(jws: string, keys: JSONWebKeySet): Promise<string | undefined> {
  const parts = jws.split('.');
  if (parts.length !== 3) return 'the record does not have the three parts of a JWS';
  // Decoders ignore unused bits at the end of a part, but a change of these bits must be found.
  if (!parts.every(isExact)) return 'the record is not encoded in base64url, as a JWS must be';
  try {
    await compactVerify(jws, createLocalJWKSet(keys), { algorithms: ['EdDSA'] });
    return undefined;
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) {
      return 'the key that the record names is not one of the public keys';
    }
    return 'the signature does not match the public keys';
  }
}

const isExact = (part: string): boolean =>
  Buffer.from(part, 'base64url').toString('base64url') === part;

/** @throws SyntaxError if the payload is not a record, TypeError if the payload is not UTF-8 */
function recordIn(payload: string): ReleaseRecord {
  if (!isExact(payload)) throw new SyntaxError('is not encoded in base64url, as a JWS must be');
  const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(payload, 'base64url'));
  const record = parsed(text);
  if (!isObject(record)) throw new SyntaxError('is not a JSON object');
  const faults = Object.entries(MEMBERS).filter(([name, check]) => !check(record[name]));
  if (faults.length > 0) throw new SyntaxError(`has no valid ${faults[0]![0]}`);
  const other = Object.keys(record).find((name) => !Object.hasOwn(MEMBERS, name));
  if (other !== undefined) throw new SyntaxError(`has the unknown member ${JSON.stringify(other)}`);
  if (canonicalText(record) !== text) throw new SyntaxError('is not canonical JSON (RFC 8785)');
  const read = record as unknown as ReleaseRecord;
  // What was released at the desk, and nothing else, has its approver.
  const ofDesk = read.approvedVia === 'desk' ? read.approvedBy : undefined;
  if (read.approver?.name !== ofDesk) throw new SyntaxError('has no valid approver');
  if (read.address !== new URL(read.address).origin + versionHref(read, read.version)) {
    throw new SyntaxError('contains an address that does not match its locale, slug and version');
  }
  return read;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SyntaxError('is not JSON');
  }
}
