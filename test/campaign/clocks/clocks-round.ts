import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReleaseRecord } from '../../../src/signatures/record.js';
import { placesOf } from '../../erasure/marker.js';
import { operator } from '../../setup/operator.js';
import type { Random } from '../random.js';
import { Life } from './life.js';
import type { TwoClocks } from './two-clocks.js';

const LIVES = 4;
const STEPS = 10;

export interface ClocksResult {
  readonly violations: readonly string[];
  readonly decisions: number;
  readonly erasures: number;
}

/** Plays one round: documents live at two processes with different clocks, then the whole state must match the model. */
export async function playClocks(pair: TwoClocks, random: Random): Promise<ClocksResult> {
  const lives = Array.from({ length: LIVES }, (_, at) => new Life(pair, random.fork(`life ${at}`)));
  await Promise.all(lives.map((life) => life.live(STEPS)));
  const kept = await Promise.all(lives.map((life) => checkEvidence(pair, life)));
  const ended = lives.filter(() => random.chance(0.5));
  for (const life of ended) await life.erase();
  // A session has the name of its person, and belongs to no document.
  await operator(pair.databaseUrl, 'desk', 'sign-out', '--account', pair.accountId);
  const gone = [
    ...ended.map(({ marker }) => marker),
    ...lives.flatMap(({ versions }) =>
      versions.filter(({ erased }) => erased).map((v) => v.marker),
    ),
  ];
  const left: string[] = [];
  for (const marker of gone) {
    const places = await placesOf(pair.databaseUrl, marker);
    if (places.length > 0) left.push(`erased text stands in ${places.join(', ')}`);
  }
  return {
    violations: [...lives.flatMap(({ violations }) => violations), ...kept.flat(), ...left],
    decisions: lives.reduce((sum, { decisions }) => sum + decisions, 0),
    erasures: gone.length,
  };
}

/** Checks the decision and the signed record of each released version. */
async function checkEvidence({ databaseUrl }: TwoClocks, life: Life): Promise<string[]> {
  const released = [...life.versions.entries()].filter(([, one]) => one.released && !one.erased);
  if (released.length === 0) return [];
  const root = await mkdtemp(join(tmpdir(), 'imprimatur-clocks-'));
  try {
    const folder = join(root, 'evidence');
    await operator(databaseUrl, 'publications', 'evidence', life.id, folder);
    const violations: string[] = [];
    for (const [index, { released: wanted }] of released) {
      const name = join(folder, `version-${index + 1}`);
      const { decision } = JSON.parse(await readFile(`${name}.decision.json`, 'utf8')) as {
        decision: { by: string; via: string } | null;
      };
      const [, payload] = (await readFile(`${name}.jws`, 'utf8')).split('.');
      const record = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as ReleaseRecord;
      const found = [decision?.by, decision?.via, record.approvedBy, record.approvedVia].join();
      const due = [wanted!.by, wanted!.via, wanted!.by, wanted!.via].join();
      if (found !== due) violations.push(`${life.id}@${index + 1}: ${found}, not ${due}`);
    }
    return violations;
  } finally {
    await rm(root, { recursive: true });
  }
}
