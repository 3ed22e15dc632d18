import { readFile, rm } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import type { JSONWebKeySet } from 'jose';
import { sha256Of } from '../../../src/signatures/record.js';
import { type Part, verifyRelease } from '../../../src/verify/verify-release.js';
import { newSigner, signedFiles } from './signed-files.js';

const FLIPS = 10_000;

/** The part in which a bit is flipped, and the parts that the check must report. */
interface Target {
  readonly name: string;
  readonly length: number;
  readonly expected: readonly Part[];
}

const files = await signedFiles([newSigner(), newSigner(), newSigner()]);
const markdown = await readFile(files.markdown(3));
/** The records of versions 1 to 3. */
const records = await Promise.all([1, 2, 3].map((version) => readFile(files.record(version))));
const keys = JSON.parse(await readFile(files.keys, 'utf8')) as JSONWebKeySet;
afterAll(() => rm(files.folder, { recursive: true }));

const flipped = (bytes: Buffer, bit: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[bit >> 3]! ^= 1 << (bit & 7);
  return copy;
};

/** Verifies version 3 with the changed bytes, and returns the parts that fail. */
async function partsAtFault(changed: { markdown?: Buffer; record?: Buffer; chain?: Buffer[] }) {
  const chain = changed.chain ?? records.slice(0, 2);
  const byHash = new Map(chain.map((record) => [sha256Of(record), record.toString('latin1')]));
  const { failures } = await verifyRelease({
    markdown: changed.markdown ?? markdown,
    jws: (changed.record ?? records[2]!).toString('latin1'),
    keys,
    previous: (sha256) => Promise.resolve(byHash.get(sha256)),
  });
  return [...new Set(failures.map(({ part }) => part))];
}

describe('a flipped bit', () => {
  it('[15.verify-names] is found in Markdown, record, signature and chain, and the changed part is named', async () => {
    expect(await partsAtFault({})).toEqual([]);
    const record = records[2]!;
    const [header = '', payload = '', signature = ''] = record.toString('latin1').split('.');
    const offsets = [0, header.length + 1, header.length + payload.length + 2];
    const targets: Target[] = [
      { name: 'Markdown', length: markdown.length, expected: ['Markdown'] },
      { name: 'header', length: header.length, expected: ['signature'] },
      { name: 'record', length: payload.length, expected: ['record'] },
      { name: 'signature', length: signature.length, expected: ['signature'] },
      { name: 'chain 1', length: records[0]!.length, expected: ['chain'] },
      { name: 'chain 2', length: records[1]!.length, expected: ['chain'] },
    ];
    const counted = new Map<string, number>();
    // The factor 7,919 and the lengths have no common divisor. So the flipped bits are spread over the whole of each
    // target.
    for (let flip = 0; flip < FLIPS; flip += 1) {
      const { name, length, expected } = targets[flip % targets.length]!;
      const bit = (flip * 7_919) % (length * 8);
      counted.set(name, (counted.get(name) ?? 0) + 1);
      const parts = await partsAtFault(changed(name, bit));
      expect(parts, `${name}, bit ${bit}`).toEqual(expected);
    }
    expect([...counted.values()].every((count) => count > 1_600)).toBe(true);

    function changed(name: string, bit: number) {
      if (name === 'Markdown') return { markdown: flipped(markdown, bit) };
      if (name === 'chain 1') return { chain: [flipped(records[0]!, bit), records[1]!] };
      if (name === 'chain 2') return { chain: [records[0]!, flipped(records[1]!, bit)] };
      const place = ['header', 'record', 'signature'].indexOf(name);
      return { record: flipped(record, offsets[place]! * 8 + bit) };
    }
  });
});
