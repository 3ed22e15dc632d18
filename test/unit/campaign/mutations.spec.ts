import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

interface Mutation {
  readonly name: string;
  readonly caughtBy?: string;
  readonly changes: readonly (readonly [file: string, right: string, wrong: string])[];
}
const mutations = JSON.parse(textOf('test/campaign/mutations.json')) as Mutation[];

describe('the faults that `npm run campaign:mutations` plants', () => {
  it.each(mutations.map((mutation) => [mutation.name, mutation] as const))(
    'can still be planted: %s',
    (_name, { changes, caughtBy }) => {
      for (const [file, right] of changes) expect(textOf(file).split(right)).toHaveLength(2);
      if (caughtBy !== undefined) expect(existsSync(join(ROOT, caughtBy))).toBe(true);
    },
  );
});
