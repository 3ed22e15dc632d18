import { seeded, markdown } from '../documents.js';
import { generateForNest } from '../nest/seed.js';
import { generate, generatedId, generatedVersion } from '../seed.js';
import type { Target } from '../stage.js';

/** Number of public documents that exist before the measurements. */
export const STOCK = 2_000;
const STOCK_BATCH = 1;

/** Number of the last batch. This number begins above the batch numbers of `grow.ts`. */
let batches = 10_000;

/** Fills the database of a target with the stock. */
export async function stock(target: Target): Promise<void> {
  await generatorOf(target)(target.sql, {
    accountIds: [target.accountId],
    batch: STOCK_BATCH,
    count: STOCK,
    released: true,
    content: markdown(),
  });
  await target.sql.query('ANALYZE');
}

/** Generates random ids of the stock, in an order that is the same in every run. */
export function* stockIds(): Generator<string, never> {
  const random = seeded(STOCK);
  for (;;) yield generatedId(STOCK_BATCH, 1 + Math.floor(random() * STOCK));
}

/** A publication, and the version that the next write must expect. */
export interface Draft {
  readonly id: string;
  version: number;
}

/** Adds drafts that were never published. The returned function returns the next draft at each call. */
export async function drafts(target: Target, count: number): Promise<() => Draft | undefined> {
  batches += 1;
  const batch = batches;
  const { accountId, sql } = target;
  const accountIds = [accountId];
  const wish = { accountIds, batch, count, released: false, content: markdown() };
  await generatorOf(target)(sql, wish);
  await sql.query(target.name === 'nest' ? 'ANALYZE publication' : 'ANALYZE publication, revision');
  let given = 0;
  return () => {
    given += 1;
    const version = generatedVersion(given);
    return given <= count ? { id: generatedId(batch, given), version } : undefined;
  };
}

const generatorOf = ({ name }: Target) => (name === 'nest' ? generateForNest : generate);
