import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { partOf } from '../../src/signatures/verify/evidence-on-disk.js';
import { verifyFolder } from '../../src/signatures/verify/verify-folder.js';

/** Returns the parts that a failure may name for a flipped bit in a file. */
const expectedParts = (file: string): readonly string[] =>
  file.endsWith('.jws') ? ['record', 'signature'] : [partOf(file)];

/**
 * Flips one bit at a time, in each file of a folder of evidence in turn. Checks that the failures name only the
 * changed file, and one of the expected parts of this file.
 * @param flips number of flipped bits
 */
export async function flippedBits(folder: string, flips: number): Promise<void> {
  expect((await verifyFolder(folder)).failures).toEqual([]);
  const files = await readdir(folder);
  for (let flip = 0; flip < flips; flip += 1) {
    const file = files[flip % files.length]!;
    const path = join(folder, file);
    const bytes = await readFile(path);
    const changed = Buffer.from(bytes);
    const bit = (flip * 7_919) % (bytes.length * 8);
    changed[bit >> 3]! ^= 1 << (bit & 7);
    await writeFile(path, changed);
    const { failures } = await verifyFolder(folder);
    await writeFile(path, bytes);
    const named = [...new Set(failures.map((failure) => failure.file))];
    expect(named, `${file}, bit ${bit}`).toEqual([file]);
    expect(expectedParts(file), `${file}, bit ${bit}`).toContain(failures[0]!.part);
  }
}
